"""The end of a game: whose color it has, what is told of it, and what to do next, on every page that shows it."""

import re
from xml.etree import ElementTree

import pytest

from scorekeeper import settings
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import ems
from tests.html import Page, text_of
from tests.person import Person

from .steps import shown_links, start_by

NEXT = ["Rematch", "Share result", "Recap"]
STORY = "The lead changed once, in hand 2, to Bob & Dee."
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def finished(phone: Person) -> str:
    """Bob & Dee win 385 to 95; Ann & Cal led after the first hand."""
    game = phone.start_game("Dee")
    phone.play("Ann", 70, 95)
    for _ in range(3):
        phone.play("Dee", 70, 0)
    assert phone.page.heading == "Bob & Dee won"
    return game


def winner_words(page: Page) -> list[str]:
    """What is on the winner's color above the chart."""
    return [text_of(one) for one in page.one(".won").query("h1, .won > p")]


def test_a_win_has_the_winners_color_and_tells_the_total_the_reason_and_the_story(phone: Person, finished: str) -> None:
    page = phone.open(finished)
    assert "s2" in page.one(".won").attrs["class"].split()
    assert winner_words(page) == ["Bob & Dee won", "385", "385 to 95 (game was to 300).", STORY]


def test_the_total_is_not_read_out_twice(phone: Person, finished: str) -> None:
    assert phone.open(finished).one(".final").attrs["aria-hidden"] == "true"


def test_the_chart_comes_then_what_to_do_next_then_the_totals(phone: Person, finished: str) -> None:
    page = phone.open(finished)
    text = text_of(page.one("main"))
    places = [text.index(words) for words in ("Running totals", *NEXT, "Original partnership")]
    assert places == sorted(places)
    assert text_of(page.one(".won figcaption")) == "Running totals"
    assert [text_of(one) for one in page.one(".won").query("button, a")] == NEXT
    assert len([link for link in page.all("a") if text_of(link) == "Recap"]) == 1


def test_a_running_game_has_no_color_and_no_chart(phone: Person) -> None:
    page = phone.open(phone.start_game())
    assert not page.all(".won, figure")


def test_share_leads_to_the_text_where_no_script_draws_a_picture(phone: Person, finished: str) -> None:
    phone.open(finished)
    answer = phone.get(f"{finished}/summary?as=text")
    assert "open" in answer.page.one("details:has(#text)").attrs
    assert phone.form("Share result").action == f"{finished}/summary#text"
    assert "open" not in phone.open(f"{finished}/summary").one("details:has(#text)").attrs


def test_several_who_share_the_win_have_a_color_of_their_own(phone: Person) -> None:
    """R7: four hands of 100 to 100."""
    game = start_by(phone, "larry-smith")
    for _ in range(4):
        phone.record_bid("Ann", 100)
        phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "100"})
    page = phone.open(game)
    assert "s0" in page.one(".won").attrs["class"].split()
    assert winner_words(page) == ["Ann & Cal and Bob & Dee won", "400", "400 each: they share the win."]
    assert "400 each: they share the win." in words(picture(phone, f"{game}/picture.svg"))


def test_a_watcher_sees_the_same_picture_of_the_end(phone: Person, finished: str) -> None:
    watcher = Person(phone.app)
    page = watcher.open(shown_links(phone, f"{finished}/links")["watch"])
    assert winner_words(page) == winner_words(phone.open(finished))
    assert [text_of(one) for one in page.one(".won").query("button, a")] == ["Share result"]


def test_the_recap_tells_the_story_first(phone: Person, finished: str) -> None:
    page = phone.open(f"{finished}/summary")
    assert "s2" in page.one(".won").attrs["class"].split()
    rivalry = "Bob & Dee lead 1–0 this year."
    assert winner_words(page) == ["Bob & Dee won", "385 to 95 (game was to 300). R1", STORY, rivalry]


# The picture


def picture(phone: Person, path: str) -> ElementTree.Element:
    answer = phone.web.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return ElementTree.fromstring(answer.get_data(as_text=True))


def words(drawing: ElementTree.Element) -> list[str]:
    return ["".join(found.itertext()) for found in drawing.iter(f"{SVG}text")]


def test_the_picture_is_the_score_sheet_with_the_result_on_top(phone: Person, finished: str) -> None:
    found = words(picture(phone, f"{finished}/picture.svg"))
    page = phone.open(finished)
    assert found[:6] == ["95", ":", "385", "● Ann & Cal", "■ Bob & Dee", "★ won"]
    assert found[6] == winner_words(page)[2]
    assert found[8] == "Rook, Original partnership, to 300"
    assert " ".join(found[12:20]) == "1 Ann 70 made 95 25 95 25"
    assert "2 Dee 70 made 0 120 95 145" in " ".join(found)


def test_anyone_who_watches_can_share_it_and_no_one_else_without_the_link(phone: Person, finished: str) -> None:
    watch = shown_links(phone, f"{finished}/links")["watch"]
    assert words(picture(Person(phone.app), f"{watch}/picture.svg"))[:3] == ["95", ":", "385"]
    assert phone.get("/watch/aaaaaaaaaaaaaaaaaaaaaaaaaa/picture.svg").status == 404


def test_the_picture_of_a_win_needs_no_style_sheet_and_no_network(phone: Person, finished: str) -> None:
    for found in picture(phone, f"{finished}/picture.svg").iter():
        assert not {"style", "class", "href"} & found.attrib.keys()
        assert found.tag in {SVG + name for name in ("svg", "g", "path", "text")}


@pytest.mark.parametrize("names", [tuple("ABCDEF"), tuple(first + 13 * "BCD" for first in "AEFGHI")], ids=["1", "40"])
@pytest.mark.parametrize("key", ["two-handed", "three-handed", "original", "five-handed", "six-handed"])
def test_the_picture_of_a_win_fits_any_names(phone: Person, key: str, names: tuple[str, ...]) -> None:
    """By the widths of letters in the widest font: inside its edges, and no line over the one above."""
    names = names[: PRESETS[key].rules.players]
    game = start_by(phone, key, names)
    while not phone.page.heading.endswith("won"):
        phone.record_bid(names[1], PRESETS[key].rules.bids[-1])
        *empty, last = [field.attrs["data-names"] for field in phone.page.all("input[data-names]")]
        counts = {f"Captured by {side}": "0" for side in empty}
        most = {f"Captured by {last}": str(PRESETS[key].rules.card_total)}
        phone.tap("Save hand", counts | most | {"Last trick": last})
    boxes = []
    for group in picture(phone, f"{game}/picture.svg").iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}text"):
            size = float(text.get("font-size") or group.attrib["font-size"])
            wide, (x, y) = size * ems(text.text or ""), (float(text.attrib[name]) for name in "xy")
            anchor = text.get("text-anchor") or group.get("text-anchor")
            left = x - wide * {"middle": 0.5, "end": 1}.get(anchor or "", 0)
            boxes.append((left, left + wide, y - 0.75 * size, y))
    for left, right, top, bottom in boxes:
        assert 0 <= left < right <= 360, text
        over = [(x, y) for x, wide, high, y in boxes if x < right and left < wide and high < bottom and top < y]
        assert len(over) == 1, over


def test_names_that_are_markup_are_names(phone: Person) -> None:
    game = phone.start_game("<b>", ("<b>", "&amp;", "Cal", "Dee"))
    assert any("<b> & Cal" in found for found in words(picture(phone, f"{game}/picture.svg")))


@pytest.mark.parametrize("key", PRESETS)
def test_there_is_a_picture_of_a_game_by_any_rules(phone: Person, key: str) -> None:
    names = tuple("ABCDEF")[: PRESETS[key].rules.players]
    found = words(picture(phone, f"{start_by(phone, key, names)}/picture.svg"))
    assert "After 0 hands" in found


@pytest.mark.parametrize("template", ["game/picture.svg", "check/picture.svg"])
def test_the_colors_of_a_picture_are_those_of_the_page_by_day(template: str) -> None:
    by_day, _, _ = (settings.shipped("static") / "app.css").read_text().partition("prefers-color-scheme: dark")
    used = re.findall(r"#[0-9a-f]{6}", (settings.shipped("templates") / template).read_text())
    assert used
    assert set(used) <= set(re.findall(r"#[0-9a-f]{6}", by_day))


def test_the_colors_of_the_sides_in_a_picture_are_in_their_order() -> None:
    by_side = re.findall(r"--side-\d: (#[0-9a-f]{6});", (settings.shipped("static") / "app.css").read_text())[:6]
    assert re.findall(r"#[0-9a-f]{6}", (settings.shipped("templates") / "game/picture.svg").read_text())[:6] == by_side
