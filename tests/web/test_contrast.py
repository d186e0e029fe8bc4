"""Contrast by day and by night, computed from the colors of the style sheet (WCAG 2, 1.4.3, 1.4.6 and 1.4.11)."""

import re
from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest

from scorekeeper import settings

GROUNDS = ("paper", "card")
SIDES = tuple(f"side-{number}" for number in range(1, 7))
# How eyes without one kind of cones see linear red, green and blue (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no middle": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no short": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def colors() -> dict[str, tuple[str, str]]:
    """Return each color by its name, as it is by day and by night."""
    sheet = (settings.shipped("static") / "app.css").read_text()
    day, night = (
        dict(re.findall(r"--([a-z0-9-]+): #([0-9a-f]{6});", block))
        for block in re.findall(r":root {(.+?)}", sheet, re.S)[:2]
    )
    assert day.keys() == night.keys()
    return {name: (color, night[name]) for name, color in day.items()}


def linear(color: str) -> list[float]:
    """Return red, green and blue as light, from 0 to 1."""
    parts = (int(color[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(color: str) -> float:
    return sumprod((0.2126, 0.7152, 0.0722), linear(color))


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(first * second for first, second in zip(one, other, strict=True))


def seen_by(color: str, eyes: str) -> list[float]:
    """Return where such eyes see it in Oklab, in which the same distance looks like the same difference."""
    light = [min(max(sumprod(row, linear(color)), 0), 1) for row in EYES[eyes]]
    cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    answers = [sumprod(row, light) ** (1 / 3) for row in cones]
    axes = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return [sumprod(row, answers) for row in axes]


def contrast(one: str, other: str) -> float:
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("color", "least"),
    [("ink", 7), ("soft", 7), ("edge", 3), ("made", 4.5), ("set", 4.5), *((side, 4.5) for side in SIDES)],
)
def test_words_and_what_can_be_tapped_stand_out_in_sunlight(color: str, least: float, ground: str, scheme: int) -> None:
    known = colors()
    assert contrast(known[color][scheme], known[ground][scheme]) >= least


@pytest.mark.parametrize("scheme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("eyes", EYES)
def test_six_sides_are_told_apart_by_eyes_of_every_kind(eyes: str, scheme: int) -> None:
    """An eighth of the way from black to white is a difference that is seen at once; each side has a shape too."""
    known = colors()
    for one, other in combinations(SIDES, 2):
        assert dist(seen_by(known[one][scheme], eyes), seen_by(known[other][scheme], eyes)) >= 0.13, (one, other)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("side", SIDES)
def test_by_day_no_side_looks_black(side: str, eyes: str) -> None:
    assert dist(seen_by(colors()[side][0], eyes), seen_by("000000", eyes)) >= 0.3


def test_buttons_and_chips_have_an_edge_of_that_color() -> None:
    sheet = (settings.shipped("static") / "app.css").read_text()
    for selector in ("button", ".chip", "nav.foot .wide"):
        (rule,) = re.findall(rf"(?m)^{re.escape(selector)} \{{([^}}]*border: [^}}]*)\}}", sheet)
        assert "var(--edge)" in rule, selector
