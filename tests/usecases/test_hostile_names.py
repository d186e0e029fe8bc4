"""What this app writes it reads back without a word, whatever people are called."""

import re
from uuid import UUID, uuid4

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.words import MINUS
from tests.many_games import another_club
from tests.profiles import examples
from tests.strategies import Game, games

from .club_files import move
from .game_at_table import GameAtTable, all_records, import_game, record_of, reimport
from .sheets import check_text, read_file, told

NAMES = (
    *(
        "Biddy",
        "Bid",
        "Bidder",
        "Points Pete",
        "Total",
        "Hand",
        "Hans",
        "Dealer Dan",
        "Made",
        "Set",
        "Sett",
        "Trump",
        "Do",
        "Ditto",
    ),
    *("Ann & Bob", "A & B & C", "Ann/Bob", "A+B", "Ann and Bob", "Us", "Them", "We", "vs.", "No one", "none", "tie"),
    *("Do", "Ditto"),
    *("-Cal", f"{MINUS}Cal", "=Cal", "+1", "@Cal", "12", "1st", "100", "(Cal)", "?", "x", "-", "Cal.", "Tom Jr."),
    *("a,b", "a;b", 'Al "Ace" Z', "O'Neil", "a|b", "#1", "1.", "Misdeal", "penalty", "renege", "Rook", "Partner"),
    *(
        "אבי",
        "Élodie",
        "李雷",
        "Last trick",
        "Captured by Cal",
        "Player 1",
        "Date",
        "Winner",
        "true",
        "null",
        "__proto__",
    ),
)
PLAIN = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
PRESET_RULES = st.sampled_from([preset.rules for preset in PRESETS.values()])
NAMED = st.lists(st.sampled_from(NAMES), min_size=6, max_size=6, unique_by=str.casefold)


def store(club: int, game: Game, names: tuple[str, ...]) -> UUID:
    called = dict(zip(game.names, names, strict=False))
    record = serialize(make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4()))
    uid, _ = import_game(club, record, called)
    return uid


def put(said: str, names: tuple[str, ...]) -> str:
    return re.sub("|".join(PLAIN), lambda found: dict(zip(PLAIN, names, strict=False)).get(found[0], found[0]), said)


def told_of_csv(club: int, game: Game, names: tuple[str, ...]) -> list[str]:
    file = GameAtTable(club, store(club, game, names)).csv
    return told(check_text(read_file(file), game.rules, names))


@examples(60)
@given(game=games(rules=PRESET_RULES, most_hands=5), named=NAMED)
def test_a_games_own_csv_is_read_as_it_would_be_with_plain_names(club: int, game: Game, named: list[str]) -> None:
    assume(any(hand.scored for hand in game.hands))
    names = tuple(named[: len(game.names)])
    with_plain = told_of_csv(club, game, PLAIN[: len(names)])
    assert told_of_csv(club, game, names) == [put(said, names) for said in with_plain]


@examples(30)
@given(game=games(rules=PRESET_RULES, most_hands=3), named=NAMED)
def test_a_games_own_record_is_read_as_it_was_written(club: int, game: Game, named: list[str]) -> None:
    uid = store(club, game, tuple(named[: len(game.names)]))
    assert reimport(record_of(club, uid)) == record_of(club, uid)


@examples(10)
@given(played=st.lists(st.tuples(games(rules=PRESET_RULES, most_hands=2), NAMED), min_size=1, max_size=3))
def test_a_clubs_own_file_is_read_as_it_was_written(club: int, played: list[tuple[Game, list[str]]]) -> None:
    here = another_club()
    for game, named in played:
        store(here, game, tuple(named[: len(game.names)]))
    before = {*all_records(here)}
    assert {*all_records(move(here))} == before
