"""Whatever is typed where a claim is checked: an answer or an error, and every row that was typed is shown."""

from contextlib import suppress
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import make_document, make_entry, serialize
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, sides_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from scorekeeper.usecases import rule_choice
from scorekeeper.usecases.check.hand import HandClaim, check_hand, side_labels
from scorekeeper.usecases.check.sheet import Sheet, check_sheet
from scorekeeper.usecases.errors import ValidationFailed
from scorekeeper.usecases.transfer.game_csv import csv_file
from scorekeeper.usecases.transfer.imported_game import BadGame
from scorekeeper.usecases.transfer.imports import import_game
from tests.profiles import examples
from tests.strategies import Game, games

pytestmark = pytest.mark.slow

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
PRESET_RULES = KEYS.map(lambda key: PRESETS[key].rules)


@given(
    key=KEYS,
    lines=st.lists(st.lists(CELLS, max_size=14), max_size=5),
    delimiter=st.sampled_from(",;\t"),
    names=st.lists(CELLS, max_size=6),
    typed=st.lists(st.dictionaries(COLUMNS, CELLS), max_size=3),
    totals=st.booleans(),
)
def test_any_sheet_is_answered_or_refused(
    club: int,
    key: str,
    lines: list[list[str]],
    delimiter: str,
    names: list[str],
    typed: list[dict[str, str]],
    totals: bool,
) -> None:
    text = "\n".join(delimiter.join(cells) for cells in lines)
    try:
        result = check_sheet(
            rule_choice.find_rules(club, key), Sheet(tuple(names), text, tuple(typed), totals), FORM_ID
        )
    except ValidationFailed:
        return
    assert result.checked.rows
    assert all(row.text.strip() or row.problems for row in result.checked.rows)
    if result.record:
        with suppress(BadGame):
            import_game(club, result.record)


@examples(60)
@given(game=games(PRESET_RULES))
def test_the_csv_of_any_game_checks_clean_as_a_sheet(club: int, game: Game) -> None:
    made = make_document(game.rules, game.players, tuple(map(make_entry, game.hands)), dealer=game.dealer, id=uuid4())
    uid, _ = import_game(club, serialize(made))
    key = next(key for key, preset in PRESETS.items() if preset.rules == game.rules)
    if game.hands:
        text = csv_file(club, uid)[1].decode()
        result = check_sheet(rule_choice.find_rules(club, key), Sheet(game.players, text, (), totals=False), FORM_ID)
        assert result.checked.valid, result.first_wrong
        assert result.not_read == ()


PLACES = st.none() | st.integers(-1, 7)
NUMBERS = st.dictionaries(st.integers(0, 6), st.sampled_from((-1000001, -5, 0, 5, 45, 60, 72, 75, 100, 120, 5000000)))


@given(key=KEYS, bidder=PLACES, bid=st.none() | st.sampled_from((5, 70, 72, 95, 100, 360)), captured=NUMBERS,
       last_trick=PLACES, most_tricks=PLACES | st.just("tied"), sweep=PLACES, reneged_by=PLACES, fouls=NUMBERS,
       adjustments=NUMBERS, claimed=NUMBERS)  # fmt: skip
def test_anything_entered_of_one_hand_is_answered_or_refused(key: str, **facts: object) -> None:
    rules = PRESETS[key].rules
    try:
        result = check_hand(rules, HandClaim(**facts))
        assert len(result.sides) == len(side_labels(rules))
        sentences = [reason.text for reason in result.reasons]
    except ValidationFailed as refused:
        sentences = [error.message for error in refused.errors]
    assert all(sentence.isprintable() and sentence and "<" not in sentence for sentence in sentences)


@given(game=games(PRESET_RULES, most_hands=1).filter(lambda game: any(hand.scored for hand in game.hands)))
def test_one_hand_scores_as_it_does_in_a_game(game: Game) -> None:
    """The sides stand in for the players, the bidder's first where sides form around the bidder; so do their fouls."""
    rules, hand = game.rules, replace(game.hands[0], adjustments=())
    deal = initial_standing(rules, game.players, game.dealer).deal(hand.dealer)
    sides = sides_of(rules, deal, hand.bidder, hand.partners)
    if rules.sides not in ("partnerships", "rotating_partners"):
        sides = tuple(sorted(sides, key=lambda side: hand.bidder not in side))

    def place(player: object) -> int | None:
        return next((place for place, side in enumerate(sides) if player in side), None)

    sets = rules.discard_rule == "set"
    discards = [foul for foul in hand.fouls if sets and foul.kind == "nest-discard"]
    fouls = [place(foul.player) for foul in hand.fouls if foul not in discards]
    result = check_hand(
        rules,
        HandClaim(
            bidder=place(hand.bidder),
            bid=hand.bid,
            captured={place(player): worth for player, worth in hand.captured.items()},
            last_trick=place(hand.last_trick),
            most_tricks="tied" if hand.most_tricks is TIED else place(hand.most_tricks),
            sweep=place(hand.sweep),
            reneged_by=place(hand.reneged_by),
            gave_up=hand.outcome == "conceded",
            wrong_discard=bool(discards),
            fouls={side: fouls.count(side) for side in set(fouls)},
        ),
    )
    points = score_hand(rules, deal, hand).points
    assert [side.points for side in result.sides] == [points[side[0]] for side in sides]
