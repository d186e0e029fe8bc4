"""Any game, written on paper in any way, is right or right only if; with one changed cell it is not, or could be."""

from dataclasses import replace
from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import PlayedHand, initial_standing, replay
from scorekeeper.rules.hand import TIED, Deal, Foul, Hand, competitors, partnerships
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.validation import validate_hand
from scorekeeper.usecases.check.sheet_extras import MOST_FOULS
from tests.profiles import examples
from tests.strategies import Game, games

from .sheets import check_text

PRESET_RULES = st.sampled_from([preset.rules for preset in PRESETS.values()])
FIXED = [preset.rules for preset in PRESETS.values() if preset.rules.fixed_sides]


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
@given(game=games(most_hands=5), totals=st.booleans(), bids=st.booleans(), named=st.booleans())
def test_any_game_on_paper_is_right_or_only_if(game: Game, totals: bool, bids: bool, named: bool) -> None:
    played = scored_game(game)
    if not played:
        return
    text = as_csv(sheet_of(game, played, totals, bids))
    result = check_text(text, game.rules, game.names if named else (), reading="totals" if totals else "points")
    assert len(result.rows) == len(played)
    assert all(row.verdict in ("right", "only-if") for row in result.rows), [*result.problems()]
    if result.totals:
        sides = competitors(game.rules, game.players)
        assert [total for _, total in result.totals] == [played[-1].standing.total(side) for side in sides]


@examples(60)
@given(game=games(most_hands=4), who=st.integers(0, 5), beside=st.booleans())
def test_a_penalty_on_a_line_of_its_own_falls_on_the_whole_side(game: Game, who: int, beside: bool) -> None:
    """Written by its player's name or beside each of the side, and the game that is saved has it too (R10)."""
    rules, player = game.rules, who % len(game.players)
    hands = [replace(hand, fouls=(), dealer=None) for hand in game.hands if hand.outcome == "played"]
    if not hands or rules.foul_penalty <= MOST_FOULS:  # fewer are a count
        return
    hands[-1] = replace(hands[-1], adjustments=())
    fouled = [*hands[:-1], replace(hands[-1], fouls=(Foul(player, "table-talk"),))]
    start = initial_standing(rules, game.players)
    plain, played = ([*replay(start, each)] for each in (hands, fouled))
    rows = sheet_of(game, plain, totals=False, bids=True)
    sides = competitors(rules, game.players)
    lost = [played[-1].points[side[0]] - plain[-1].points[side[0]] for side in sides]
    if beside:
        rows.append(["Penalty", "", *(str(points or "") for points in lost)])
    else:
        rows.append([f"Penalty {game.names[player]} {rules.foul_penalty}"])
    sums = [sum(one.points[side[0]] for one in played) for side in sides]
    rows.append(["Total", "", *map(str, sums)])
    result = check_text(as_csv(rows), rules, game.names)
    assert result.verdict != "wrong", [as_csv(rows), *result.problems()]
    assert result.totals is None or [total for _, total in result.totals] == sums
    standing = result.judge.standing
    assert standing is None or standing.end or [*map(standing.total, sides)] == sums


NOTED = st.lists(st.sampled_from((None, 0, 1)), min_size=4, max_size=4)
"""Who had a penalty in each hand, by side."""


def ordinary(game: Game) -> list[PlayedHand]:
    """The game's hands that were played out, without penalties."""
    plain = [one.hand for one in scored_game(game) if one.hand.outcome == "played" and not one.hand.fouls]
    return [one for one in replay(initial_standing(game.rules, game.players), plain) if one.score]


@examples(60)
@given(
    game=games(st.sampled_from(FIXED), most_hands=4),
    whose=NOTED,
    in_points=st.booleans(),
    where=st.sampled_from(("columns", "words", "line", "line of columns", "one column", "players")),
    forgotten=st.integers(0, 7),
)
def test_penalties_beside_points_and_running_totals(
    game: Game, whose: list[int | None], in_points: bool, where: str, forgotten: int
) -> None:
    """Running totals have all penalties, points may have them; a total without one that its own row notes is wrong."""
    played, sides = ordinary(game), competitors(game.rules, game.players)
    if not played:
        return
    penalty, in_its_row = max(game.rules.foul_penalty, 40), where in ("columns", "words", "one column", "players")
    heads = [" & ".join(game.names[player] for player in side) for side in sides]
    rows = [["Bidder", "Bid", *heads, *(f"{head} total" for head in heads)]]
    rows[0] += [f"{head} penalty" for head in heads] if "columns" in where else []
    rows[0] += ["Adjustment"] if where == "one column" else []
    rows[0] += [f"{name} penalty" for name in game.names] if where == "players" else []
    totals, wrong = [0, 0], [0, 0]
    for at, (one, who) in enumerate(zip(played, whose, strict=False)):
        lost = [penalty * (place == who) for place in (0, 1)]
        points = [one.points[side[0]] for side in sides]
        totals = [total + worth - less for total, worth, less in zip(totals, points, lost, strict=True)]
        wrong = [off + less * (at == forgotten and in_its_row) for off, less in zip(wrong, lost, strict=True)]
        shown = [worth - less * in_points for worth, less in zip(points, lost, strict=True)]
        summed = [total + off for total, off in zip(totals, wrong, strict=True)]
        assert one.hand.bidder is not None
        rows.append([game.names[one.hand.bidder], str(one.hand.bid), *map(str, shown), *map(str, summed)])
        if where == "columns":
            rows[-1] += [str(less or "") for less in lost]
        elif where == "players":
            guilty = None if who is None else sides[who][at % 2]
            rows[-1] += [str(penalty) if player == guilty else "" for player in game.players]
        elif where == "line of columns":
            rows.append([*[""] * 6, *(str(less or "") for less in lost)])
        elif who is not None:
            rows += [[]] * (where == "line")
            said = "late" if where == "one column" else "penalty"
            rows[-1].append(f"{game.names[sides[who][0]]} -{penalty} {said}")
    rows.append(["Total", "", *[""] * 2, *map(str, totals)])
    result = check_text(as_csv(rows), game.rules, game.names)
    if not any(wrong):
        assert result.verdict == "right", [as_csv(rows), *result.problems()]
        assert result.totals is None or [total for _, total in result.totals] == totals
    else:
        assert result.verdict == "wrong", as_csv(rows)


@examples(60)
@given(game=games(st.sampled_from(FIXED), most_hands=5), whose=NOTED, forgotten=st.integers(0, 7))
def test_totals_before_the_penalties_of_their_rows(game: Game, whose: list[int | None], forgotten: int) -> None:
    """They are right if later ones have them; one that is forgotten, in its row or at the end, never is."""
    played, sides = ordinary(game), competitors(game.rules, game.players)
    if not played or game.rules.foul_penalty <= MOST_FOULS:
        return
    heads = [" & ".join(game.names[player] for player in side) for side in sides]
    rows, totals, is_forgotten = [["Bidder", "Bid"]], [0, 0], False
    rows[0] += [f"{head} {what}" for what in ("points", "penalty", "total") for head in heads]
    for at, one in enumerate(played):
        who = (*whose, *[None] * len(played))[at]
        assert one.hand.bidder is not None
        points = [one.points[side[0]] for side in sides]
        totals = [total + worth for total, worth in zip(totals, points, strict=True)]
        lost = [game.rules.foul_penalty * (place == who) for place in (0, 1)]
        told = [game.names[one.hand.bidder], one.hand.bid, *points, *(each or "" for each in lost), *totals]
        rows.append([*map(str, told)])
        if at == forgotten or one is played[-1]:
            is_forgotten |= who is not None
        else:
            totals = [total - less for total, less in zip(totals, lost, strict=True)]
    result = check_text(as_csv(rows), game.rules, game.names)
    assert (result.verdict == "right") == (not is_forgotten), [as_csv(rows), *result.problems()]


@examples(60)
@given(game=games(st.sampled_from(FIXED), most_hands=4))
def test_what_a_hand_cost_may_be_noted_as_a_penalty_too(game: Game) -> None:
    """A set, a renege or a wrong discard costs its side once, whatever the column of penalties repeats (R8, R19)."""
    hands = [replace(hand, fouls=(), adjustments=(), dealer=None) for hand in game.hands if hand.scored]
    played = [one for one in replay(initial_standing(game.rules, game.players), hands) if one.score]
    if not played:
        return
    sides, rows = competitors(game.rules, game.players), sheet_of(game, played, totals=False, bids=True)
    rows[0] += [f"{head} penalty" for head in rows[0][2:]]
    for row in rows[1:]:
        row += [str(-int(points)) if int(points) < -MOST_FOULS else "" for points in row[2:]]
    sums = [sum(one.points[side[0]] for one in played) for side in sides]
    rows.append(["Total", "", *map(str, sums)])
    result = check_text(as_csv(rows), game.rules, game.names)
    assert result.verdict != "wrong", [as_csv(rows), *result.problems()]
    assert result.totals is None or [total for _, total in result.totals] == sums


def can_be(rules: RuleSet, deal: Deal, bidder: int, bid: int, points: list[int]) -> bool:
    """Whether any hand, played out without anything special, brings these points: all of them are tried."""
    one, other = partnerships(deal.players)
    takers = (one[0], other[0])
    lasts = takers if rules.last_trick_points else (None,)
    mosts = (*takers, TIED) if rules.most_tricks_points else (None,)
    tricks: list[dict[str, Any]] = [{"last_trick": last, "most_tricks": most} for last, most in product(lasts, mosts)]
    tricks += [{"sweep": taker} for taker in takers] if rules.sweep_bonus and rules.sweep_on == "tricks" else []
    for worth, taken in product(range(0, rules.card_total + 1, 5), tricks):
        captured = {one[0]: worth, other[0]: rules.card_total - worth}
        hand = Hand(bidder=bidder, bid=bid, captured=captured, **taken)
        if not validate_hand(rules, deal, hand)[1]:
            score = score_hand(rules, deal, hand).points
            if [score[one[0]], score[other[0]]] == points:
                return True
    return False


@examples(60)
@given(
    game=games(st.sampled_from(FIXED), most_hands=5),
    totals=st.booleans(),
    at=st.integers(0, 4),
    side=st.integers(0, 1),
    off=st.sampled_from((-200, -100, -40, -10, -5, 3, 5, 10, 20, 40, 100, 190)),
)
def test_one_changed_cell_is_found_at_its_row(game: Game, totals: bool, at: int, side: int, off: int) -> None:
    """A changed total is a mistake there or in the next row, or both could have been so."""
    played = [one for one in scored_game(game) if one.hand.outcome == "played" and not one.hand.fouls]
    played = list(replay(initial_standing(game.rules, game.players), [one.hand for one in played]))
    played = [one for one in played if one.score]
    if at >= len(played):
        return
    rows = sheet_of(game, played, totals, bids=True)
    cell = rows[at + 1][2 + side]
    rows[at + 1][2 + side] = str(int(cell) + off)
    result = check_text(as_csv(rows), game.rules, game.names, reading="totals" if totals else "points")
    assert all(row.verdict == "right" for row in result.rows[:at])
    found, one = result.rows[at], played[at]
    points = [one.points[0], one.points[1]]
    points[side] += off
    assert one.hand.bidder is not None
    assert one.hand.bid is not None
    if found.verdict == "right":
        assert can_be(game.rules, one.deal, one.hand.bidder, one.hand.bid, points)
    elif not totals:
        for mistake in found.mistakes:
            right = mistake.right
            assert right in (int(cell), None) or mistake.key == f"points-{1 - side}"
            if isinstance(right, int):
                fixed = [right if mistake.key == f"points-{place}" else worth for place, worth in enumerate(points)]
                assert can_be(game.rules, one.deal, one.hand.bidder, one.hand.bid, fixed)
