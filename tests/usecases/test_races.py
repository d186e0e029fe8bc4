"""What several phones do at the same moment ends as one, or as a conflict; never as a fault, and never half."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import ColumnElement, func, select

from scorekeeper.rules.hand import Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.storage import clubs as stored_clubs
from scorekeeper.storage import players
from scorekeeper.storage.db import db, reading, writing
from scorekeeper.storage.models import CLUB, GAME, HOUSE_RULES, PHONE, PLAYER, LinkKind
from scorekeeper.usecases import clubs, house_rules, links
from scorekeeper.usecases.errors import Conflict, NotFound, Submission, ValidationFailed
from scorekeeper.usecases.game import change, new_game, recording
from scorekeeper.usecases.house_rules import parameter_values
from scorekeeper.usecases.players import roster
from scorekeeper.usecases.tournaments import changes, new_tournament, organize, rounds, tournament_page
from scorekeeper.usecases.transfer.game_import import import_game
from tests.at_once import at_once
from tests.person import TABLE
from tests.record.games import MADE, record_bytes

from . import reference_ratings, reference_stats
from .club_files import bring_file, file_of, rewritten
from .conftest import start
from .game_at_table import GameAtTable

pytestmark = pytest.mark.both_databases

Change = Callable[[], object]
AtOnce = Callable[..., list[str]]
REFUSED = (Conflict, NotFound, ValidationFailed)


@pytest.fixture
def phones(app: Flask, club: int) -> AtOnce:
    """Makes changes at once, each on a phone of its own; answers "done", or the name of what refused it."""

    def phone(change: Change) -> Callable[[], str]:
        def make() -> str:
            with app.app_context():
                try:
                    change()
                except REFUSED as refused:
                    return type(refused).__name__
            return "done"

        return make

    def make_all(*changes: Change) -> list[str]:
        done = sorted(at_once(*map(phone, changes)))
        db.session.rollback()  # what was read before is no longer so
        return done

    return make_all


def stored_names(column: ColumnElement[str]) -> list[str]:
    return sorted(reading().scalars(select(column)))


def player_id(club: int, name: str) -> int:
    return int(reading().execute(select(PLAYER.c.id).where(PLAYER.c.name == name)).scalar_one())


def test_of_sixteen_bids_from_one_version_one_is_kept(club: int, game: GameAtTable, phones: AtOnce) -> None:
    def bid(number: int) -> Change:
        entered = Hand(bidder=number % 4, bid=100)
        edit = partial(recording.record_bid, entered=entered)
        return lambda: change.apply(club, game.uid, Submission(uuid4(), 0), "bid", edit)

    assert phones(*map(bid, range(16))) == ["Conflict"] * 15 + ["done"]
    assert game.board.version == 1


def test_one_form_of_a_new_game_starts_one(club: int, phones: AtOnce) -> None:
    uid = uuid4()
    start = [lambda: new_game.start_game(club, uid, new_game.WantedGame("original", TABLE, 3))] * 8
    assert phones(*start) == ["done"] * 8
    assert len(reading().scalars(select(GAME.c.uid)).all()) == 1


def test_new_games_of_the_same_new_people_make_each_of_them_once(club: int, phones: AtOnce) -> None:
    assert phones(*[lambda: start(club)] * 8) == ["done"] * 8
    assert stored_names(PLAYER.c.name) == sorted(TABLE)


def test_one_form_of_a_rematch_starts_one(club: int, game: GameAtTable, phones: AtOnce) -> None:
    uid = uuid4()
    assert phones(*[lambda: new_game.rematch(club, game.uid, uid)] * 8) == ["done"] * 8
    assert len(reading().scalars(select(GAME.c.uid)).all()) == 2


def test_house_rules_of_one_name_are_made_once(club: int, phones: AtOnce) -> None:
    values, form = parameter_values(PRESETS["original"].rules), uuid4()

    def make(uid: UUID) -> Change:
        return lambda: house_rules.make(club, uid, "Grandma's", "original", values)

    assert phones(make(form), make(form), make(form)) == ["done"] * 3
    assert phones(*(make(uuid4()) for _ in range(4))) == ["ValidationFailed"] * 4
    assert stored_names(HOUSE_RULES.c.name) == ["Grandma's"]


def test_of_changes_to_house_rules_from_one_version_one_is_kept(club: int, phones: AtOnce) -> None:
    values, uid = parameter_values(PRESETS["original"].rules), uuid4()
    house_rules.make(club, uid, "Grandma's", "original", values)

    def change(number: int) -> Change:
        other = values | {"target": 500 + number}
        return lambda: house_rules.change(club, uid, Submission(uuid4(), 0), "Grandma's", other)

    assert phones(*map(change, range(8))) == ["Conflict"] * 7 + ["done"]


def test_of_two_players_who_are_given_one_name_one_gets_it(club: int, game: GameAtTable, phones: AtOnce) -> None:
    def rename(who: int) -> Change:
        return lambda: roster.rename(club, who, Submission(uuid4(), 0), "Zoe")

    assert phones(*(rename(player_id(club, name)) for name in TABLE)) == ["NameTaken"] * 3 + ["done"]


def test_players_are_not_merged_in_a_circle(club: int, phones: AtOnce) -> None:
    new_game.start_game(club, uuid4(), new_game.WantedGame("original", ["Anna", "Xena", "Yves", "Zoe"], 0))
    new_game.start_game(club, uuid4(), new_game.WantedGame("original", ["Bob", "Cal", "Dee", "Eve"], 0))
    one, other = player_id(club, "Anna"), player_id(club, "Eve")

    def merge(who: int, into: str) -> Change:
        return lambda: roster.merge(club, who, Submission(uuid4(), 0), into)

    assert "done" in phones(merge(one, "Eve"), merge(other, "Anna"))
    assert {players.merged_into(db.session(), who)[0] for who in (one, other)} in ({one}, {other})


def test_one_record_is_imported_once(club: int, phones: AtOnce) -> None:
    data = record_bytes(MADE, id=str(uuid4()))
    assert phones(*[lambda: import_game(club, data)] * 6) == ["done"] * 6
    assert len(reading().scalars(select(GAME.c.uid)).all()) == 1


def test_clubs_of_one_name_that_are_started_at_once_are_as_many_as_one_address_may_start(
    club: int, phones: AtOnce
) -> None:
    start = [lambda: clubs.start_club("Friday night", "192.168.0.7", True, None)] * 8
    assert phones(*start) == ["ValidationFailed"] * 3 + ["done"] * 5
    public_ids = reading().scalars(select(CLUB.c.public_id).where(CLUB.c.name == "Friday night")).all()
    assert len(set(public_ids)) == 5


def test_of_one_club_file_that_is_brought_at_once_one_club_is_made(club: int, phones: AtOnce) -> None:
    start(club)
    file = rewritten(file_of(club), lambda index: index.update(id="a" * 16))
    assert phones(*[lambda: bring_file(file)] * 4) == ["ValidationFailed"] * 3 + ["done"]
    assert stored_names(CLUB.c.public_id).count("a" * 16) == 1
    assert len(reading().scalars(select(CLUB.c.id)).all()) == 2, "nothing is left of the others"


def test_a_phone_that_enters_twice_at_once_comes_in_once(club: int, phones: AtOnce) -> None:
    key = links.club_keys(club)[LinkKind.READER]
    phone, _ = links.enter(key, None, "Bob's phone")
    assert phones(*[lambda: links.enter(key, phone, "Bob's phone")] * 4) == ["done"] * 4
    assert stored_names(PHONE.c.name) == ["Bob's phone"]


@pytest.mark.parametrize("came_in_before", [True, False])
def test_a_link_that_is_renewed_while_its_phone_enters_another_club_puts_that_phone_out(
    club: int, phones: AtOnce, came_in_before: bool
) -> None:
    """Whether the phone was in the first club before, or comes into it at the same moment."""
    with writing() as session:
        other = stored_clubs.add(session, "Sunday", datetime.now(UTC))
    theirs = links.club_keys(other)[LinkKind.KEEPER]
    for _ in range(10):
        ours = links.club_keys(club)[LinkKind.READER]
        old = links.enter(ours, None, "")[0] if came_in_before else uuid4()
        enter_ours = [] if came_in_before else [lambda key=ours, phone=old: links.enter(key, phone, "")]
        phones(
            *enter_ours,
            lambda phone=old: links.enter(theirs, phone, ""),
            lambda: links.renew_club_link(club, LinkKind.READER, None),
        )
        assert links.phones(club) == []


def test_games_that_end_at_once_are_all_counted_and_rated(club: int, app: Flask, phones: AtOnce) -> None:
    tables = [GameAtTable(club, start(club)) for _ in range(6)]

    def play(game: GameAtTable) -> Change:
        def evening() -> None:
            for bidder in ("Ann", "Cal", "Ann"):
                game.play(bidder, 100, 120)

        return evening

    assert phones(*map(play, tables)) == ["done"] * 6
    assert [game.stored()["status"] for game in tables] == ["over"] * 6
    reference_stats.assert_true(club)
    reference_ratings.assert_up_to_date(club)


def test_two_organizers_who_draw_a_round_at_once_draw_it_once(club: int, phones: AtOnce) -> None:
    length, names = new_tournament.Length(hands=1), "\n".join(f"Player no. {number}" for number in range(16))
    uid = new_tournament.start_tournament(club, uuid4(), "Fall", "ranked", "original", names, length)
    assert (
        phones(*(lambda: changes.apply(club, uid, changes.Sent(uuid4()), rounds.draw, 1) for _ in range(4)))
        == ["done"] * 4
    )
    it = tournament_page.tournament(club, uid)
    assert (it.drawn, len(it.rounds[0].tables), len(set(it.table_keys.values()))) == (1, 4, 4)
    assert len({table.game for table in it.rounds[0].tables}) == 4
    assert reading().scalar(select(func.count()).select_from(GAME).where(GAME.c.club_id == club)) == 4


def test_totals_typed_at_once_for_several_tables_all_count(club: int, phones: AtOnce) -> None:
    length, names = new_tournament.Length(hands=1), "\n".join(f"Player no. {number}" for number in range(16))
    uid = new_tournament.start_tournament(club, uuid4(), "Fall", "ranked", "original", names, length)
    changes.apply(club, uid, changes.Sent(uuid4()), rounds.draw, 1)

    def types(place: int) -> Change:
        return lambda: changes.apply(
            club, uid, changes.Sent(uuid4()), organize.set_result, 1, place, (10 * place, 0), None
        )

    assert phones(*map(types, range(1, 5))) == ["done"] * 4
    assert [table.points for table in tournament_page.tournament(club, uid).rounds[0].tables] == [
        (10 * place, 0) for place in range(1, 5)
    ]
