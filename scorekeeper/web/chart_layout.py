"""The layout of charts, which `macros/charts.html` draws.

Lengths are units of the drawing, 360 across and 200 down: about a pixel each on a small phone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from flask import Flask

from scorekeeper.rules.rounding import rounded
from scorekeeper.rules.words import MINUS, format_total

Number = int | float
Label = int | str
Series = tuple[str, Sequence[Number | None]]

RIGHT, TOP, BOTTOM = 350, 10, 176
LEAST_LEFT, OF_A_DIGIT, GAP = 42, 8.3, 6
MOST_TICKS, MOST_LABELS, MOST_SIGNS = 6, 7, 32

# One shape for each line, drawn from the current point: circle, square, triangle, diamond, plus, cross.
SHAPES = (
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
    "m-3.5-3.5h7v7h-7z",
    "m0-4.5l4.5 8h-9z",
    "m0-5l5 5-5 5-5-5z",
    "m-4.5 0h9m-4.5-4.5v9",
    "m-4-4l8 8m0-8l-8 8",
)


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line: its name, its path, and the shapes at its points."""

    name: str
    path: str
    signs: str
    sign: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over the same labels.

    `left` is where they begin: what is left of it has room for every tick's number. `ticks` are heights with their
    numbers, `grid` has a line at each; `labels` are places with their words and text
    anchor; `rows` are the table: each label with the value of every line.
    """

    left: float
    ticks: tuple[tuple[float, str], ...]
    grid: str
    labels: tuple[tuple[float, Label, str], ...]
    lines: tuple[ChartLine, ...]
    mark: float | None
    description: str
    rows: tuple[tuple[Label, list[str]], ...]


def init_app(app: Flask) -> None:
    """Give templates what `macros/charts.html` needs."""
    app.jinja_env.globals |= {"line_chart": line_chart, "sign_shapes": SHAPES}
    app.jinja_env.filters["format_value"] = format_value


def line_chart(series: Sequence[Series], labels: Sequence[Label], mark: Number | None = None) -> LineChart:
    """Return the lines of at most six series, with None for a gap; `mark` is a value to draw a line at, such as a
    target."""
    values = [value for _, points in series for value in points if value is not None]
    ticks = _ticks([*values, *([] if mark is None else [mark])] or [0])
    low, high, numbers = ticks[0], ticks[-1], [*map(format_value, ticks)]
    left = max(LEAST_LEFT, GAP + OF_A_DIGIT * max(map(len, numbers)))

    def down(value: Number) -> float:
        return _tenths(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    across = [_tenths(left + (RIGHT - left) * index / max(len(labels) - 1, 1)) for index in range(len(labels))]
    lines = []
    for (name, points), shape in zip(series, SHAPES, strict=False):
        placed = ["" if value is None else f"{x} {down(value)}" for x, value in zip(across, points, strict=True)]
        lines.append(_line(name, placed, shape))
    return LineChart(
        left=left,
        ticks=tuple(zip(map(down, ticks), numbers, strict=True)),
        grid="".join(f"M{left} {down(tick)}H{RIGHT + 2}" for tick in ticks),
        labels=tuple(_shown_labels(labels, across)),
        lines=tuple(lines),
        mark=None if mark is None else down(mark),
        description="; ".join(_describe(*one) for one in series) + ".",
        rows=tuple(
            (label, [format_value(points[index]) for _, points in series]) for index, label in enumerate(labels)
        ),
    )


def _tenths(length: float) -> float:
    return float(rounded(length, 1))


def format_value(value: Number | None) -> str:
    """Format a number for charts and tables: a real minus sign, at most one decimal; a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return format_total(value)
    return str(rounded(value, 1) + 0).removesuffix(".0").replace("-", MINUS)  # + 0: no −0


def _ticks(values: Sequence[Number]) -> list[Number]:
    """Return evenly spaced round numbers, with all values between the first and the last."""
    low, high = min(values), max(values)
    size = 10 ** floor(log10((high - low or abs(high) or 1) / MOST_TICKS))
    if all(isinstance(value, int) for value in values):
        size = max(size, 1)
    for step in (size, 2 * size, 5 * size, 10 * size, 20 * size):
        first, last = floor(low / step), ceil(high / step)
        if last - first <= MOST_TICKS:
            break
    return [tick * step for tick in range(first, max(last, first + 1) + 1)]


def _shown_labels(labels: Sequence[Label], across: Sequence[float]) -> Iterator[tuple[float, Label, str]]:
    """Yield as many labels as there is room for, always with the last; they begin and end where the lines do."""
    every = ceil(len(labels) / MOST_LABELS) or 1
    last = len(labels) - 1
    for index in range(last % every, last + 1, every):
        yield across[index], labels[index], {last: "end", 0: "start"}.get(index, "middle")


def _line(name: str, placed: Sequence[str], shape: str) -> ChartLine:
    path, pen = [], "M"
    for point in placed:
        if point:
            path.append(pen + point)
        pen = "L" if point else "M"
    known = [point for point in placed if point]
    signed = known if len(known) <= MOST_SIGNS else known[-1:]
    return ChartLine(name, "".join(path), "".join(f"M{point}{shape}" for point in signed), shape)


def _describe(name: str, points: Sequence[Number | None]) -> str:
    known = [value for value in points if value is not None]
    return f"{name} from {format_value(known[0])} to {format_value(known[-1])}" if known else f"{name}: nothing yet"
