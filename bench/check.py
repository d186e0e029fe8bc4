"""How long `scorekeeper check --json` takes for ten thousand records, held against reading them with `json.load`.

Run `python -m bench.check [FILES]`. The records are games of twelve hands, half of them with their auctions, all with
the table's own figures. Fails where the check takes more than `BOUND` times as long as `json.load`.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from scorekeeper.record import HandEntry, make_document, make_entry, serialize
from scorekeeper.rules.auction import PASS, Auction
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import Deal, Hand
from scorekeeper.rules.presets import ruleset
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand

FILES = 10_000
HANDS = 12
BOUND = 8.0
NAMES = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
TABLES = ("original", "kentucky", "house-200", "dixie", "red-one", "concise")


def auction(rng: random.Random, rules: RuleSet, deal: Deal) -> tuple[list[tuple[str, int | str]], Auction]:
    """Calls as people make them: most go up by one step, most of the others pass."""
    state, calls = Auction.start(rules, deal.seats, deal.dealer), []
    while not state.over:
        player = state.waiting[0]
        lowest = rules.min_bid if state.bid is None else state.bid + rules.bid_step
        bids = lowest <= rules.highest_bid and rng.random() < (0.8 if state.bid is None else 0.6)
        call = lowest + rules.bid_step * rng.choice((0, 0, 0, 1, 2)) if bids else PASS
        call = min(call, rules.highest_bid) if bids else PASS
        state = state.call(player, call)
        calls.append((player, call))
    return calls, state


def hand(rng: random.Random, rules: RuleSet, deal: Deal, logged: bool) -> Hand:
    """One hand that can be scored, or a deal that everybody passed."""
    calls, state = auction(rng, rules, deal)
    seen = {"auction": tuple(calls)} if logged else {}
    if state.bidder is None:
        return Hand(outcome="passed-out", **seen)
    taken = rules.bid_step * rng.randint(rules.card_total // 20, rules.card_total // 8)
    return Hand(
        bidder=state.bidder,
        bid=state.bid,
        trump=rng.choice(("red", "green", "black", "yellow")),
        captured={state.bidder: min(taken, rules.card_total)},
        last_trick=rng.choice(deal.seats),
        most_tricks=rng.choice(deal.seats) if rules.most_tricks_points else None,
        **seen,
    )


def record(rng: random.Random) -> bytes:
    """A game of twelve hands, claimed as the rules score it."""
    key = rng.choice(TABLES)
    rules = ruleset(key).changed(target=None, hand_limit=HANDS, floor=None)
    players = tuple(rng.sample(NAMES, rules.players))
    logged, standing, entries = rng.random() < 0.5, initial_standing(rules, range(rules.players)), []
    while standing.hands_scored < HANDS:
        deal = standing.table.deal()
        seen = hand(rng, rules, deal, logged)
        score = score_hand(rules, deal, seen) if seen.scored else None
        standing = standing.after(deal, seen, score)
        entries.append(claimed(seen, score.points if score else None, standing.totals, players))
    others = {
        "claimed_winners": tuple(players[winner] for winner in standing.winners),
        "given": {"base": key, "target": None, "hand_limit": HANDS, "floor": None},
    }
    return serialize(make_document(rules, players, tuple(entries), **others))


def claimed(seen: Hand, points: Sequence[int] | None, totals: Sequence[int], players: tuple[str, ...]) -> HandEntry:
    """The hand with what the table wrote down: each side's points and totals."""
    sides = players[:2]
    if points is None:
        return make_entry(seen, players)
    return make_entry(
        seen,
        players,
        claimed=dict(zip(sides, points, strict=False)),
        claimed_totals=dict(zip(sides, totals, strict=False)),
    )


def seconds(work) -> float:
    """The shorter of two runs."""
    times = []
    for _ in range(2):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def main() -> None:
    """Makes the records, measures both, prints the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{place:05}.rook.json" for place in range(count)]
        for path in paths:
            path.write_bytes(record(rng))
        command = [sys.executable, "-m", "scorekeeper", "check", "--json", *map(str, paths)]

        def load() -> None:
            for path in paths:
                with open(path, encoding="utf-8") as stream:
                    json.load(stream)

        def check() -> None:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        loading, checking = seconds(load), seconds(check)
        size = sum(path.stat().st_size for path in paths)
    print(f"{count} records of {HANDS} hands, {size / count / 1000:.1f} kB each")
    print(f"json.load {loading:6.2f} s")
    print(f"check     {checking:6.2f} s, {checking / loading:.1f} times as long (at most {BOUND:.0f})")
    sys.exit(checking > BOUND * loading)


if __name__ == "__main__":
    main()
