"""Whatever is typed where a claim is checked: an answer or an error, and every row that was typed is shown."""

from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from tests.profiles import examples
from tests.sheets import CASES, Case
from tests.strategies import Game, games

from .game_at_table import THE_BIDDER, BadGame, ValidationFailed, check_hand, find_rules, import_game, side_labels
from .sheets import KINDS, CheckedSheet, check_sheet, choice_of, grid_of_text, lacking, record_of, shown_lines

FORM_ID = UUID(int=4)
KEYS = st.sampled_from(tuple(PRESETS))
WORDS = (
    "Ann", "Bob", "us", "A", "95", "45", "-95", "(95)", "1,000", "misdeal", "passed out", "", "alone", "tied", "bidder",
    "Ann & Cal", "bid", "total", '"', ";", "\t", "others", "Bob discard", "Ann -20 late", "²", "٣", "\x00", "\u2028",
)  # fmt: skip
CELLS = st.sampled_from(WORDS) | st.text(max_size=8) | st.integers(-(10**9), 10**9).map(str)
KINDS_OF_COLUMNS = (
    "-", "number", "bidder", "bid", "bid-1", "side-0", "side-1", "points-0", "points-7", "total-1", "took", "took-1",
    "captured-0", "penalty-0", "adjustment-1", "renege", "partner", "last_trick", "result", "gave_up", "note", "evil",
)  # fmt: skip
PRESET_RULES = KEYS.map(lambda key: PRESETS[key].rules)


@given(
    key=KEYS,
    lines=st.lists(st.lists(CELLS, max_size=14), max_size=5),
    delimiter=st.sampled_from(",;\t"),
    names=st.lists(CELLS, max_size=6),
    reading=st.sampled_from(("points", "totals", "both", "took")),
    blank_is_0=st.booleans(),
    said=st.dictionaries(st.integers(0, 9), st.sampled_from(KINDS_OF_COLUMNS), max_size=9),
    kinds=st.dictionaries(st.integers(1, 5), st.sampled_from((*KINDS, "evil"))),
)
def test_any_sheet_is_answered_or_refused(
    club: int,
    key: str,
    lines: list[list[str]],
    delimiter: str,
    names: list[str],
    reading: Any,
    blank_is_0: bool,
    said: Any,
    kinds: Any,
) -> None:
    text = "\n".join(delimiter.join(cells) for cells in lines)
    choice = find_rules(club, key)
    with suppress(ValidationFailed):
        how = {"reading": reading, "blank_is_0": blank_is_0}
        answered(club, check_sheet(choice, grid_of_text(text, choice.rules, names, said, kinds, **how)))


def answered(club: int, found: CheckedSheet) -> None:
    assert (found.result is None) == bool(found.questions)
    if found.result:
        assert [*found.result.problems(), *found.result.remarks()] or found.result.right
        assert len(shown_lines(found.result)) <= len(found.grid.lines)
        assert msgspec.json.encode(found.result.as_json())
        record = record_of(found.result, FORM_ID)
        assert lacking(found.result) or record
        with suppress(BadGame):
            import_game(club, record or b"{}")


@examples(200)
@given(
    case=st.sampled_from(CASES),
    at=st.integers(0, 8),
    odd=st.sampled_from(("145 -75", "x", "renege", "Us 40 penalty", "set,set", "4,5,6,7", "(a", "Ann 90 set", '"', "")),
    drop=st.booleans(),
    said=st.dictionaries(st.integers(0, 6), st.sampled_from(KINDS_OF_COLUMNS), max_size=2),
)
def test_a_written_sheet_with_an_odd_line_is_answered_or_refused(
    club: int, case: Case, at: int, odd: str, drop: bool, said: dict[int, str]
) -> None:
    """Whatever its columns are said to be."""
    lines = case.text.split("\n")
    lines[at : at + drop] = [odd]
    choice, how = choice_of(case.rules), {**case.how, "columns": {**case.how.get("columns", {}), **said}}
    with suppress(ValidationFailed):
        answered(club, check_sheet(choice, grid_of_text("\n".join(lines), choice.rules, case.names, **how)))


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
