"""A game in full: how it ended and why, every hand in words, its chart, its notes, and what to do with it."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.html import Page, text_of
from tests.person import Answer, Person
from tests.web import hosted
from tests.web.counting import statements
from tests.web.steps import about, shown_links, start_by


@pytest.fixture
def finished(phone: Person) -> str:
    """Ann & Cal win, 300 to −50, in five hands."""
    game = phone.start_game("Dee")
    for bidder, bid, captured in (("Bob", 95, 45), ("Ann", 100, 80), ("Cal", 85, 120), ("Ann", 90, 115)):
        phone.play(bidder, bid, captured)
    phone.record_bid("Ann", 120)
    phone.record_hand(120)
    phone.open(game)
    assert "Ann & Cal won" in phone.page.text
    return game


def full_summary(phone: Person, game: str) -> Page:
    return phone.open(f"{game}/summary")


def told(page: Page) -> list[str]:
    """What opens on a tap, R numbers left out."""
    return [re.sub(r" R\d+", "", text_of(row)) for row in page.all(".hands .why")]


def test_a_finished_scoreboard_leads_to_the_game_in_full(phone: Person, finished: str) -> None:
    links = {text_of(link): link.attrs["href"] for link in phone.open(finished).all("a")}
    assert links["Recap"] == f"{finished}/summary"


def test_a_running_scoreboard_does_not(phone: Person) -> None:
    phone.start_game()
    assert "Recap" not in phone.page.text


def test_a_recap_says_who_won_and_why(phone: Person, finished: str) -> None:
    page = full_summary(phone, finished)
    assert page.heading == "Ann & Cal won"
    assert page.totals == {"Ann & Cal": "300", "Bob & Dee": "−50"}
    assert "300 to −50 (game was to 300). R1" in page.text


def test_every_hand_is_there_in_words(phone: Person, finished: str) -> None:
    hands = told(full_summary(phone, finished))
    assert len(hands) == 5
    assert hands[0] == (
        "Dee dealt. Bob bid 95. Ann & Cal took the last trick and the nest. "
        "Bob & Dee bid 95 and took 75: set back 95. Ann & Cal score 45. Correct hand 1"
    )


def test_calls_trump_misdeals_and_notes_are_told(phone: Person) -> None:
    game = phone.start_game("Dee")
    form = phone.form("Misdeal")
    phone.last = phone.send(form.action, form.sent)
    for player, call in ((0, "70"), (1, "75"), (2, ""), (3, ""), (0, "")):
        form = phone.form("Misdeal")
        fields = form.sent | {"player": str(player), "call": call}
        phone.last = phone.send(form.action.replace("misdeal", "call"), fields)
    form = phone.form("Misdeal")
    phone.last = phone.send(form.action.replace("misdeal", "trump"), form.sent | {"trump": "green"})
    fields = phone.form("Save hand").filled(**{"Last trick": "Bob & Dee", "Captured by Bob & Dee": "80"})
    phone.last = phone.send(f"{game}/hands", fields | {"note": "The cat <sat> on the nest"})
    page = full_summary(phone, game)
    assert text_of(page.one(".hands .deal")) == "Misdeal, Dee dealt"
    (hand,) = told(page)
    assert "Bidding: Ann 70, Bob 75, Cal passed, Dee passed, Ann passed. Bob bid 75. " in hand
    assert "Green was trump. Bob & Dee bid 75" in hand
    assert "The cat <sat> on the nest" in hand


def test_where_the_bidder_has_the_nest_the_last_trick_is_told_alone(phone: Person) -> None:
    game = start_by(phone, "princeton")
    phone.record_bid("Ann", 100)
    phone.tap("Save hand", {"Last trick": "Bob & Dee", "Captured by Ann & Cal": "90"})
    (hand,) = told(full_summary(phone, game))
    assert "Bob & Dee took the last trick. " in hand
    assert "Bob & Dee score 110 with the last trick." in hand


def test_a_recap_does_not_tell_twice_who_bids_alone(phone: Person) -> None:
    game = start_by(phone, "three-handed", ("Ann", "Bob", "Cal"))
    phone.record_bid("Bob", 100)
    phone.tap("Save hand", {"Last trick": "Bob", "Captured by Bob": "100", "Captured by Ann & Cal": "0"})
    (hand,) = told(full_summary(phone, game))
    assert hand.startswith("Ann dealt. Bob took the last trick and the nest. Bob bid 100 and took 100")


def test_a_recap_begins_with_the_sheet_then_come_the_chart_and_what_turned_it(phone: Person, finished: str) -> None:
    """A chart's table is folded; who played and when is below."""
    page = phone.open(f"{finished}/summary")
    text = page.text
    places = [text.find(words) for words in ("Hand by hand", "Running totals", "Turning points", "Notes", "Next")]
    assert -1 not in places
    assert places == sorted(places)
    assert all("open" not in table.attrs for table in page.all("details.figures"))


def test_the_running_totals_are_in_a_chart_and_in_its_table(phone: Person, finished: str) -> None:
    chart, _ = full_summary(phone, finished).all("figure")
    assert text_of(chart.query_one("figcaption")) == "Running totals"
    assert "target 300" in text_of(chart.query_one(".legend"))
    rows = [text_of(row) for row in chart.query("table tr")]
    assert rows == [
        "After hand Ann & Cal Bob & Dee", "0 0 0", "1 45 −95", "2 −55 −55", "3 65 −55", "4 180 −50", "5 300 −50",
    ]  # fmt: skip


def test_the_chance_of_winning_is_there_after_every_hand(phone: Person, finished: str) -> None:
    """From even at the start to certain at the end."""
    _, chart = full_summary(phone, finished).all("figure")
    assert text_of(chart.query_one("figcaption")) == "Chance of winning (%)"
    rows = [[int(cell) for cell in text_of(row).split()] for row in chart.query("tbody tr")]
    assert [sum(chances) for _, *chances in rows] == [pytest.approx(100, abs=1)] * 6
    assert rows[0] == [0, 50, 50]
    assert rows[2] == [2, 50, 50], "both have 55 below zero"
    assert rows[5] == [5, 100, 0]


def test_a_running_game_has_its_chances_too(phone: Person) -> None:
    game = phone.start_game("Dee")
    phone.play("Bob", 95, 45)
    _, chart = full_summary(phone, game).all("figure")
    assert len(chart.query("tbody tr")) == 2


def test_a_recap_tells_what_turned_the_game(phone: Person, finished: str) -> None:
    sentences = [text_of(item) for item in full_summary(phone, finished).all("ul.plain li")]
    assert sentences[0] == "The biggest swing was hand 1: Ann & Cal +45, Bob & Dee −95."
    assert sentences[-2:] == ["Set: Bob in hand 1; Ann in hand 2.", "The biggest set was hand 2: Ann −100."]


def test_names_from_right_to_left_keep_their_numbers(phone: Person) -> None:
    """Each is in an isolate of its own: without it a number would go to the other side of the name before it."""
    game = phone.start_game("Ann", ("Ann", "مريم", "Cal", "مريم العربية"))
    phone.record_bid("مريم", 100)
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "45"})
    page = full_summary(phone, game)
    both = "\u2068مريم\u2069 & \u2068مريم العربية\u2069"
    assert [text_of(item) for item in page.all("ul.plain li")] == ["Set: \u2068مريم\u2069 in hand 1."]
    assert f"{both} bid 100 and took 75: set back 100." in told(page)[0]
    assert f"{both}: −100" in text_of(page.one("#text"))


def test_a_bid_that_a_renege_left_without_a_test_was_not_set(phone: Person) -> None:
    """R8: a renege tests no bid, but the side that reneged loses it: "No one was set" would mislead."""
    game = phone.start_game("Dee")
    for reneged in ("Bob", "Ann"):
        phone.record_bid("Ann", 100)
        phone.more(part="Renege")
        phone.tap("Save hand", {"Captured by Bob & Dee": "20", "Captured by Ann & Cal": "40", "Who reneged?": reneged})
    sentences = [text_of(item) for item in full_summary(phone, game).all("ul.plain li")]
    assert sentences[-1] == "Reneged: Bob in hand 1; Ann in hand 2."
    assert not [sentence for sentence in sentences if "set" in sentence]


@pytest.mark.parametrize(("rules", "names"), [("five-handed", tuple("ABCDE")), ("changing-partners", tuple("ABCD"))])
def test_a_game_without_a_hand_can_be_looked_at(phone: Person, rules: str, names: tuple[str, ...]) -> None:
    page = full_summary(phone, start_by(phone, rules, names))
    assert page.heading == "In progress"
    assert "No hands yet." in page.text
    assert not page.has_button("Rematch")


def test_a_stopped_game_says_that_no_one_won(phone: Person) -> None:
    game = phone.start_game()
    phone.play("Ann", 70, 70)
    phone.open(f"{game}/settings")
    phone.tap("End game early")
    page = full_summary(phone, game)
    assert page.heading == "Stopped early"
    assert page.has_button("Rematch")
    assert "Send to BG Stats" not in page.text


def test_a_rematch_starts_from_here(phone: Person, finished: str) -> None:
    full_summary(phone, finished)
    assert phone.tap("Rematch").status == 303
    assert "Hand 1" in phone.page.heading


def test_the_text_to_share_holds_result_and_hands(phone: Person, finished: str) -> None:
    text = full_summary(phone, finished).one("pre").raw_text
    lines = text.strip().splitlines()
    assert lines[0] == "Ann & Cal won"
    assert "Bob & Dee: −50" in lines
    assert "2. Ann 100 set: −100 (−55), 40 (−55)" in lines
    assert re.fullmatch(r"Original partnership, to 300 · [A-Z][a-z]{2} \d{1,2}, \d{4}(, .+)?", lines[-1])


# Notes


def note(phone: Person, game: str, text: str) -> Answer:
    full_summary(phone, game)
    form = phone.form("Save notes")
    phone.last = phone.send(form.action, form.sent | {"notes": text})
    return phone.last


def test_penalties_and_reneges_are_marked(phone: Person) -> None:
    game = phone.start_game("Dee")
    phone.record_bid("Ann", 100)
    phone.more(part="Renege")
    phone.tap("Save hand", {"Captured by Bob & Dee": "20", "Captured by Ann & Cal": "40", "Who reneged?": "Bob"})
    phone.record_bid("Ann", 100)
    phone.more()
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "120", "Table talk by Bob": "1"})
    page = full_summary(phone, game)
    assert [text_of(one) for one in page.all(".hands td > span")] == ["renege"]
    assert [text_of(one) for one in page.all(".hands td > small")] == ["Bob reneged", "penalty 40 Bob & Dee"]
    assert [text_of(one) for one in page.all(".remarks")[1:]] == ["Bob reneged", "penalty 40, Bob & Dee"]


def test_on_paper_a_remark_stands_beside_its_hand_and_the_others_below_the_sheet(phone: Person) -> None:
    game = phone.start_game("Dee")
    phone.tap("Misdeal")
    phone.record_bid("Ann", 100)
    phone.more()
    phone.tap("Save hand", {"Last trick": "Ann & Cal", "Captured by Ann & Cal": "120", "Table talk by Bob": "1"})
    page = phone.open(f"{game}/sheet")
    assert text_of(page.all("tr:not(.deal) > td.remarks")[0]) == "after a misdeal"
    assert [text_of(one) for one in page.all(".fitted ~ p.printed")][:1] == ["Hand 1: penalty 40, Bob & Dee"]


def test_notes_are_kept_and_undo_takes_them_back(phone: Person, finished: str) -> None:
    answer = note(phone, finished, "  Grandma's table.\r\nRain <outside>.  ")
    assert (answer.status, answer.path) == (303, f"{finished}/summary")
    assert phone.form("Save notes").sent["notes"] == "Grandma's table.\nRain <outside>."
    phone.open(finished)
    assert about(phone, "Undo") == "Takes back the notes"
    phone.tap("Undo")
    assert full_summary(phone, finished).form("Save notes").sent["notes"] == ""
    assert phone.page.heading == "Ann & Cal won"


def test_notes_that_are_emptied_are_gone(phone: Person, finished: str) -> None:
    note(phone, finished, "Rain.")
    note(phone, finished, "")
    assert phone.form("Save notes").sent["notes"] == ""


def test_the_same_notes_once_more_change_nothing(phone: Person, finished: str, stored: Callable[[], str]) -> None:
    note(phone, finished, "Rain.")
    before = stored()
    assert note(phone, finished, "Rain.\x00").status == 303
    assert stored() == before


def test_notes_that_are_too_long_are_refused_at_their_field_and_kept(phone: Person, finished: str) -> None:
    answer = note(phone, finished, "x" * 2_001)
    assert answer.status == 422
    assert "up to 2,000 characters; these have 2,001" in answer.page.description_of("notes")
    assert answer.page.form("Save notes").sent["notes"] == "x" * 2_001


def test_notes_on_a_game_that_moved_on_are_shown_again(phone: Person, other_phone: Person, finished: str) -> None:
    full_summary(phone, finished)
    note(other_phone, finished, "Mine.")
    form = phone.form("Save notes")
    answer = phone.send(form.action, form.sent | {"notes": "Yours."})
    assert answer.status == 409
    assert "in the meantime (the notes)." in answer.page.alerts
    assert answer.page.form("Save notes").sent["notes"] == "Yours."
    assert shown_notes(answer) == "Saved: Mine."


def shown_notes(answer: Answer) -> str:
    """The notes that can be read beside those in the field."""
    return "".join(text_of(one) for one in answer.page.all(".noted") if "hidden" not in one.attrs)


def test_notes_are_read_by_who_does_not_keep_the_game_and_by_who_does_in_their_field(
    app_with: Callable[..., Flask],
) -> None:
    keeper = Person(app_with(hosted=True))
    hosted.start_club(keeper)
    game = hosted.start_game(keeper)
    reader = hosted.enter(keeper.app, shown_links(keeper, f"{hosted.club_of(keeper)}links")["reader"])
    assert not reader.open(f"{game}/summary").all("#notes")
    assert shown_notes(note(keeper, game, "Rain.")) == ""
    assert shown_notes(reader.get(f"{game}/summary")) == "Rain."


def test_a_forged_note_is_refused(phone: Person, finished: str) -> None:
    full_summary(phone, finished)
    form = phone.form("Save notes")
    assert phone.send(form.action, form.sent | {"csrf_token": "", "notes": "x"}).status == 400


# Addresses and cost


@pytest.mark.parametrize("path", ["summary", "bg-stats"])
def test_a_game_that_is_not_there_leads_nowhere(phone: Person, path: str) -> None:
    assert phone.get(f"/games/00000000-0000-4000-8000-000000000000/{path}").status == 404
    assert phone.get(f"/games/1/{path}").status == 404


def test_a_deleted_game_offers_to_be_brought_back(phone: Person, finished: str) -> None:
    phone.open(f"{finished}/settings")
    phone.tap("Delete game")
    assert full_summary(phone, finished).has_button("Restore")


def test_a_long_game_asks_the_database_as_often_as_a_short_one(app: Flask, phone: Person) -> None:
    game = phone.start_game()
    counts = []
    for hands in (1, 12):
        phone.open(game)
        for hand in range(hands):
            phone.play("Ann" if hand % 2 == 0 else "Bob", 120, 60)
        with statements(app) as sent:
            full_summary(phone, game)
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 5
