"""Shares and averages are rounded in one way: half goes away from zero (P5)."""

import ast
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.rules.rounding import rounded
from scorekeeper.rules.tournament.standings import Score
from scorekeeper.usecases.game import summary
from scorekeeper.usecases.players.player_stats import Share, rating_number
from scorekeeper.web.chart_layout import format_value
from scorekeeper.web.filters import format_share
from tests.person import Person

from .player_pages import page_of

ROOT = Path(__file__).parents[2]

# The source of a line, where it is shown, what is shown, how.
SHOWN: list[tuple[str, str, Callable[[], object], object]] = [
    ("P5", "a share", lambda: format_share(Share(10, 16)), "63%"),
    ("P5", "an average", lambda: format_value(11.25), "11.3"),
    ("P5", "an average below zero", lambda: format_value(-11.25), "−11.3"),
    ("P5", "no minus sign at nothing", lambda: format_value(-0.04), "0"),
    ("T4", "the points of a sit-out", lambda: str(Score(played=[11, 11, 11, 12], sit_outs=1).points), "56.3"),
    ("P5", "a rating", lambda: rating_number(25.0625), 1003),
    (
        "P5",
        "minutes a hand",
        lambda: summary._describe_duration(timedelta(minutes=50), 4),
        "50 minutes (13 minutes a hand)",
    ),
    ("a float is what it is written as", "an average", lambda: format_value(227 / 20), "11.4"),
]


@pytest.mark.parametrize(("show", "shown"), [row[2:] for row in SHOWN], ids=[f"{row[0]}: {row[1]}" for row in SHOWN])
def test_half_goes_away_from_zero(show: Callable[[], object], shown: object) -> None:
    assert show() == shown


def test_the_usual_bid_is_rounded_as_everything(phone: Person) -> None:
    """The average of 70 and 75 is 73."""
    phone.start_game(target=100)
    phone.play("Ann", 70, 80)
    phone.play("Ann", 75, 80)
    assert "Usual bid 73 on average" in page_of(phone, "Ann").text


@pytest.mark.parametrize(
    ("value", "places", "wanted"), [(62.5, 0, "63"), (-62.5, 0, "-63"), (11.25, 1, "11.3"), (2, 0, "2")]
)
def test_how_it_is_rounded(value: float, places: int, wanted: str) -> None:
    assert str(rounded(value, places)) == wanted


# Who rounds otherwise, and why.
OTHERWISE = {
    "scorekeeper/rules/rounding.py": "the one way",
    "templates/check/picture.svg": "lengths of a drawing",
    "templates/game/picture.svg": "lengths of a drawing",
    "templates/macros/picture.svg": "lengths of a drawing",
    "scorekeeper/storage/backups.py": "megabytes",
    "scorekeeper/storage/tournaments.py": "seconds that are left",
    "scorekeeper/usecases/game/story.py": "half hands, which a chance is reckoned with",
    "scorekeeper/web/request_log.py": "a log has six digits of a second",
    "scorekeeper/web/views/links.py": "seconds in a header",
}
OF_SCRIPTS = re.compile(r"Math\.round|\.toFixed|\.toPrecision")
OF_TEMPLATES = re.compile(r"\|\s*round\b|%[\d.]*[fg]\b|:\.\d[fg%]")


def rounds(source: str) -> Iterator[ast.AST]:
    """What rounds in Python: round(), a format with decimals, a decimal's own way."""
    for node in ast.walk(ast.parse(source)):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        written = ast.unparse(node.format_spec) if isinstance(node, ast.FormattedValue) and node.format_spec else ""
        if called.rpartition(".")[2] in ("round", "quantize") or re.search(r"[.\d][efg%]'", written):
            yield node


def test_nothing_else_rounds() -> None:
    found = [
        *(file for file in ROOT.glob("scorekeeper/**/*.py") if any(rounds(file.read_text()))),
        *(file for file in ROOT.glob("static/**/*.js") if OF_SCRIPTS.search(file.read_text())),
        *(file for file in ROOT.glob("templates/**/*") if file.is_file() and OF_TEMPLATES.search(file.read_text())),
    ]
    assert {str(file.relative_to(ROOT)) for file in found} == {*OTHERWISE}


@pytest.mark.parametrize("source", ["round(x)", "f'{x:.1f}'", "f'{x:.0%}'", "x.quantize(y)"])
def test_a_way_to_round_is_found(source: str) -> None:
    assert any(rounds(source))
