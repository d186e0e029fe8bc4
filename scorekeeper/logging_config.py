"""The log of a server, as lines of text or one JSON object a line."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

ABOUT_REQUEST = re.compile("(Client disconnected|Exception) while serving")


class JsonLine(logging.Formatter):
    """Format a record as one JSON object; `fields` in `extra` go next to the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def without_addresses(record: logging.LogRecord) -> bool:
    """Remove the requested address from waitress's lines."""
    if found := ABOUT_REQUEST.match(record.getMessage()):
        record.msg, record.args = found[0], ()
    return True


def log_config(log: str) -> dict[str, Any]:
    """Return the configuration for `logging.config`, by SCOREKEEPER_LOG; gunicorn's lines go there too."""
    lines = {"()": JsonLine} if log == "json" else {"format": "%(asctime)s %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "filters": {"anonymous": {"()": lambda: without_addresses}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["anonymous"]}},
        "root": {"level": "INFO", "handlers": ["console"]},
        "loggers": {
            "alembic": {"level": "WARNING"},
            "gunicorn.error": {"level": "INFO", "propagate": True},
            "waitress.queue": {"level": "ERROR"},  # it warns about every request that waits for a thread
        },
    }
