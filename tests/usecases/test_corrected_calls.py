"""A logged bidding that is corrected: the game is then the one in which it was logged so."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.game import initial_standing, replay
from scorekeeper.rules.hand import HAND_DEFAULTS, competitors, sides_in
from scorekeeper.rules.presets import PRESETS
from tests.profiles import examples
from tests.strategies import games, hands_of

from .game_at_table import as_typed
from .records import facts_of, imported


@examples(100)
@given(data=st.data(), key=st.sampled_from([*PRESETS]))
def test_a_bidding_corrected_to_another_makes_the_game_in_which_it_was_logged_so(
    club: int, data: st.DataObject, key: str
) -> None:
    """R5. Its form sends no bid: whose it is follows from the calls."""
    game = data.draw(games(st.just(PRESETS[key].rules)))
    start = initial_standing(game.rules, game.players, game.dealer)
    before = [start, *(played.standing for played in replay(start, game.hands))][-1]
    assume(not before.end)
    logged = hands_of(before).filter(lambda hand: hand.scored and hand.auction is not None)
    owners = competitors(game.rules, game.players)
    was, now = (
        as_typed(hand, sides_in(game.rules, before.table.deal(hand.dealer), hand), owners)
        for hand in (data.draw(logged), data.draw(logged))
    )
    assume(was.dealer == now.dealer)
    table, other = (imported(club, replace(game, hands=(*game.hands, hand))) for hand in (was, now))
    unchanged = table.record_file
    typed = {name: getattr(now, name) for name in HAND_DEFAULTS if name != "dealer"}
    together = [player for player in (now.bidder, *(now.partners or ())) if player is not None]
    table.correct(len(game.hands) + 1, tuple(together), **typed | {"bidder": None, "bid": None})
    assert facts_of(table) == facts_of(other)
    table.undo()
    assert table.record_file == unchanged
