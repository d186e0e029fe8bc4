"""Any game, its reneges and penalties too, is right or right only if, as points and as totals."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import PlayedHand, initial_standing, replay
from scorekeeper.rules.hand import Hand, competitors
from scorekeeper.rules.ruleset import RuleSet
from tests.profiles import examples
from tests.strategies import Game, games

from .sheets import check_text


def with_one_thing(rules: RuleSet, hand: Hand) -> Hand:
    """The hand with at most one thing that a sheet does not show."""
    sets = hand.outcome == "played" and rules.discard_rule == "set"
    fouls = () if hand.outcome != "played" else hand.fouls[:1]
    if sets and any(foul.kind == "nest-discard" for foul in hand.fouls):
        fouls = tuple(foul for foul in hand.fouls if foul.kind == "nest-discard")
    return replace(hand, fouls=fouls, adjustments=())


def scored_game(game: Game) -> list[PlayedHand]:
    hands = [with_one_thing(game.rules, hand) for hand in game.hands if hand.scored]
    played = list(replay(initial_standing(game.rules, game.players), [replace(hand, dealer=None) for hand in hands]))
    return [one for one in played if one.score]


def sheet_of(game: Game, played: list[PlayedHand], totals: bool, bids: bool) -> list[list[str]]:
    sides = competitors(game.rules, game.players)
    heads = [" & ".join(game.names[player] for player in side) for side in sides]
    rows = [[*(["Bidder", "Bid"] if bids else []), *heads]]
    for one in played:
        assert one.hand.bidder is not None
        figures = one.standing.totals if totals else one.points
        told = [game.names[one.hand.bidder], str(one.hand.bid)] if bids else []
        rows.append([*told, *(str(figures[side[0]]) for side in sides)])
    return rows


def as_csv(rows: list[list[str]]) -> str:
    return "\n".join(",".join(row) for row in rows)


@examples(60)
@given(game=games(most_hands=5), totals=st.booleans(), bids=st.booleans())
def test_any_game_on_paper_is_right_or_only_if(game: Game, totals: bool, bids: bool) -> None:
    played = scored_game(game)
    if not played:
        return
    text = as_csv(sheet_of(game, played, totals, bids))
    result = check_text(text, game.rules, game.names, reading="totals" if totals else "points")
    assert len(result.rows) == len(played)
    assert all(row.verdict in ("right", "only-if") for row in result.rows), [*result.problems()]
    if result.totals:
        sides = competitors(game.rules, game.players)
        assert [total for _, total in result.totals] == [played[-1].standing.total(side) for side in sides]
