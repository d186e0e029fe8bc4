"""The log of a server, in lines for people or as one JSON object a line."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


class JsonLine(logging.Formatter):
    """Format a record as one JSON object; what `extra` gives as `fields` stands beside the message."""

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


def log_config(log: str) -> dict[str, Any]:
    """Return the configuration for `logging.config` of a log as SCOREKEEPER_LOG says; gunicorn's lines go there too."""
    lines = {"()": JsonLine} if log == "json" else {"format": "%(asctime)s %(message)s"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"level": "INFO", "handlers": ["console"]},
        "loggers": {"alembic": {"level": "WARNING"}, "gunicorn.error": {"level": "INFO", "propagate": True}},
    }
