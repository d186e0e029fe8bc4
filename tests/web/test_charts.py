"""Charts: every value is drawn in its place, told in words and figures, and apart by more than color."""

import re

import pytest
from flask import Flask, render_template_string
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.chart_layout import BOTTOM, SHAPES, TOP, format_value, line_chart
from tests.html import Page, text_of
from tests.lint import lint

TOTALS = [("Ann & Cal", [0, -100, 165]), ("Bob <3>", [0, 20, None])]
DRAWN = """<!doctype html><html lang="en"><head><meta name="description" content="x"><title>x</title></head>
<body><main><h1>x</h1>
{{ charts.lines("totals", "Running totals", totals, ["0", "1", "2"], "Hand", (300, "target 300")) }}
{{ charts.bars("Bids", [("70–80", [6, 2]), ("85–95", [0, 4]), ("100", [0, 0])], ["made", "set"], "Bid") }}
{{ charts.lines("nothing", "Nothing yet", [("Ann", [])], [], "Game") }}
</main></body></html>"""


@pytest.fixture
def drawn(app: Flask) -> Page:
    with app.test_request_context():
        page = Page(render_template_string(DRAWN, totals=TOTALS), whole=True)
    lint(app, page)
    return page


def heights(path: str) -> list[float]:
    return [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path)]


# Points, and averages of them.
numbers = st.one_of(st.integers(-2_000, 2_000), st.floats(-100, 100).map(lambda value: round(value, 2)))


@given(st.lists(st.lists(st.none() | numbers, min_size=3, max_size=3), max_size=6), st.none() | numbers)
def test_every_line_stays_on_the_paper_and_a_higher_value_is_never_lower(
    rows: list[list[float | None]], mark: float | None
) -> None:
    chart = line_chart([(str(place), row) for place, row in enumerate(rows)], ["0", "1", "2"], mark)
    known = [value for row in rows for value in row if value is not None]
    placed = [y for line in chart.lines for y in heights(line.path)]
    assert all(TOP <= y <= BOTTOM for y in placed)
    assert len(placed) == len(known)
    order = sorted(range(len(known)), key=lambda place: known[place])
    assert [placed[place] for place in order] == sorted(placed, reverse=True)
    assert 2 <= len(chart.ticks) <= 7


@pytest.mark.parametrize(
    ("points", "ticks"),
    [
        ([0, -100, 300], ["−100", "0", "100", "200", "300"]),
        ([25.0, 25.9], ["25", "25.2", "25.4", "25.6", "25.8", "26"]),
        ([], ["0", "1"]),
        ([40], ["40", "41"]),
    ],
)
def test_the_scale_is_in_round_numbers(points: list[float], ticks: list[str]) -> None:
    assert [number for _, number in line_chart([("Ann", points)], ["x"] * len(points)).ticks] == ticks


def test_of_many_labels_a_few_are_shown_and_the_last_among_them() -> None:
    shown = [words for _, words, _ in line_chart([("Ann", range(100))], list(map(str, range(100)))).labels]
    assert shown[-1] == "99"
    assert len(shown) <= 7


def test_the_axis_says_what_it_counts(drawn: Page) -> None:
    totals, _ = drawn.all("svg[role=img]")
    assert "hand" in [text_of(words) for words in totals.query("text")]


def test_labels_begin_and_end_where_the_lines_do() -> None:
    """A first label of four digits, such as 1209, would cover the word before it, "game"."""
    anchors = [anchor for *_, anchor in line_chart([("Ann", [1, 2, 3])], ["1209", "1210", "1211"]).labels]
    assert anchors == ["start", "middle", "end"]
    assert [anchor for *_, anchor in line_chart([("Ann", [1])], ["1"]).labels] == ["start"]


def test_a_gap_breaks_the_line() -> None:
    (line,) = line_chart([("Ann", [1, 2, None, 3, 4])], list("abcde")).lines
    assert re.findall("[ML]", line.path) == ["M", "L", "M", "L"]


def test_six_lines_have_six_shapes_and_their_own_dashes(app: Flask) -> None:
    chart = line_chart([(str(n), [n]) for n in range(6)], ["x"])
    assert [line.sign for line in chart.lines] == list(SHAPES)
    assert len(set(SHAPES)) == 6
    with open("static/app.css", encoding="utf-8") as file:
        dashes = re.findall(r"\.chart \.s\d \.line \{\s+stroke-dasharray: ([\d ]+);", file.read())
    assert len(set(dashes)) == 5  # the first is drawn through


def test_each_drawing_is_told_in_words(drawn: Page) -> None:
    charts = drawn.all("svg[role=img]")
    descriptions = {text_of(svg.query_one("title")): text_of(svg.query_one("desc")) for svg in charts}
    assert descriptions["Running totals"] == "Ann & Cal from 0 to 165; Bob <3> from 0 to 20."
    assert descriptions["Nothing yet"] == "Ann: nothing yet."


def test_each_chart_has_its_table(drawn: Page) -> None:
    totals, bids, nothing = drawn.all("table")
    rows = [text_of(row) for row in totals.query("tr")]
    assert rows == ["Hand Ann & Cal Bob <3>", "0 0 0", "1 −100 20", "2 165 –"]
    assert [text_of(row) for row in bids.query("tr")] == ["Bid made set", "70–80 6 2", "85–95 0 4", "100 0 0"]
    assert len(nothing.query("tr")) == 1


def test_the_parts_of_a_bar_lie_one_after_the_other_and_nothing_is_drawn_for_0(drawn: Page) -> None:
    bars = drawn.all("tbody .drawn")
    parts = [[(part.attrs["class"], part.attrs["d"]) for part in bar.query("path")] for bar in bars]
    assert parts == [[("b1", "M0 0h6v1h-6z"), ("b2", "M6 0h2v1h-2z")], [("b2", "M0 0h4v1h-4z")], []]


def test_the_longest_bar_is_as_long_as_there_is_room_and_the_others_are_drawn_to_its_scale(drawn: Page) -> None:
    assert {bar.attrs["viewBox"] for bar in drawn.all("tbody .drawn")} == {"0 0 8 1"}


@pytest.mark.parametrize(
    ("value", "figures"),
    [
        (-95, "−95"),
        (0, "0"),
        (1500, "1500"),
        (25.04, "25"),
        (76.25, "76.3"),
        (43.75, "43.8"),
        (-0.25, "−0.3"),
        (-0.04, "0"),
    ],
)
def test_figures_are_short(value: float, figures: str) -> None:
    assert format_value(value) == figures
