"""The phone's own scorer gives what the rules give: thousands of games, by every preset and by random house rules."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.rules.auction import PASS, bid_error, replay_calls
from scorekeeper.rules.game import PlayedHand, Standing, initial_standing, replay
from scorekeeper.rules.hand import TIED, Adjustment, Foul, Hand, competitors, sides_of
from scorekeeper.rules.ruleset import FOULS, RuleSet
from scorekeeper.settings import shipped
from scorekeeper.storage.games import write_facts

from .drawn_games import house_rules, make_auction, parameters_of, presets
from .scripts import script

HANDS = 8  # of a game
PLAY = script("play_by_score")

JUDGE = """async (asked) => {
  const { bidError } = await import("/score.js");
  return JSON.parse(asked).map(({ rules, bids }) => bids.map(([bid, last]) => bidError(rules, bid, last)));
}"""


@pytest.fixture
def scorer(browser: Browser) -> Iterator[Page]:
    """An empty page on the server that has score.js."""
    page = browser.new_page()
    page.route("http://scorer.invalid/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route("**/score.js", lambda route: route.fulfill(path=shipped("static") / "alone" / "score.js"))
    page.goto("http://scorer.invalid/")
    yield page
    page.close()


@pytest.mark.everywhere("again", once={"of_each": 6})
@pytest.mark.parametrize("of_each", [6, 18])
def test_thousands_of_games_are_scored_as_the_rules_score_them(scorer: Page, of_each: int) -> None:
    rng = Random(17)
    games = [make_game(rng, rules) for rules in [*presets(), *house_rules()] for _ in range(of_each)]
    assert len(games) > 170 * of_each
    ends = {hand["expected"]["end"][0] for game in games for hand in game["hands"] if hand["expected"]["end"]}
    assert ends == {"target", "hand_limit", "time", "floor", "lead", "extra_hand"}
    wrong = scorer.evaluate(PLAY, json.dumps(games))
    assert not wrong, f"{len(wrong)} games differ, as this one:\n{json.dumps(wrong[0], indent=1)}"


def test_thousands_of_bids_are_judged_as_the_rules_judge_them(scorer: Page) -> None:
    """Right and wrong ones, first or after another, in the same words."""
    rng, asked, expected = Random(500), list[dict[str, Any]](), list[list[str]]()
    for rules in [*presets(), *house_rules()]:
        known = [rules.min_bid, rules.highest_bid, rules.last_bid, rules.hand_total]
        some = [*known, *(bid + step for bid in known for step in (-rules.bid_step, -1, 1, rules.bid_step))]
        bids = [*some, *rng.choices(range(-10, 2 * rules.hand_total), k=10), 500]
        pairs = [(bid, last) for bid in bids for last in (None, *rng.choices(rules.bids, k=2))]
        errors = [bid_error(rules, *pair) for pair in pairs]
        asked.append({"rules": parameters_of(rules), "bids": pairs})
        expected.append([error.text if error else "" for error in errors])
    said = [why for each in expected for why in each]
    assert len(said) > 10_000
    assert 1_000 < said.count("") < len(said) - 1_000
    assert scorer.evaluate(JUDGE, json.dumps(asked)) == expected


def make_game(rng: Random, rules: RuleSet) -> dict[str, Any]:
    """Return a game with what the rules give for each of its hands, players by number."""
    players = tuple(rng.sample(range(rules.players), rules.players))
    carried = {side[0]: rng.randint(-300, 600) for side in competitors(rules, players) if rng.random() < 0.1}
    standing = initial_standing(rules, players, rng.choice(players), carried)
    game: dict[str, Any] = {
        "rules": parameters_of(rules),
        "players": players,
        "dealer": standing.table.dealer,
        "carried": list(carried.items()),
    }
    hands = list[dict[str, Any]]()
    while not standing.end and len(hands) < HANDS:
        (played,) = replay(standing, [make_hand(rng, standing)])
        facts, found = write_facts(played.hand, played.deal), expected_of(played) | {"late": None}
        if rules.time_limit and played.score and not played.standing.end and not played.standing.tied:
            (late,) = replay(standing, [replace(played.hand, last=True)])  # time is called after it
            found["late"] = expected_of(late)["end"]
        hands.append({"facts": facts, "expected": found})
        standing = played.standing
    return game | {"hands": hands}


def expected_of(played: PlayedHand) -> dict[str, Any]:
    deal, score, after = played.deal, played.score, played.standing
    auction = None
    if played.hand.auction is not None:
        over = replay_calls(after.rules, deal.seats, deal.dealer, played.hand.auction)
        auction = [over.bidder, over.bid, over.over]
    return {
        "number": deal.number,
        "seats": deal.seats,
        "next": after.table.dealer,
        "auction": auction,
        "made": score and score.made,
        "sides": score
        and [[side.players, side.captured, side.points, side.score, side.penalty] for side in score.sides],
        "points": played.points,
        "totals": after.totals,
        "tied": after.tied,
        "end": after.end and [after.end.reason, after.end.winners],
    }


def make_hand(rng: Random, standing: Standing) -> Hand:
    """Make up a hand that can be scored; whether its counters can lie on the table is nothing to the score."""
    rules = standing.rules
    dealer = rng.choice((None, None, None, rng.choice(standing.players)))
    deal = standing.table.deal(dealer)
    calls, auction = make_auction(rng, rules, deal)
    late = auction.waiting[: rng.choice((0, 0, 1, 5))][:-1] if auction.over else ()  # R5: passes on the highest bid
    calls = (*calls, *((player, PASS) for player in late))
    logged: dict[str, Any] = {"dealer": dealer, "auction": rng.choice((None, calls))}
    adjustments = [
        Adjustment(rng.choice(deal.players), rng.randint(-60, 60), "agreed") for _ in range(2) if rng.random() < 0.1
    ]
    logged["adjustments"] = tuple(adjustments)
    if auction.bidder is None or rng.random() < 0.1:  # R12
        talk = tuple(Foul(rng.choice(deal.players), "table-talk") for _ in range(2) if rng.random() < 0.3)
        if auction.bidder is None:
            return Hand(outcome="passed-out", fouls=talk, **logged)
        return Hand(outcome="misdeal", fouls=talk, **logged | {"auction": None})
    outcome = rng.choice(["played"] * 5 + ["renege"] * rules.uses_reneges + ["conceded"] * rules.may_concede)
    someone = partial(rng.choice, deal.players)
    hand: dict[str, Any] = {"outcome": outcome, "bidder": auction.bidder, "bid": auction.bid}
    if rules.sides == "called_partner":
        others = [player for player in deal.players if player != auction.bidder]
        hand["partners"] = tuple(rng.sample(others, rng.randint(0, rules.partners_called)))
    sides = sides_of(rules, deal, auction.bidder, hand.get("partners"))
    hand["reneged_by"] = someone() if outcome == "renege" else None
    if outcome == "played" or (outcome == "renege" and rng.random() < 0.5):  # R9: found after the last trick
        hand |= {"last_trick": someone(), "most_tricks": rng.choice((TIED, someone()))}
        hand["sweep"] = rng.choice((None, None, someone())) if rules.sweep_bonus and outcome == "played" else None
    if rules.time_limit:
        hand["last"] = rng.random() < 0.1
    piles = dict.fromkeys(sides, 0)
    one_takes_all = rng.random() < 0.1
    for worth in rules.card_values:
        piles[sides[0] if one_takes_all else rng.choice(sides)] += worth
    captured = {rng.choice(side): worth for side, worth in piles.items()}
    if rng.random() < 0.5 and (outcome != "played" or not rules.out_of_play_cards):
        captured.pop(rng.choice(list(captured)))
    elif outcome == "played" and not rules.out_of_play_cards:
        captured = {player: worth for player, worth in captured.items() if worth}  # those left out took nothing
    fouls = [Foul(someone(), kind) for kind in FOULS for _ in range(2) if rng.random() < 0.1]
    return Hand(captured=captured, fouls=tuple(fouls), **logged, **hand)


HOUSE_RULES, GAMES, HANDS = 160, 18, 8  # so many rule sets, games by each, and hands of a game
