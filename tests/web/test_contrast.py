"""Contrast by day and by night, computed from the colors of the style sheet (WCAG 2, 1.4.3, 1.4.6 and 1.4.11)."""

import re

import pytest

from scorekeeper import assets

GROUNDS = ("paper", "card")


def colors() -> dict[str, tuple[str, str]]:
    """Return each color by its name, as it is by day and by night."""
    sheet = (assets.folder("static") / "app.css").read_text()
    found = re.findall(r"--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)", sheet)
    return {name: (day, night) for name, day, night in found}


def luminance(color: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(color[place : place + 2], 16) / 255) for place in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("color", "least"),
    [("ink", 7), ("soft", 7), ("edge", 3), ("first", 4.5), ("second", 4.5), ("made", 4.5), ("set", 4.5)],
)
def test_words_and_what_can_be_tapped_stand_out_in_sunlight(color: str, least: float, ground: str, scheme: int) -> None:
    known = colors()
    assert contrast(known[color][scheme], known[ground][scheme]) >= least


def test_what_can_be_tapped_has_an_edge_of_that_color() -> None:
    sheet = (assets.folder("static") / "app.css").read_text()
    for selector in ("button", ".chip", "nav.foot .wide"):
        (rule,) = re.findall(rf"(?m)^{re.escape(selector)} \{{([^}}]*border: [^}}]*)\}}", sheet)
        assert "var(--edge)" in rule, selector
