"""Count what a game adds to its players' statistics.

Only facts count: a bid is the bidder's alone, counters are a whole side's, a bid that a renege left untested (R8) is
neither made nor set, and one that was given up (R33) is set, but not by its opponents.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter

from .game import PlayedHand, Standing
from .ruleset import RuleSet
from .scoring import HandScore, nest_winner


@dataclass(slots=True)
class PlayerStats:
    """What one player did in some games; points are whole numbers. SUMMED are the fields that can be added up.

    `ended` games were over or stopped early; `games` were over, and of these `wins` won (a joint win too).
    `bids` were taken in `hands`; `made` and `sets` leave out the untested ones. Of the tested ones `bid_sum` is what
    was bid, `bid_points` the points of the bidder's side, `bid_margin` these less what was needed: the bid, or the
    whole hand total for a moon (R27). `highest_bid_made` is 0 if there is none. In `partnered` tested bids a
    partner was the bidder, in `defended` ones that were played out an opponent, who was set in `sets_forced`;
    `defense_points` are the side's points then. In `nest_hands` it is known which side won the nest, in `nests` the
    player's own. In `rook_hands` the player had the Rook, if it counts: `rook_bids` were taken in them, of these
    `rook_made` were made, and `rook_points` is what the side scored. `fouls` include those of misdeals and passed-out
    deals (R12); `points` are those of the hands only.

    `best_hand` are the most points that the bidder's side scored in a hand, `biggest_set` the most that it lost in one,
    a renege included and penalties left out; 0 if there is none. Their hands are counted from 1 as in the game.

    `made_60` to `sets_100` are the bids made and set by size, up to that percentage of the hand total (BANDS); the last
    includes all higher ones.
    """

    ended: int = 0
    games: int = 0
    wins: int = 0
    hands: int = 0
    points: int = 0
    bids: int = 0
    bid_sum: int = 0
    made: int = 0
    sets: int = 0
    made_60: int = 0
    made_70: int = 0
    made_80: int = 0
    made_90: int = 0
    made_100: int = 0
    sets_60: int = 0
    sets_70: int = 0
    sets_80: int = 0
    sets_90: int = 0
    sets_100: int = 0
    bid_points: int = 0
    bid_margin: int = 0
    highest_bid_made: int = 0
    best_hand: int = 0
    best_hand_number: int = 0
    biggest_set: int = 0
    biggest_set_number: int = 0
    partnered: int = 0
    partner_made: int = 0
    defended: int = 0
    sets_forced: int = 0
    defense_points: int = 0
    nest_hands: int = 0
    nests: int = 0
    rook_hands: int = 0
    rook_bids: int = 0
    rook_made: int = 0
    rook_points: int = 0
    fouls: int = 0
    reneges: int = 0


BANDS = (60, 70, 80, 90, 100)
IN_ONE_HAND = {"best_hand": "best_hand_number", "biggest_set": "biggest_set_number"}
"""The most points in one hand, and which hand that was."""
MOST = ("highest_bid_made", *IN_ONE_HAND)
SUMMED = tuple(field.name for field in fields(PlayerStats) if field.name not in (*MOST, *IN_ONE_HAND.values()))


@dataclass(frozen=True, slots=True)
class GameStats:
    """One game's own numbers: hands scored, the most that a side got for one, bids set, and by how many points the
    winner was behind at worst before the hand that ended it (0 if no one won)."""

    hands: int
    highest_hand: int
    sets: int
    biggest_deficit: int


def game_stats(beginning: Standing, standing: Standing, hands: Sequence[PlayedHand]) -> GameStats:
    """Return the numbers of a game that began at `beginning` and is at `standing` after these hands."""
    scores = [played.score for played in hands if played.score]
    before_end = (played.standing for played in hands if not played.standing.end)
    running = [beginning.totals, *(standing.totals for standing in before_end)]
    return GameStats(
        hands=len(scores),
        highest_hand=max((side.score for score in scores for side in score.sides), default=0),
        sets=sum(score.made is False for score in scores),
        biggest_deficit=max((max(totals) - totals[one] for one in standing.winners for totals in running), default=0),
    )


def result_stats(standing: Standing, player: int) -> PlayerStats:
    """Return what a game that is over or stopped counts for who sits as this player at its end."""
    return PlayerStats(ended=1, games=int(standing.end is not None), wins=int(player in standing.winners))


def player_stats(standing: Standing, hands: Sequence[PlayedHand]) -> Sequence[PlayerStats]:
    """Count what each player did in these hands of a game that is at `standing`, without its result."""
    by_player = [PlayerStats() for _ in standing.players]
    for played in hands:
        if played.score:
            _add_hand(standing.rules, by_player, played.score)
        for foul in () if played.after_end else played.hand.fouls:
            by_player[foul.player].fouls += 1
    return by_player


def add_up(parts: Collection[PlayerStats]) -> PlayerStats:
    """Return the sum of these stats; of MOST it has the most, and the first hand with it."""
    added = {name: sum(getattr(part, name) for part in parts) for name in SUMMED}
    for what in MOST if parts else ():
        with_most = max(parts, key=attrgetter(what))
        added |= {name: getattr(with_most, name) for name in (what, IN_ONE_HAND.get(what)) if name}
    return PlayerStats(**added)


def _add_hand(rules: RuleSet, by_player: Sequence[PlayerStats], score: HandScore) -> None:
    hand = score.hand
    assert hand.bidder is not None
    by_player[hand.bidder].bids += 1
    _note_most(by_player[hand.bidder], score)
    for stats, points in zip(by_player, score.points, strict=True):
        stats.hands += 1
        stats.points += points
    if hand.reneged_by is not None:
        by_player[hand.reneged_by].reneges += 1
    if score.made is not None:
        _add_tested(rules, by_player, score)
    if hand.rook is not None and "rook" in rules.counters:
        holder = by_player[hand.rook]
        holder.rook_hands += 1
        holder.rook_bids += hand.rook == hand.bidder
        holder.rook_made += hand.rook == hand.bidder and score.made is True
        holder.rook_points += score.points[hand.rook]
    nest = nest_winner(rules, score) if hand.played_out and rules.nest_size else ()
    if nest:
        for player, stats in enumerate(by_player):
            stats.nest_hands += 1
            stats.nests += player in nest


def _note_most(bidder: PlayerStats, score: HandScore) -> None:
    """Note the bidder's hand if it is their best or their biggest set so far."""
    (scored,) = [side.score for side in score.sides if side.players == score.bidding_side]
    for what, points in (("best_hand", scored), ("biggest_set", -scored)):
        if points > getattr(bidder, what):
            setattr(bidder, what, points)
            setattr(bidder, IN_ONE_HAND[what], score.deal.number)


def _add_tested(rules: RuleSet, by_player: Sequence[PlayerStats], score: HandScore) -> None:
    """Add a hand in which the bid was made or set."""
    hand, made, bid = score.hand, score.made is True, score.hand.bid or 0
    for side in score.sides:
        for player in side.players:
            stats = by_player[player]
            if player == hand.bidder:
                stats.made += made
                stats.sets += not made
                stats.bid_sum += bid
                stats.bid_points += side.points
                stats.bid_margin += side.points - (rules.hand_total if bid == rules.moon_bid else bid)
                stats.highest_bid_made = max(stats.highest_bid_made, bid if made else 0)
                band = next((band for band in BANDS if 100 * bid <= band * rules.hand_total), BANDS[-1])
                counter = f"{'made' if made else 'sets'}_{band}"
                setattr(stats, counter, getattr(stats, counter) + 1)
            elif side.players == score.bidding_side:
                stats.partnered += 1
                stats.partner_made += made
            elif hand.outcome == "played":
                stats.defended += 1
                stats.sets_forced += not made
                stats.defense_points += side.points
