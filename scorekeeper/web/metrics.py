"""Metrics for Prometheus, with its client library, which SCOREKEEPER_METRICS=1 needs.

Several workers count in files in one folder (PROMETHEUS_MULTIPROC_DIR, see gunicorn.conf.py), and any of them adds them
up.
"""

import os

from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from .access import same_for_everyone

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
REQUESTS = Histogram(
    "scorekeeper_request_seconds",
    "How long requests took, by endpoint, method and status.",
    ("endpoint", "method", "status"),
    buckets=SECONDS,
)


def init_app(app: Flask) -> None:
    """Show the metrics at /metrics."""
    app.add_url_rule("/metrics", view_func=metrics)


def count(endpoint: str, method: str, status: int, seconds: float) -> None:
    """Count one request."""
    REQUESTS.labels(endpoint, method, status).observe(seconds)


@same_for_everyone
def metrics() -> Response:
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
