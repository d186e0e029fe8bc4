"""People: another name, two players who are one person, and one who left."""

from collections.abc import Callable
from urllib.parse import quote

import pytest

from scorekeeper.usecases.names import normalize_name
from tests.html import text_of
from tests.person import Answer, Person


def player(phone: Person, name: str) -> str:
    """The address of the page on which this player's name is set right."""
    with phone.app.app_context():
        from scorekeeper.storage.db import db
        from scorekeeper.storage.models import Player

        found = db.session.query(Player.id).filter(Player.name == name).one()
        db.session.rollback()
    return f"/players/{found.id}/person"


def rename(phone: Person, who: str, name: str) -> Answer:
    phone.open(player(phone, who))
    return phone.tap("Rename", {"Name": name})


def merge(phone: Person, who: str, into: str) -> Answer:
    """Asks what merging changes, and merges."""
    phone.open(f"{player(phone, who).removesuffix('person')}merge?other={into}")
    return phone.tap(f"Merge into {into}")


@pytest.fixture
def table(phone: Person) -> str:
    """A game of Ann, Bob, Cal and Dee that Bob & Dee have won."""
    game = phone.start_game()
    for _ in range(3):
        phone.play("Bob", 100, 0)
    return game


@pytest.fixture
def other_table(phone: Person) -> str:
    """A game of Annie, Bob, Cal and Dee, with one hand."""
    game = phone.start_game("Annie", ("Annie", "Bob", "Cal", "Dee"))
    phone.record_bid("Annie", 100)
    phone.tap("Save hand", {"Last trick": "Annie & Cal", "Captured by Annie & Cal": "120"})
    return game


# Names


def test_a_name_is_changed_in_every_game(phone: Person, table: str, other_table: str) -> None:
    answer = rename(phone, "Bob", "  Rob\t ")
    assert answer.status == 303
    assert "Saved." in answer.page.text
    for game in (table, other_table):
        assert "Rob & Dee" in phone.open(game).text
    assert "Bob" not in phone.open("/games").text


def test_a_name_that_is_taken_offers_to_merge(phone: Person, table: str, other_table: str) -> None:
    answer = rename(phone, "Annie", "Ann")
    assert answer.status == 422
    assert "There's already a player named Ann. Same person?" in answer.page.description_of("name")
    link = next(link for link in answer.page.all("a") if text_of(link) == "Merge with Ann")
    assert "1 game now, none after" in phone.open(link.attrs["href"]).text


def test_a_new_name_nearly_like_anothers_is_asked_about_once(phone: Person, table: str) -> None:
    answer = rename(phone, "Bob", "ann")
    assert answer.status == 422
    assert "Is ann the Ann you know?" in answer.page.description_of("name")
    link = next(link for link in answer.page.all("a") if text_of(link) == "Merge with Ann")
    assert link.attrs["href"].endswith("?other=Ann")
    assert phone.tap("Rename").status == 303
    assert "ann & Dee" in phone.open(table).text


def test_ones_own_name_spelled_otherwise_is_not_asked_about(phone: Person, table: str) -> None:
    assert rename(phone, "Bob", "BOB").status == 303


@pytest.mark.parametrize(("typed", "message"), [(" \t\x00", "Enter a name."), ("x" * 41, "can be up to 40 characters")])
def test_what_cannot_be_a_name_is_refused_at_its_field_and_kept(
    phone: Person, table: str, typed: str, message: str, stored: Callable[[], str]
) -> None:
    phone.open(player(phone, "Ann"))
    before = stored()
    answer = phone.tap("Rename", {"Name": typed})
    assert answer.status == 422
    assert message in answer.page.description_of("name")
    assert answer.page.form("Rename").sent["name"] == normalize_name(typed)
    assert stored() == before


def test_a_name_that_was_sent_twice_is_changed_once(phone: Person, table: str, stored: Callable[[], str]) -> None:
    phone.open(player(phone, "Ann"))
    form = phone.form("Rename")
    sent = form.filled(Name="Anna")
    assert phone.send(form.action, sent).status == 303
    once = stored()
    assert phone.send(form.action, sent).status == 303
    assert stored() == once


def test_a_form_that_is_older_than_another_change_is_refused(
    phone: Person, other_phone: Person, table: str, stored: Callable[[], str]
) -> None:
    phone.open(player(phone, "Ann"))
    rename(other_phone, "Ann", "Anna")
    before = stored()
    answer = phone.tap("Rename", {"Name": "Annette"})
    assert answer.status == 409
    assert "Not saved: this player changed in the meantime (the name is Anna" in answer.page.text
    assert answer.page.form("Rename").sent["name"] == "Annette"
    assert stored() == before
    assert phone.tap("Rename").status == 303


def test_a_name_that_was_corrected_at_a_table_makes_an_older_form_late(phone: Person, table: str) -> None:
    late = phone.twin()
    late.open(player(late, "Ann"))
    phone.open(f"{table}/settings")
    phone.tap(
        "Correct name",
        {"Whose name": "Ann", "Correct name": "Anna", "What was wrong?": "Misspelled (fix it everywhere)"},
    )
    assert late.tap("Rename", {"Name": "Annette"}).status == 409


# One person


def test_before_two_players_are_merged_the_page_says_what_changes(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    address, before = player(phone, "Annie"), stored()
    phone.open(address)
    form = phone.form("Show what changes")
    text = phone.open(f"{form.action}?other=+Ann").text
    assert "Annie 1 game now, none after" in text
    assert "Ann 1 game now, 2 after" in text
    assert stored() == before


def test_games_and_history_follow_when_two_players_are_merged(phone: Person, table: str, other_table: str) -> None:
    address = player(phone, "Annie")
    answer = merge(phone, "Annie", "Ann")
    assert answer.status == 303
    assert answer.path == player(phone, "Ann")
    assert "Merged: all games are here now." in answer.page.text
    assert "2 games" in answer.page.text
    assert "Ann & Cal" in phone.open(other_table).text
    assert "Annie" not in phone.open("/games?player=Ann").text
    assert len(phone.page.all(".games li")) == 2
    assert phone.get(address).status == 404


def test_leaderboard_and_player_page_follow_a_merge_and_its_undo(phone: Person, table: str) -> None:
    """Both tables were played to the end: one game each of Ann and Annie, and two of Ann."""
    phone.start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    for _ in range(3):
        phone.record_bid("Annie", 100)
        phone.tap("Save hand", {"Last trick": "Annie & Flo", "Captured by Annie & Flo": "120"})
    before = phone.open("/players").text
    assert "Annie" in before
    merge(phone, "Annie", "Ann")
    assert "Annie" not in phone.open("/players").text
    ann = player(phone, "Ann").removesuffix("/person")
    assert "Games 2" in phone.open(ann).text
    phone.open(f"{ann}/person")
    phone.tap("Undo merge")
    assert phone.open("/players").text == before
    assert "Games 1" in phone.open(ann).text


def test_a_merge_that_was_sent_twice_is_made_once(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    phone.open(f"{player(phone, 'Annie').removesuffix('person')}merge?other=Ann")
    form = phone.form("Merge into Ann")
    assert phone.send(form.action, form.sent).status == 303
    once = stored()
    again = phone.send(form.action, form.sent)
    assert (again.status, again.path) == (303, player(phone, "Ann"))
    assert stored() == once


def test_the_name_of_who_was_merged_is_free(phone: Person, table: str, other_table: str) -> None:
    merge(phone, "Annie", "Ann")
    phone.start_game("Annie", ("Annie", "Ann", "Eve", "Flo"))
    assert phone.get(player(phone, "Annie")).status == 200


def test_a_game_that_goes_on_says_that_it_has_changed(phone: Person, table: str, other_table: str) -> None:
    late = phone.twin()
    late.open(other_table)
    merge(phone, "Annie", "Ann")
    answer = late.record_bid("Annie", 100)
    assert answer.status == 409
    assert "Ann & Cal" in answer.page.text
    assert late.record_bid("Ann", 100).status == 303


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Enter the other player."),
        ("\x00", "Enter the other player."),
        ("Nobody", "No player named “Nobody”."),
        ("Ann", "That's Ann."),
        ("Bob", "Ann and Bob both played in the game on "),
    ],
)
def test_who_cannot_be_the_same_person_is_refused_in_words(
    phone: Person, table: str, name: str, message: str, stored: Callable[[], str]
) -> None:
    address = player(phone, "Ann").removesuffix("person") + "merge"
    before = stored()
    answer = phone.get(f"{address}?other={quote(name)}")
    assert answer.status == 422
    assert message in answer.page.description_of("other")
    phone.open(player(phone, "Ann"))
    sent = phone.form("Rename").sent | {"other": name}
    answer = phone.send(address, sent)
    assert answer.status == 422
    assert message in answer.page.description_of("other")
    assert stored() == before


def test_two_who_sat_together_in_a_deleted_game_are_two_people(phone: Person, table: str) -> None:
    phone.open(f"{table}/settings")
    phone.tap("Delete game")
    answer = phone.get(player(phone, "Ann").removesuffix("person") + "merge?other=Cal")
    assert answer.status == 422
    assert "both played in a deleted game on " in answer.page.text


def test_a_merge_is_undone_exactly(phone: Person, table: str, other_table: str, stored: Callable[[], str]) -> None:
    before = rows_in(stored())
    merge(phone, "Annie", "Ann")
    later = phone.start_game("Ann", ("Ann", "Eve", "Flo", "Gus"))
    assert rows_in(stored()) != before
    phone.open(player(phone, "Ann"))
    assert "Annie was merged into Ann on" in phone.page.text
    form = phone.form("Undo merge")
    answer = phone.send(form.action, form.sent)
    assert (answer.status, answer.path) == (303, player(phone, "Annie"))
    assert "Annie & Cal" in phone.open(other_table).text
    assert "Ann & Flo" in phone.open(later).text
    assert before <= rows_in(stored())
    once = stored()
    assert phone.send(form.action, form.sent).status == 303
    assert stored() == once


def rows_in(dump: str) -> set[str]:
    """What a dump says of players and seats."""
    return {
        line for line in dump.splitlines() if line.startswith(('INSERT INTO "player"', 'INSERT INTO "game_player"'))
    }


def test_a_merge_is_not_undone_while_its_name_is_somebody_else(
    phone: Person, table: str, other_table: str, stored: Callable[[], str]
) -> None:
    merge(phone, "Annie", "Ann")
    phone.start_game("Annie", ("Annie", "Eve", "Flo", "Gus"))
    phone.open(player(phone, "Ann"))
    before = stored()
    answer = phone.tap("Undo merge")
    assert answer.status == 422
    assert "Another player is now named Annie. Rename that player first." in answer.page.text
    assert stored() == before
    rename(phone, "Annie", "Annie B")
    phone.open(player(phone, "Ann"))
    assert phone.tap("Undo merge").status == 303


def test_merges_are_undone_one_after_the_other(phone: Person, table: str, other_table: str) -> None:
    phone.start_game("Anna", ("Anna", "Eve", "Flo", "Gus"))
    merge(phone, "Annie", "Ann")
    phone.open(player(phone, "Ann"))
    early = phone.form("Undo merge")
    merge(phone, "Ann", "Anna")
    assert phone.send(early.action, early.sent).status == 404
    phone.open(player(phone, "Anna"))
    phone.tap("Undo merge")
    assert phone.send(early.action, early.sent).status == 303
    assert "Annie & Cal" in phone.open(other_table).text
    assert "Ann & Cal" in phone.open(table).text


def test_undo_at_a_table_seats_whom_a_player_was_merged_into(phone: Person, table: str, other_table: str) -> None:
    """Bob's seat went to Annie's by mistake: taking it back after the merge seats Ann, and apart again Annie."""
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Annie", "Correct name": "Eve", "What was wrong?": "Someone else was playing"}
    )
    merge(phone, "Annie", "Ann")
    phone.open(other_table)
    phone.tap("Undo")
    assert "Ann & Cal" in phone.page.text
    phone.open(player(phone, "Ann"))
    phone.tap("Undo merge")
    assert "Annie & Cal" in phone.open(other_table).text


def test_undo_at_a_table_leaves_a_seat_whose_player_sits_elsewhere_at_it_by_now(
    phone: Person, table: str, other_table: str
) -> None:
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Annie", "Correct name": "Eve", "What was wrong?": "Someone else was playing"}
    )
    phone.open(f"{other_table}/settings")
    phone.tap(
        "Correct name", {"Whose name": "Cal", "Correct name": "Ann", "What was wrong?": "Someone else was playing"}
    )
    phone.start_game("Cal", ("Cal", "Gus", "Hal", "Ida"))
    merge(phone, "Annie", "Ann")
    phone.open(other_table)
    for _ in range(2):
        assert phone.tap("Undo").status == 303
    assert "Ann" in phone.page.text


# Who has left


def test_who_is_hidden_is_not_offered_any_more_and_can_be_shown_again(phone: Person, table: str) -> None:
    assert offered(phone) >= {"Ann", "Bob"}
    phone.open(player(phone, "Bob"))
    assert "Saved." in phone.tap("Hide").page.text
    assert "Bob" not in offered(phone)
    assert "Bob & Dee" in phone.open("/games").text
    phone.open(player(phone, "Bob"))
    phone.tap("Show again")
    assert "Bob" in offered(phone)


def test_who_is_hidden_without_an_ended_game_is_found_by_a_search(phone: Person, other_table: str) -> None:
    phone.open(player(phone, "Annie"))
    phone.tap("Hide")
    assert "Annie" not in phone.open("/players").text
    phone.open("/games?player=Annie")
    for step in ("Annie's stats", "Rename, merge or hide"):
        (link,) = [link for link in phone.page.all("a") if text_of(link) == step]
        phone.open(link.attrs["href"])
    phone.tap("Show again")
    assert "Annie" in offered(phone)


def offered(phone: Person) -> set[str]:
    """The names that a new game offers."""
    phone.open("/games/new")
    return {text_of(found) for found in phone.page.all("#known button")}


def test_a_player_cannot_be_deleted(phone: Person, table: str) -> None:
    rules = phone.app.url_map.iter_rules()
    assert not [rule for rule in rules if rule.rule.startswith("/players") and "delete" in rule.rule]


@pytest.mark.parametrize("player_id", ["0", "99", "2147483648", "99999999999999999999", "x", "-1"])
def test_nobody_of_this_club_has_no_page(phone: Person, player_id: str) -> None:
    assert phone.get(f"/players/{player_id}/person").status == 404
    assert phone.get(f"/players/{player_id}/merge?other=Ann").status == 404
