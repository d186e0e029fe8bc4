"""The phone refuses what the server refuses: thousands of counts, bids and calls, by every preset and by random house
rules, as they can be typed."""

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeVar
from uuid import UUID

import pytest
from flask import Flask
from playwright.sync_api import Page

from scorekeeper.rules.auction import PASS, Auction, Call, replay_calls
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game import initial_standing
from scorekeeper.rules.hand import Deal, Hand, Side, required_fields, sides_of
from scorekeeper.rules.hand_validation import bid_errors, partner_errors, validate_hand
from scorekeeper.rules.ruleset import RANKS, RuleSet
from scorekeeper.rules.words import Names
from scorekeeper.usecases.game.recording import with_bidders_fouls
from scorekeeper.web.forms.base import ChangeForm
from scorekeeper.web.forms.hand import CallForm, FullHandForm, RecordBidForm

from .drawn_games import (
    NAMES,
    TYPED,
    house_rules,
    make_auction,
    make_piles,
    make_tricks,
    parameters_of,
    presets,
    slip,
)

JUDGE = """async (asked) => {
  const game = await import("/alone/game.js");
  return JSON.parse(asked).map(({ table, state, address, fields }) => {
    game.restore(table);
    Object.assign(game.known(), table);
    const given = { hands: [], totals: table.players.map(() => 0), scored: 0, place: 0, version: 0, ...state };
    return game.faultsIn(given, [{ address, fields }]);
  });
}"""
Faults = list[list[str]]
"""Each a field of the form, and what is wrong with it."""
FORM = {"form_id": str(UUID(int=1)), "version": "0"}


@pytest.mark.everywhere("again", once={"of_each": 11})
@pytest.mark.parametrize("of_each", [11, 30])
def test_thousands_of_counts_are_judged_as_the_server_judges_them(judge: Page, app: Flask, of_each: int) -> None:
    """R8, R9, R16, R20, R30, R31, R33: right and wrong ones, with all that the form can say, in the same words."""
    rng = Random(of_each)
    tables = [Table(rng, rules) for rules in [*presets(), *house_rules(), *hard_rules()] for _ in range(of_each)]
    asked, expected = list[dict[str, Any]](), list[tuple[bool, Faults]]()
    for table in tables:
        fields = make_count(rng, table)
        asked.append(table.asked("hands", fields, table.open_hand))
        expected.append(judged_count(app, table, fields))
    assert len(asked) > 170 * of_each
    said = [why for _, faults in expected for _, why in faults]
    assert 50 * of_each < sum(not faults for _, faults in expected) < len(asked) - 50 * of_each
    for words in (
        "How many points did Ann", "How many points did each", "isn't possible", "It fits with", "can't be split",
        "out of play", "there are only", "points in play", "points in the deck", "took the last trick?",
        "the most tricks?", "every trick, so Ann", "two sides can't", "the nest had", "No single card", "add up to",
        "couldn't have held", "has no sweep", "Enter a whole number", "Choose a side", "A note", "A reason",
        "up to 1000000",
    ):  # fmt: skip
        assert any(words in why for why in said), words
    compare(judge, asked, expected)


@pytest.mark.everywhere("again", once={"of_each": 6})
@pytest.mark.parametrize("of_each", [6, 20])
def test_thousands_of_bids_and_calls_are_judged_as_the_server_judges_them(
    judge: Page, app: Flask, of_each: int
) -> None:
    """R5: also out of turn, after a pass, with a partner who cannot be called, and what is no number."""
    rng = Random(5)
    asked, expected = list[dict[str, Any]](), list[tuple[bool, Faults]]()
    for rules in [*presets(), *house_rules()]:
        for _ in range(of_each):
            table = Table(rng, rules)
            fields = make_bid(rng, table)
            asked.append(table.asked("bid", fields, {}))
            expected.append((False, judged_bid(app, table, fields)))
            calls = table.calls[: rng.randrange(len(table.calls))]
            fields = make_call(rng, table, calls)
            asked.append(table.asked("call", fields, {"auction": calls} if calls else {}))
            expected.append((False, judged_call(app, table, calls, fields)))
    assert len(asked) > 300 * of_each
    said = [why for _, faults in expected for _, why in faults]
    assert 50 * of_each < sum(not faults for _, faults in expected) < len(asked) - 50 * of_each
    for words in ("turn to bid", "already passed", "someone else, each", "first partner too", "How much is the bid"):
        assert any(words in why for why in said), words
    compare(judge, asked, expected)


def compare(judge: Page, asked: list[dict[str, Any]], expected: list[tuple[bool, Faults]]) -> None:
    """The phone refuses the same, and says nothing that the server doesn't; of what the rules refuse, all of it."""
    found = judge.evaluate(JUDGE, json.dumps(asked))
    wrong = [
        {**each, "phone": phone, "server": server}
        for each, phone, (whole, server) in zip(asked, found, expected, strict=True)
        if bool(phone) != bool(server)
        or (phone != server if whole else not all(said_by(server, *one) for one in phone))
    ]
    assert not wrong, f"{len(wrong)} of {len(asked)} differ, as this one:\n{json.dumps(wrong[0], indent=1)}"


def said_by(server: Faults, field: str, why: str) -> bool:
    return [field, why] in server or not why or (field == "player" and ["", why] in server)


FormT = TypeVar("FormT", bound=ChangeForm)


class Table:
    """Players, a deal, and an auction that was just won."""

    def __init__(self, rng: Random, rules: RuleSet) -> None:
        self.rules = rules
        self.players = tuple(rng.sample(range(rules.players), rules.players))
        self.deal: Deal = initial_standing(rules, self.players, rng.choice(self.players)).table.deal()
        self.names = Names(NAMES[: rules.players])
        auction = Auction.start(rules, self.deal.seats, self.deal.dealer)
        while auction.bidder is None or auction.bid is None:
            self.calls, auction = make_auction(rng, rules, self.deal)
        self.bidder, self.bid = auction.bidder, auction.bid
        self.partners: tuple[int, ...] | None = None
        if rules.sides == "called_partner":
            others = [player for player in self.players if player != self.bidder]
            self.partners = tuple(rng.sample(others, rng.randint(0, rules.partners_called)))
        self.logged = rng.random() < 0.5

    @property
    def sides(self) -> tuple[Side, ...]:
        return sides_of(self.rules, self.deal, self.bidder, self.partners)

    @property
    def open_hand(self) -> dict[str, Any]:
        hand: dict[str, Any] = {"bidder": self.bidder, "bid": self.bid}
        if self.partners is not None:
            hand["partners"] = self.partners
        return hand | ({"auction": self.calls} if self.logged else {})

    def asked(self, kind: str, fields: Mapping[str, str], open_hand: Mapping[str, Any]) -> dict[str, Any]:
        table = {"game": "/games/1", "rules": parameters_of(self.rules), "players": self.players, "names": NAMES}
        state = {"dealer": self.deal.dealer, "open": open_hand or None}
        return {"table": table, "state": state, "address": f"/games/1/{kind}", "fields": [*fields.items()]}


def hard_rules() -> list[RuleSet]:
    """Decks of fourteen odd worths, which divide in too many ways to try, the last of too many points."""
    rng = Random(14)
    counters = [{rank: rng.randrange(1, most) | 1 for rank in RANKS} for most in (1_600, 1_600, 8_000)]
    six = RuleSet(players=6, sides="individual", hand_size=9, nest_size=3, counters=counters[0], bid_step=1)
    dead = RuleSet(players=6, hand_size=8, out_of_play_cards=4, counters=counters[1], bid_step=1)
    return [six, dead, replace(six, counters=counters[2], may_concede=True)]


def make_count(rng: Random, table: Table) -> dict[str, str]:
    """The fields of a count as someone might fill them in: of a hand that can be, half the time with slips."""
    rules, sides, required = table.rules, table.sides, required_fields(table.rules)
    ending = rng.choice(["played"] * 5 + ["given up"] * rules.may_concede + ["renege"] * rules.uses_reneges)
    swept = rng.choice(sides) if ending == "played" and "sweep" in required and rng.random() < 0.5 else None
    piles = make_piles(rng, rules, [swept] if swept else sides, cut_short=ending != "played")
    if ending == "given up":
        piles = {side: worth for side, worth in piles.items() if table.bidder not in side}
    fields = FORM | {f"captured-{side[0]}": str(piles.get(side, 0)) for side in sides}
    if ending == "given up":
        bidders = next(side for side in sides if table.bidder in side)
        del fields[f"captured-{bidders[0]}"]
        fields["gave_up"] = "y"
    else:
        fields |= make_tricks(rng, rules, sides, swept)
    if ending == "renege":
        fields["reneged_by"] = str(rng.choice(table.players))
    if rules.uses_fouls:
        fields |= {f"talk-{player}": rng.choice(("", "", "1", "4")) for player in table.players}
    if "nest-discard" in rules.fouls and rng.random() < 0.2:
        fields["discard"] = "y"
    given = (str(sides[0][0]), "(20)", "agreed") if rng.random() < 0.1 else ("", "", "")
    names = ("adjustments-0-to", "adjustments-0-points", "adjustments-0-reason")
    fields |= {**dict(zip(names, given, strict=True)), "note": ""}
    for _ in range(rng.choice((0, 0, 1, 2))):
        slip(rng, rules, fields, [str(side[0]) for side in sides])
    return fields


def make_bid(rng: Random, table: Table) -> dict[str, str]:
    rules, players = table.rules, [str(player) for player in table.players]
    bid = rng.choice((str(table.bid), str(table.bid), str(rng.randrange(2 * rules.hand_total)), *rng.choices(TYPED)))
    fields = {**FORM, "bid": bid}
    if rng.random() < 0.9:
        fields["bidder"] = str(table.bidder)
    if rules.sides == "called_partner":
        if rng.random() < 0.7:
            fields["partners"] = rng.choice(("alone", *players))
        if rules.partners_called > 1:
            fields["second_partner"] = rng.choice(("", *players))
    return fields


def make_call(rng: Random, table: Table, calls: tuple[Call, ...]) -> dict[str, str]:
    """The next call of a whole auction, or a slip."""
    player, call = table.calls[len(calls)]
    fields = {**FORM, "player": str(player), "call": "" if call == PASS else str(call)}
    if rng.random() < 0.3:
        fields["player"] = str(rng.choice(table.players))
    if rng.random() < 0.3:
        fields |= {"call": rng.choice((*TYPED, *map(str, table.rules.bids[:20]))), "typed": "y"}
    return fields


def judged_count(app: Flask, table: Table, fields: Mapping[str, str]) -> tuple[bool, Faults]:
    """Return what the server says, and whether it is the rules that do."""
    form, wrong = read(app, FullHandForm, fields)
    if wrong:
        return False, wrong
    auction = table.calls if table.logged else None
    known = replace(form.as_hand(), bidder=table.bidder, bid=table.bid, partners=table.partners, auction=auction)
    return True, told(table, validate_hand(table.rules, table.deal, with_bidders_fouls(known))[1])


def judged_bid(app: Flask, table: Table, fields: Mapping[str, str]) -> Faults:
    form, wrong = read(app, RecordBidForm, fields)
    if wrong:
        return wrong
    hand: Hand = form.as_hand()
    called = [] if hand.partners is None else partner_errors(table.rules, hand)
    return told(table, [*bid_errors(table.rules, hand), *called])


def judged_call(app: Flask, table: Table, calls: tuple[Call, ...], fields: Mapping[str, str]) -> Faults:
    form, wrong = read(app, CallForm, fields)
    if wrong:
        return wrong
    call: Call = (form.caller, PASS if form.call.data is None else form.call.data)
    try:
        replay_calls(table.rules, table.deal.seats, table.deal.dealer, (*calls, call))
    except RuleError as error:
        error.field = "call" if error.field.endswith("[1]") else ""
        return told(table, [error])
    return []


def read(app: Flask, kind: type[FormT], fields: Mapping[str, str]) -> tuple[FormT, Faults]:
    with app.test_request_context(method="POST", data=fields):
        form = kind(meta={"csrf": False})
        form.validate()
        wrong = [
            [field.name, error] for field in form._all_fields() for error in field.errors if isinstance(error, str)
        ]
        return form, wrong


def told(table: Table, errors: list[RuleError]) -> Faults:
    return [[error.field.replace(".", "-"), error.describe(table.names)] for error in errors]
