"""Records of random games, claimed as the rules score them."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from scorekeeper.record import Document, HandEntry, make_document, make_entry
from scorekeeper.rules.game import PlayedHand, initial_standing, replay
from scorekeeper.rules.hand import Side, competitors
from tests.strategies import games

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=40)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A record with any of the keys that may be left out."""
    game = draw(games(most_hands=4, carried=True))
    standing = initial_standing(game.rules, game.players, game.dealer, game.starting_totals)
    played = list(replay(standing, game.hands))
    winners = tuple(game.names[winner] for winner in (played[-1].standing.winners if played else ()))
    others = {"id": draw(st.uuids()), "notes": draw(TEXTS), "claimed_winners": winners, "rules_name": draw(TEXTS)}
    if winners:
        others["agreed_result"] = draw(some_of(game.names, competitors(game.rules, game.players)))
    kept = draw(st.sets(st.sampled_from(sorted(others))))
    entries = tuple(draw(_claimed(game.names, entry)) for entry in played)
    given = {name: others[name] for name in kept}
    if game.starting_totals:
        given["starting_totals"] = {game.names[player]: total for player, total in game.starting_totals.items()}
    return make_document(game.rules, game.names, entries, dealer=game.names[game.dealer], **given)


def some_of(names: Sequence[str], sides: Sequence[Side]) -> st.SearchStrategy[tuple[str, ...]]:
    """Some of these sides, each by its first player."""
    return st.sets(st.sampled_from([names[side[0]] for side in sides])).map(sorted).map(tuple)


@st.composite
def _claimed(draw: st.DrawFn, names: Sequence[str], entry: PlayedHand) -> HandEntry:
    claims: dict[str, Any] = {"id": draw(st.uuids())} if draw(st.booleans()) else {}
    claims |= {"claimed": dict(zip(names, entry.points, strict=True))}
    claims |= {"claimed_totals": dict(zip(names, entry.standing.totals, strict=True))}
    claims |= {"agreed": draw(some_of(names, entry.sides))} if draw(st.booleans()) else {}
    return make_entry(entry.hand, names, **claims)
