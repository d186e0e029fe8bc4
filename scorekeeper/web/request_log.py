"""Logs and counts requests by endpoint, without their address and sender."""

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

from flask import Flask, Response, g, request

from scorekeeper.settings import BadSetting, Settings

METHODS = ("GET", "HEAD", "OPTIONS", "POST")
log = logging.getLogger("scorekeeper.requests")


@dataclass(frozen=True, slots=True)
class Observed:
    """An answered request; `endpoint` is "none" for an unknown address, `size` is in bytes."""

    endpoint: str
    method: str
    status: int
    seconds: float
    size: int


def init_app(app: Flask, settings: Settings) -> None:
    """Log and count each request, if the settings say so. Raises BadSetting."""
    observers: list[Callable[[Observed], None]] = []
    if settings.log == "json":
        observers.append(_log)
    if settings.metrics:
        try:
            from . import metrics
        except ModuleNotFoundError:
            hint = 'pip install "rook-scorekeeper[metrics]"'
            raise BadSetting(f"SCOREKEEPER_METRICS needs the package prometheus-client: {hint}.") from None
        metrics.init_app(app)
        observers.append(lambda seen: metrics.count(seen.endpoint, seen.method, seen.status, seen.seconds))
    if observers:
        app.before_request(_begin)
        app.after_request(_tell(observers))


def _begin() -> None:
    g.begun = perf_counter()


def _tell(observers: list[Callable[[Observed], None]]) -> Callable[[Response], Response]:
    def tell(response: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        seconds = round(perf_counter() - g.begun, 6)
        size = response.content_length or 0
        observed = Observed(request.endpoint or "none", method, response.status_code, seconds, size)
        for observe in observers:
            observe(observed)
        return response

    return tell


def _log(observed: Observed) -> None:
    log.info("request", extra={"fields": asdict(observed)})
