"""The search finds just the hands that fit: as many as trying all of them does, and in time."""

from collections import Counter
from itertools import product
from time import process_time
from typing import Any

import pytest

from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import TIED, Deal, Foul, Hand, sides_of
from scorekeeper.rules.hand_search import HandSearch
from scorekeeper.rules.hand_validation import validate_hand
from scorekeeper.rules.hand_ways import RowFacts
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.scoring import score_hand

TWO_SIDED = ("original", "concise", "house-200", "princeton", "dixie", "moon-360", "county-fair", "three-handed")


def deal_of(rules: RuleSet) -> Deal:
    return initial_standing(rules, range(rules.players)).table.deal()


def search_of(rules: RuleSet) -> HandSearch:
    return HandSearch(rules, tuple(range(rules.players)))


def all_hands(rules: RuleSet, deal: Deal, bid: int) -> Counter[tuple[int, ...]]:
    """How many hands with player 0's bid bring which points, by trying every one."""
    one, other = sides_of(rules, deal, 0)
    takers = (one[0], other[0])
    lasts = takers if rules.last_trick_points else (None,)
    mosts = (*takers, TIED) if rules.most_tricks_points else (None,)
    tricks: list[dict[str, Any]] = [{"last_trick": last, "most_tricks": most} for last, most in product(lasts, mosts)]
    tricks += [{"sweep": taker} for taker in takers] if rules.sweep_bonus and rules.sweep_on == "tricks" else []
    found: Counter[tuple[int, ...]] = Counter()
    worths = range(0, rules.card_total + 1, 5)
    for worth, rest, taken in product(worths, worths if rules.out_of_play_cards else (None,), tricks):
        captured = {one[0]: worth, other[0]: rules.card_total - worth if rest is None else rest}
        hand = Hand(bidder=0, bid=bid, captured=captured, **taken)
        if not validate_hand(rules, deal, hand)[1]:
            found[score_hand(rules, deal, hand).points] += 1
    return found


@pytest.mark.parametrize("key", TWO_SIDED)
def test_fitting_finds_the_hands_that_trying_all_of_them_finds(key: str) -> None:
    rules = PRESETS[key].rules
    deal, search = deal_of(rules), search_of(rules)
    for bid in (rules.bids[0], rules.bids[len(rules.bids) // 2], rules.bids[-1]):
        expected = all_hands(rules, deal, bid)
        open_facts = RowFacts(bidders=frozenset({0}), bid=bid)
        assert Counter(fit.points for fit in search.fits(deal, open_facts)) == expected
        for points, times in expected.items():
            stated = RowFacts(bidders=frozenset({0}), bid=bid, points=tuple(enumerate(points)))
            fits = list(search.fits(deal, stated))
            assert len(fits) == times
            assert all(score_hand(rules, deal, fit.hand).points == points for fit in fits)


@pytest.mark.parametrize("key", PRESETS)
def test_every_hand_that_is_found_scores_what_is_said_of_it(key: str) -> None:
    """With an assumption and without one, by every rule set."""
    rules = PRESETS[key].rules
    deal, search = deal_of(rules), search_of(rules)
    bid = rules.bids[len(rules.bids) // 2]
    lost = RowFacts(bidders=frozenset({0}), bid=bid, points=((0, -bid),))
    penalized = RowFacts(bidders=frozenset({0}), bid=bid, points=((0, rules.card_total - rules.foul_penalty),))
    for facts in (lost, penalized):
        found = [fit for fit, _ in zip(search.fits(deal, facts), range(50), strict=False)]
        for fit in (*found, *search.assuming(deal, facts)):
            hand, errors = validate_hand(rules, deal, fit.hand)
            assert errors == []
            if fit.assumed is None or fit.assumed.kind != "penalty":
                assert score_hand(rules, deal, hand).points == fit.points


def test_a_fitting_hand_assumes_nothing_that_its_facts_show() -> None:
    rules = PRESETS["original"].rules
    deal, search = deal_of(rules), search_of(rules)
    facts = RowFacts(bidders=frozenset({0}), bid=100, points=((0, 65), (1, 15)))
    assert not list(search.fits(deal, facts))
    assert [fit.assumed.kind for fit in search.assuming(deal, facts) if fit.assumed] == ["penalty"]
    shown = RowFacts(bidders=frozenset({0}), bid=100, points=((0, 65), (1, 15)), fouls=(Foul(2, "table-talk"),))
    assert [fit.points for fit in search.fits(deal, shown)] == [(65, 15, 65, 15)]


@pytest.mark.parametrize("key", PRESETS)
def test_the_hands_of_a_rule_set_are_scored_once_and_quickly(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PRESETS[key].rules
    deal, search = deal_of(rules), search_of(rules)
    facts = RowFacts(bidders=frozenset({0}), points=tuple((player, 20) for player in range(rules.players)))
    began = process_time()
    list(search.fits(deal, facts))
    list(search.assuming(deal, facts))
    assert process_time() - began < 2
    made = {kind: id(ways) for kind, ways in search.hands._kinds.items()}
    list(search.fits(deal, facts))
    list(search.assuming(deal, facts))
    assert made == {kind: id(ways) for kind, ways in search.hands._kinds.items()}
