"""Undo takes back the last change, whatever it was, back to the start, the dealer too."""

from hypothesis import given
from hypothesis import strategies as st

from tests.person import TABLE
from tests.profiles import examples

from .conftest import Begin

BIDS = st.tuples(st.sampled_from(TABLE), st.integers(14, 24).map(lambda fives: 5 * fives), st.integers(0, 24))


@examples(20)
@given(dealer=st.integers(0, 3), hands=st.lists(BIDS, min_size=1, max_size=6), bid_is_open=st.booleans())
def test_each_undo_shows_what_was_before_back_to_the_start(
    begin: Begin, dealer: int, hands: list[tuple[str, int, int]], bid_is_open: bool
) -> None:
    game = begin(dealer)
    seen = [game.shown]
    for bidder, bid, fives in hands:
        if game.status == "over":
            break
        game.bid(bidder, bid)
        seen.append(game.shown)
        game.count(5 * fives)
        seen.append(game.shown)
    if bid_is_open and game.status != "over":
        game.bid("Ann", 70)
        seen.append(game.shown)
    while len(seen) > 1:
        assert game.shown == seen.pop()
        game.undo()
    assert game.shown == seen.pop()
    assert game.undo_takes_back is None
    assert game.deal[0] == TABLE[dealer]
