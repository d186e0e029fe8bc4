"""What statistics should say, worked out the slow and plain way: every hand of every game, for each player again."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select, text

from scorekeeper.rules.game_stats import SUMMED, PlayerStats, add_up
from scorekeeper.rules.hand import Hand, sides_of
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import SideScore
from scorekeeper.storage import clubs, stats
from scorekeeper.storage.db import db, reading
from scorekeeper.storage.models import CLUB, PLAYER
from scorekeeper.storage.stats import Other, Rivalry
from scorekeeper.storage.stats_models import RANKED_BY
from scorekeeper.usecases.game_state import GameState

TOPS = (60, 70, 80, 90, 100)
Told = dict[tuple[Any, ...], dict[str, int]]
Asked = tuple[int, str, int]
"""Whose games: a player's id, the preset ("" for all) and the year (0 for all)."""


def _year(table: GameState) -> int:
    """The year of its start where its club is, without a zone where the server is."""
    zone = db.session.execute(select(CLUB.c.zone).where(CLUB.c.id == table.game.club_id)).scalar_one()
    return (table.game.ended_at or table.game.started_at).astimezone(ZoneInfo(zone) if zone else None).year


def of_players(club: int) -> Told:
    """By player, year and preset ("" and 0: all of them), what everybody did."""
    totals: Told = defaultdict(lambda: defaultdict(int))
    for table in _ended(club):
        for person, did in _of_people(table).items():
            for year in (_year(table), 0):
                for preset in (table.game.preset, ""):
                    row = totals[person, year, preset]
                    for key, number in did.items():
                        row[key] += number
    return {key: dict(row) for key, row in totals.items()}


def _ended(club: int) -> Iterator[GameState]:
    with clubs.own_session() as session:
        for game in clubs.all_games(session, club):
            if game.stopped or GameState(game).standing.end:
                yield GameState(game)


def _sat(table: GameState, number: int, position: float) -> int:
    """Who sat in this chair in the hand at this position."""
    for sitting in sorted(table.game.sittings, key=lambda each: each.until):
        if sitting.number == number and position <= sitting.until:
            return sitting.player.id
    return next(seat.player_id for seat in table.game.seats if seat.number == number)


def _at_end(table: GameState) -> dict[int, int]:
    """Who sat in each chair when the game ended, or sits there now."""
    ends = [row.position for row, played in zip(table.game.hands, table.hands, strict=True) if played.standing.end]
    return {number: _sat(table, number, ends[0] if ends else 9e7) for number in table.players}


def _played(table: GameState, number: int) -> list[int]:
    """Who sat in this chair in each hand that counts."""
    rows = zip(table.game.hands, table.hands, strict=True)
    return [_sat(table, number, row.position) for row, played in rows if not played.after_end]


def _of_people(table: GameState) -> dict[int, dict[str, int]]:
    """What each person did, in whichever chairs: the result is of who sat there at the end."""
    found: dict[int, dict[str, int]] = {}
    for number, last in _at_end(table).items():
        sat = _played(table, number)
        for person in {last, *sat}:
            did = _did(table, number, [person == each for each in sat])
            if person != last:
                did |= {"games": 0, "wins": 0}
            before = found.get(person, dict.fromkeys(did, 0))
            found[person] = {key: before[key] + count for key, count in did.items()} | {"ended": 1}
    return found


def _did(state: GameState, me: int, was_there: list[bool]) -> dict[str, int]:
    rules, end = state.rules, state.standing.end
    did = dict.fromkeys(("bids", "bid_sum", "made", "sets", "bid_points", "bid_margin", "partnered", "partner_made"), 0)
    did |= dict.fromkeys(("defended", "sets_forced", "defense_points", "nest_hands", "nests", "fouls", "reneges"), 0)
    did |= dict.fromkeys(("rook_hands", "rook_bids", "rook_made", "rook_points"), 0)
    did |= {"hands": 0, "points": 0} | {f"{how}_{top}": 0 for how in ("made", "sets") for top in TOPS}
    did |= {"ended": 1, "games": int(end is not None)}
    did["wins"] = int(end is not None and any(me in side for side in end.winners))
    for played in (played for played, was in zip(state.hands, was_there, strict=False) if was):
        hand, score = played.hand, played.score
        if not played.after_end:
            did["fouls"] += [foul.player for foul in hand.fouls].count(me)  # R12: in a deal that is no hand too
        if score is None:
            continue
        sides = sides_of(rules, played.deal, hand.bidder, hand.partners)
        mine = next(side for side in sides if me in side)
        mine_scored = next(side for side in score.sides if side.players == mine)
        did["hands"] += 1
        did["points"] += score.points[me]
        did["reneges"] += hand.reneged_by == me
        if hand.bidder == me:
            did["bids"] += 1
        last = hand.last_trick if hand.sweep is None else hand.sweep
        taker = hand.bidder if rules.nest_to == "bidder" else last
        late = hand.last_trick is not None or hand.most_tricks is not None  # R9: a renege found after the last trick
        played_out = hand.outcome == "played" or (hand.outcome == "renege" and late)
        if rules.nest_size and taker is not None and played_out:
            did["nest_hands"] += 1
            did["nests"] += taker in mine
        with_rook = hand.rook == me and "rook" in rules.counters
        did["rook_hands"] += with_rook
        did["rook_bids"] += with_rook and hand.bidder == me
        did["rook_points"] += with_rook * score.points[me]
        if hand.outcome == "renege":
            continue
        needed = rules.hand_total if hand.bid == rules.moon_bid else hand.bid
        ours = next(side for side in score.sides if hand.bidder in side.players)
        discards = [foul for foul in hand.fouls if foul.kind == "nest-discard"]
        gave_up, thrown_away = hand.outcome == "conceded", discards and rules.discard_rule == "set"
        made = ours.points >= (needed or 0) and not gave_up and not thrown_away  # R19, R33
        if hand.bidder == me:
            how = "made" if made else "sets"
            did[how] += 1
            did["rook_made"] += made and with_rook
            height = Fraction(hand.bid or 0, rules.hand_total)
            did[f"{how}_{min((top for top in TOPS if height <= Fraction(top, 100)), default=100)}"] += 1
            did["bid_sum"] += hand.bid or 0
            did["bid_points"] += _worth(rules, hand, ours)
            did["bid_margin"] += ours.points - (needed or 0)
        elif hand.bidder in mine:
            did["partnered"] += 1
            did["partner_made"] += made
        elif not gave_up:
            did["defended"] += 1
            did["sets_forced"] += not made
            did["defense_points"] += _worth(rules, hand, mine_scored)
    return did


def _worth(rules: RuleSet, hand: Hand, side: SideScore) -> int:
    """What this side took: its counters, and what the last trick and most tricks are worth."""
    last, most = (hand.last_trick, hand.most_tricks) if hand.sweep is None else (hand.sweep, hand.sweep)
    worth = side.captured or 0
    worth += rules.last_trick_points if last in side.players else 0
    return worth + (rules.most_tricks_points if most in side.players else 0)


def of_pairs(club: int, *, whole: bool = False) -> Told:
    """By player, other, whether they were partners, year and preset: games that were over, won and lost.

    `whole`: games in which they sat in every scored hand.
    """
    totals: Told = defaultdict(lambda: {"games": 0, "won": 0, "lost": 0})
    for table in _ended(club):
        if not table.standing.end:
            continue
        ids = _at_end(table)
        rows = zip(table.game.hands, table.hands, strict=True)
        scored = [row.position for row, played in rows if played.score and not played.after_end]
        there = {number: all(_sat(table, number, each) == ids[number] for each in scored) for number in ids}
        won = {player for side in table.standing.end.winners for player in side}
        for me in table.players:
            for other in table.players:
                partners = any(me in side and other in side for side in table.competitors)
                beat = me in won and (partners or other not in won)
                lost = other in won and me not in won
                for year in (_year(table), 0):
                    for preset in (table.game.preset, ""):
                        if me != other and (not whole or (there[me] and there[other])):
                            row = totals[ids[me], ids[other], partners, year, preset]
                            row["games"] += 1
                            row["won"] += beat
                            row["lost"] += lost
    return dict(totals)


def of_rivalries(club: int) -> Told:
    """By player, year, preset and the players of both of two sides: games that were over, won and lost."""
    totals: Told = defaultdict(lambda: {"games": 0, "won": 0, "lost": 0})
    for table in _ended(club):
        if not table.standing.end or [*map(len, table.competitors)] not in ([1, 1], [2, 2]):
            continue
        ids = _at_end(table)
        for ours, theirs in (table.competitors, table.competitors[::-1]):
            sides = tuple(frozenset(ids[player] for player in side) for side in (ours, theirs))
            for player, year, preset in product(ours, (_year(table), 0), (table.game.preset, "")):
                row = totals[ids[player], year, preset, *sides]
                row["games"] += 1
                row["won"] += theirs not in table.standing.end.winners
                row["lost"] += ours not in table.standing.end.winners
    return dict(totals)


def of_games(club: int) -> dict[int, tuple[int, str, int]]:
    """By game its year, its preset and its hands."""
    return {table.game.id: (_year(table), table.game.preset, table.standing.hands_scored) for table in _ended(club)}


def highest_bids_made(club: int) -> dict[tuple[int, int], int]:
    """By game and player the highest bid that the player made in it."""
    found: dict[tuple[int, int], int] = {}
    for table in _ended(club):
        for number, last in _at_end(table).items():
            sat = _played(table, number)
            for person in {last, *sat}:
                bids = [
                    played.hand.bid or 0
                    for who, played in zip(sat, table.hands, strict=False)
                    if who == person and played.score and played.score.made and played.hand.bidder == number
                ]
                key = table.game.id, person
                found[key] = max(*bids, found.get(key, 0), 0)
    return found


def hands_to_tell_of(club: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """By game and player the most that the side scored in a hand that they bid, and lost, each with its number."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for table in _ended(club):
        bids: dict[int, list[tuple[int, int]]] = {person: [] for person in _at_end(table).values()}
        for number in _at_end(table):
            for who, played in zip(_played(table, number), table.hands, strict=False):
                of_person = bids.setdefault(who, [])
                if played.score and played.hand.bidder == number:
                    (brought,) = [each.score for each in played.score.sides if number in each.players]
                    of_person.append((brought, played.deal.number))
        for person, hands in bids.items():
            best = min(((-points, hand) for points, hand in hands if points > 0), default=(0, 0))
            worst = min(((points, hand) for points, hand in hands if points < 0), default=(0, 0))
            found[table.game.id, person] = (-best[0], best[1], -worst[0], worst[1])
    return found


def kept(club: int, table: str, *key: str) -> Told:
    """What a table of stats holds for this club."""
    with db.engine.connect() as connection:
        rows = connection.execute(text(f"SELECT * FROM {table} WHERE club_id = :club"), {"club": club}).mappings()
        return {
            tuple(row[name] for name in key): {
                name: number for name, number in row.items() if name not in (*key, "club_id")
            }
            for row in rows
        }


def shown_of_players(club: int) -> Told:
    """What is added up of each player by preset and year, and by all of these, but for the highest bid."""
    parts = defaultdict[tuple[Any, ...], list[PlayerStats]](list)
    for player in _players(club):
        for preset, year, _, each in stats.stats_by_part(reading(), player):
            for key in product((player,), (0, year), ("", preset)):
                parts[key].append(each)
    return {key: {name: getattr(add_up(each), name) for name in SUMMED} for key, each in parts.items()}


def shown_of_pairs(others: dict[Asked, list[Other]]) -> Told:
    """What is added up of each player with and against each other one."""
    return {
        (player, other.id, bool(other.partners), year, preset): {
            "games": other.games,
            "won": other.won,
            "lost": other.lost,
        }
        for (player, preset, year), each in others.items()
        for other in each
    }


def shown_of_rivalries(met: dict[Asked, list[Rivalry]]) -> Told:
    """What is added up of the sides that met in each player's games."""
    return {
        (player, year, preset, frozenset({player, one.partner} - {None}), frozenset({one.one, one.other})): {
            "games": one.games,
            "won": one.won,
            "lost": one.lost,
        }
        for (player, preset, year), each in met.items()
        for one in each
    }


def assert_closest(asked: Asked, others: list[Other], pairs_met: list[Rivalry], least: int = 2, most: int = 3) -> None:
    """Who is told to be closest to a player are the first of all, by exact shares."""
    told = stats.closest(reading(), *asked, least=least, most=most, nameless=())
    partners = [(one.games, one.won, one.games - one.won) for one in others if one.partners]
    partners = [one for one in partners if one[0] >= least]
    opponents = defaultdict[tuple[int, int], list[tuple[int, int, int]]](list)
    for one in pairs_met:
        opponents[one.one, one.other].append((one.games, one.won, one.lost))
    pairs = [tuple(map(sum, zip(*each, strict=True))) for each in opponents.values()]
    pairs = [one for one in pairs if one[0] >= least and one[2]]
    best = _first(partners, lambda one: (-Fraction(one[1], one[0]), -one[0]))
    hard = _first(pairs, lambda one: (Fraction(one[1], one[0]), -one[0]))
    often = sorted(-one.games for one in pairs_met if one.games > 1)
    assert {one[:3] for one in told[0]} == best
    assert {one[:3] for one in told[1]} == hard
    assert sorted(-one.games for one in told[2]) == [games for games in often if games <= often[:most][-1]]


def _first(counts: list[Any], key: Callable[[Any], Any]) -> set[Any]:
    return {one for one in counts if key(one) == min(map(key, counts))}


def _choices(club: int) -> tuple[set[str], set[int]]:
    """The presets and years that can be asked for, "" and 0 among them."""
    choices = stats.choices(reading(), club)
    return {"", *(preset for preset, _ in choices)}, {0, *(year for _, year in choices)}


def _players(club: int) -> set[int]:
    return set(reading().scalars(select(PLAYER.c.id).where(PLAYER.c.club_id == club)))


def assert_true(club: int) -> None:
    """Everything that pages show of this club is what was worked out."""
    db.session.rollback()
    players, others, pairs_of = of_players(club), of_pairs(club), of_pairs(club, whole=True)
    assert shown_of_players(club) == players
    presets, years = _choices(club)
    known = {asked: stats.others(reading(), *asked) for asked in product(_players(club), presets, years)}
    assert shown_of_pairs(known) == others
    meetings = [asked for asked in known if known[asked]]  # whoever met no one met no side
    alone, pairs = ({asked: stats.rivalries(reading(), *asked, players) for asked in meetings} for players in (2, 4))
    assert shown_of_rivalries({asked: alone[asked] + pairs[asked] for asked in meetings}) == of_rivalries(club)
    played = {("", 0), *stats.choices(reading(), club)}
    for asked in meetings:
        if asked[1:] in played:
            assert_closest(asked, known[asked], pairs[asked])
    hidden = set(reading().scalars(select(PLAYER.c.id).where(PLAYER.c.club_id == club, PLAYER.c.hidden)))
    for year, preset in product(years, presets):
        ranked = {
            row.id: tuple(getattr(row.stats, name) for name in RANKED_BY)
            for row in stats.leaderboard(reading(), club, preset, year)
        }
        of_these = {key[0]: row for key, row in players.items() if key[1:] == (year, preset)}
        assert ranked == {player: tuple(row[name] for name in RANKED_BY) for player, row in of_these.items()}
        listed = {
            (pair.one, pair.other): (pair.games, pair.won)
            for pair in stats.pairs(reading(), club, preset, year, len(others))
        }
        assert listed == {
            (one, other): (row["games"], row["won"])
            for (one, other, partners, *of), row in pairs_of.items()
            if partners and one < other and of == [year, preset] and not {one, other} & hidden
        }
    games: dict[int, tuple[Any, ...]] = {
        game: (row["year"], row["preset"], row["hands"]) for (game,), row in kept(club, "game_stats", "game_id").items()
    }
    assert games == of_games(club)
    seats = kept(club, "seat_stats", "game_id", "player_id")
    assert {key: row["highest_bid_made"] for key, row in seats.items()} == highest_bids_made(club)
    in_one_hand = ("best_hand", "best_hand_number", "biggest_set", "biggest_set_number")
    assert {key: tuple(row[name] for name in in_one_hand) for key, row in seats.items()} == hands_to_tell_of(club)
    db.session.rollback()
