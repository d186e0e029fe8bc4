"""Whatever is typed where a claim is checked: an answer or an error, and every row that was typed is shown."""

from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, serialize
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from scorekeeper.usecases import house_rules
from scorekeeper.usecases.check.hand import check_hand, side_labels
from scorekeeper.usecases.check.sheet import Sheet, check_sheet
from scorekeeper.usecases.check.sheet_table import table_of
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.game.recording import THE_BIDDER
from scorekeeper.usecases.transfer.game_import import BadGame, import_game
from scorekeeper.usecases.transfer.spreadsheets import csv_file
from tests.profiles import examples
from tests.sheets import CASES, Case
from tests.strategies import Game, games

from .sheets import choice_of

FORM_ID = UUID(int=4)
KEYS = st.sampled_from(tuple(PRESETS))
WORDS = (
    "Ann", "Bob", "us", "A", "95", "45", "-95", "(95)", "1,000", "misdeal", "passed out", "", "alone", "tied", "bidder",
    "Ann & Cal", "bid", "total", '"', ";", "\t", "others", "Bob discard", "Ann -20 late", "²", "٣", "\x00", "\u2028",
)  # fmt: skip
CELLS = st.sampled_from(WORDS) | st.text(max_size=8) | st.integers(-(10**9), 10**9).map(str)
COLUMNS = st.sampled_from(
    ("bidder", "bid", "captured-0", "captured-7", "claim-0", "claim-9", "points-0", "note", "evil")
)
MEANINGS = (
    "",
    "number",
    "bidder",
    "bid",
    "bid-1",
    "points-0",
    "points-7",
    "total-1",
    "took-bidder",
    "made",
    "note",
    "evil",
)
PRESET_RULES = KEYS.map(lambda key: PRESETS[key].rules)


@given(
    key=KEYS,
    lines=st.lists(st.lists(CELLS, max_size=14), max_size=5),
    delimiter=st.sampled_from(",;\t"),
    names=st.lists(CELLS, max_size=6),
    typed=st.lists(st.dictionaries(COLUMNS, CELLS), max_size=3),
    reading=st.sampled_from((None, "points", "totals")),
)
def test_any_sheet_is_answered_or_refused(
    club: int,
    key: str,
    lines: list[list[str]],
    delimiter: str,
    names: list[str],
    typed: list[dict[str, str]],
    reading: Any,
) -> None:
    text = "\n".join(delimiter.join(cells) for cells in lines)
    try:
        result = check_sheet(
            house_rules.find_rules(club, key), Sheet(tuple(names), text, tuple(typed), reading), FORM_ID
        )
    except ValidationFailed:
        return
    assert result.rows
    assert [*result.problems(), *result.remarks()] or result.right
    assert len([row for row in table_of(result).rows if row.verdict]) <= len(result.rows)
    assert msgspec.json.encode(result.as_json())
    if result.record:
        with suppress(BadGame):
            import_game(club, result.record)


@examples(200)
@given(
    case=st.sampled_from(CASES),
    at=st.integers(0, 8),
    odd=st.sampled_from(("145 -75", "x", "renege", "Us 40 penalty", "set set", "4 5 6 7", "(a", "Ann 90 set", '"', "")),
    drop=st.booleans(),
    meanings=st.dictionaries(st.integers(0, 6), st.sampled_from(MEANINGS), max_size=2),
)
def test_a_written_sheet_with_an_odd_line_is_answered_or_refused(
    case: Case, at: int, odd: str, drop: bool, meanings: dict[int, str]
) -> None:
    """Whatever its columns are chosen to be."""
    lines = case.text.split("\n")
    lines[at : at + drop] = [odd]
    with suppress(ValidationFailed):
        result = check_sheet(choice_of(case.rules), Sheet(case.names, "\n".join(lines), meanings=meanings), FORM_ID)
        assert table_of(result).columns
        assert msgspec.json.encode(result.as_json())
        assert result.lacking or result.record


@examples(60)
@given(game=games(PRESET_RULES))
def test_the_csv_of_any_game_checks_clean_as_a_sheet(club: int, game: Game) -> None:
    made = make_document(game.rules, game.names, game.entries, dealer=game.dealer_name, id=uuid4())
    uid, _ = import_game(club, serialize(made))
    key = next(key for key, preset in PRESETS.items() if preset.rules == game.rules)
    if game.hands:
        text = csv_file(club, uid)[1].decode()
        result = check_sheet(house_rules.find_rules(club, key), Sheet(game.names, text), FORM_ID)
        assert result.right, (text, [*result.problems()])
        assert [*result.remarks()] == []
        assert all(row.verdict == "right" for row in result.rows)


PLACES = st.none() | st.integers(-1, 7)
WORTHS = st.sampled_from((-1000001, -5, 0, 5, 45, 60, 72, 75, 100, 120, 5000000))
NUMBERS = st.dictionaries(st.integers(0, 6), WORTHS)
SIDES = st.integers(0, 6)


@given(key=KEYS, bidder=PLACES, bid=st.none() | st.sampled_from((5, 70, 72, 95, 100, 360)), captured=NUMBERS,
       last_trick=PLACES, most_tricks=PLACES | st.just(TIED), sweep=PLACES, reneged_by=PLACES,
       outcome=st.sampled_from(("played", "renege", "conceded")),
       fouls=st.lists(st.builds(Foul, SIDES, st.just("table-talk")), max_size=3).map(tuple),
       adjustments=st.lists(st.builds(Adjustment, SIDES, WORTHS, st.just("tea")), max_size=3).map(tuple),
       claimed=NUMBERS)  # fmt: skip
def test_anything_entered_of_one_hand_is_answered_or_refused(key: str, claimed: dict[int, int], **seen: Any) -> None:
    rules = PRESETS[key].rules
    try:
        result = check_hand(rules, Hand(**seen), claimed)
        assert len(result.sides) == len(side_labels(rules))
        sentences = [reason.text for reason in result.reasons]
    except ValidationFailed as refused:
        sentences = [error.describe(refused.names) for error in refused.errors]
    assert all(sentence.isprintable() and sentence and "{" not in sentence for sentence in sentences)


@given(game=games(PRESET_RULES, most_hands=1).filter(lambda game: any(hand.scored for hand in game.hands)))
def test_one_hand_scores_as_it_does_in_a_game(game: Game) -> None:
    """The sides stand in for the players, the bidder's first where sides form around the bidder; so do their fouls."""
    rules, hand = game.rules, replace(game.hands[0], adjustments=())
    deal = initial_standing(rules, game.players, game.dealer).table.deal(hand.dealer)
    sides = sides_of(rules, deal, hand.bidder, hand.partners)
    if rules.sides not in ("partnerships", "rotating_partners"):
        sides = tuple(sorted(sides, key=lambda side: hand.bidder not in side))

    def place(player: int) -> int:
        return next(place for place, side in enumerate(sides) if player in side)

    def place_or_none(player: object) -> int | None:
        return place(player) if isinstance(player, int) else None

    sets = rules.discard_rule == "set"
    fouls = tuple(
        foul._replace(player=THE_BIDDER)
        if sets and foul.kind == "nest-discard"
        else Foul(place(foul.player), "table-talk")
        for foul in hand.fouls
    )
    claim = replace(
        hand,
        dealer=None,
        auction=None,
        bidder=place_or_none(hand.bidder),
        captured={place(player): worth for player, worth in hand.captured.items()},
        last_trick=place_or_none(hand.last_trick),
        most_tricks=TIED if hand.most_tricks is TIED else place_or_none(hand.most_tricks),
        sweep=place_or_none(hand.sweep),
        nest_points=None,
        rook=None,
        reneged_by=place_or_none(hand.reneged_by),
        fouls=fouls,
    )
    result = check_hand(rules, claim, {})
    points = score_hand(rules, deal, hand).points
    assert [side.points for side in result.sides] == [points[side[0]] for side in sides]
