"""A hand that was forgotten: added later, the game is the one in which it was recorded in its place."""

from dataclasses import replace
from itertools import islice

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.game import PlayedHand, initial_standing, replay
from scorekeeper.rules.hand import Hand, Side, competitors, side_with, sides_in
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.presets import PRESETS
from tests.profiles import examples
from tests.strategies import Game, games, hands_of
from tests.usecases.game_at_table import as_typed
from tests.usecases.records import facts_of, imported, in_turn


def with_others(game: Game, place: int, missing: Hand) -> tuple[Hand, ...]:
    """The hands with the missing one at its place; where partners are others now, the bidding side keeps its count."""
    start = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    found = [*game.hands[: place - 1], missing]
    for old in list(replay(start, game.hands))[place - 1 :]:
        (now,) = islice(replay(start, [*found, Hand(outcome="misdeal")]), len(found), None)
        sides = sides_in(game.rules, now.deal, old.hand)

        def player(one: int, old: PlayedHand = old, sides: tuple[Side, ...] = sides) -> int:
            bidding = one in side_with(old.sides, old.hand.bidder)
            return next(side[0] for side in sides if (old.hand.bidder in side) == bidding)

        apart = old.hand.scored and {*map(frozenset, old.sides)} != {*map(frozenset, sides)}
        found.append(old.hand.by_sides(player) if apart else old.hand)
    return tuple(found)


@examples(150)
@given(data=st.data(), key=st.sampled_from([*PRESETS]))
def test_a_forgotten_hand_that_is_added_makes_the_game_in_which_it_was_recorded(
    club: int, data: st.DataObject, key: str
) -> None:
    game = data.draw(games(st.just(PRESETS[key].rules)))
    game = replace(game, hands=in_turn(game.hands))
    start = initial_standing(game.rules, game.players, game.dealer)
    place = data.draw(st.integers(1, len(game.hands) + 1))
    before = [start, *(played.standing for played in replay(start, game.hands))][place - 1]
    assume(not before.end)
    (missing,) = in_turn((data.draw(hands_of(before)),))
    sides = sides_in(game.rules, before.table.deal(), missing)
    whole = with_others(game, place, as_typed(missing, sides, competitors(game.rules, game.players)))
    played = list(replay(start, whole))
    assume(not any(each.after_end for each in played))
    assume(not any(validate_hand(game.rules, each.deal, each.hand)[1] for each in played))
    table, recorded = imported(club, game), imported(club, replace(game, hands=whole))
    was, entered = table.record_file, replace(recorded.entered(place), partners=missing.partners)
    table.add_hand(place, entered)
    assert facts_of(table) == facts_of(recorded)
    table.undo()
    assert table.record_file == was
