"""What a phone decides of a game without the server is what the server's forms decide, and it draws the same board:
after each tap of generated games by every preset."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page as BrowserPage

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.ruleset import RuleSet
from tests.html import Form, Page, Typed, text_of
from tests.layouts import ONCE
from tests.person import Person
from tests.web.steps import start_by

from .drawn_games import NAMES, TYPED, make_piles, make_tricks, slip
from .scripts import script

HANDS = 4  # of a game
BESIDES = ("Undo", "Misdeal", "Everyone passed", "Call time")
PLAY = script("play_alone")


@pytest.mark.everywhere("rule set", once={"rules": ONCE})
@pytest.mark.parametrize("rules", PRESETS)
def test_a_phone_alone_refuses_and_draws_what_the_server_does(judge: BrowserPage, app: Flask, rules: str) -> None:
    phone, rng = Person(app), Random(f"{rules} 1")
    game = start_by(phone, rules, NAMES[: PRESETS[rules].rules.players])
    first = phone.open(game).html
    table = json.loads(phone.get(f"{game}/alone").body) | {"game": game}
    taps = [tap(phone, game, *each) for each in tapped(rng, phone, game, PRESETS[rules].rules)]
    wrong = judge.evaluate(PLAY, {"table": table, "first": first, "taps": taps})
    assert not wrong, wrong
    recorded = [each["step"] for each in taps if not each["refused"]]
    assert "hands" in recorded
    assert len(recorded) < len(taps), "something is refused"


@pytest.mark.everywhere("again", once={"points": "-40"})
@pytest.mark.parametrize("points", ["", "-40"])
def test_after_a_redeal_a_phone_alone_calls_time_for_the_hands_that_the_server_offers(
    judge: BrowserPage, app: Flask, points: str
) -> None:
    """R12, R32: one with points counts, so the hand before it was not the last."""
    phone = Person(app)
    game = start_by(phone, "smith-county", NAMES[:4])
    first = phone.open(game).html
    table = json.loads(phone.get(f"{game}/alone").body) | {"game": game}
    row = {"adjustments-0-to": "0", "adjustments-0-points": points, "adjustments-0-reason": "late"} if points else {}
    typed = [
        ("bid", "Record bid", {"bidder": "0", "bid": "100"}),
        ("hands", "Save hand", {"captured-0": "100", "captured-1": ""}),
        ("misdeal", "Misdeal", row),
    ]
    taps = [tap(phone, game, step, phone.open(game).form(button).sent | fields) for step, button, fields in typed]
    assert judge.evaluate(PLAY, {"table": table, "first": first, "taps": taps}) is None
    offered = [text_of(button) for button in phone.open(game).all(".clock button")]
    assert judge.locator(".clock button").all_inner_texts() == offered
    assert len(offered) == (1 if points else 2)


def tap(phone: Person, game: str, step: str, fields: Typed) -> dict[str, Any]:
    """What the server makes of a tap: what it refuses it for, or its board."""
    answer = phone.send(f"{game}/{step}", fields)
    assert answer.status in (303, 422), answer.body
    refused = [text_of(error) for error in answer.page.all(".error")] if answer.status == 422 else None
    return {
        "step": step,
        "address": f"{game}/{step}",
        "fields": [*fields.items()],
        "refused": refused,
        "html": answer.page.html,
    }


def tapped(rng: Random, phone: Person, game: str, rules: RuleSet) -> Iterator[tuple[str, Typed]]:
    """Each tap of a game that goes on, on the board that the one before left: its step and its fields."""
    page = phone.open(game)
    yield "bid", page.form("Record bid").sent | {"bidder": "0", "bid": "999995"}
    while not page.all("[data-over]") and len(page.all(".hands .why")) < HANDS:
        others = [words for words in map(text_of, page.all("button")) if words.startswith(BESIDES)]
        if others and rng.random() < 0.15:
            form = page.form(rng.choice(others))
            step = form.action.rpartition("/")[2]
            talk = {"talk-0": rng.choice(("", "2"))} if step == "misdeal" and rules.uses_fouls else {}
            yield step, form.sent | talk
        elif page.has_button("Save misdeal"):
            yield "misdeal", page.form("Save misdeal").sent
        elif page.has_button("Save hand"):
            yield "hands", page.form("Save hand").sent | count(rng, page.form("Save hand"), rules)
        elif page.has_button("Record partner"):
            yield "partners", page.form("Record partner").sent | partners(rng, rules)
        elif page.all("#call .calls") or rng.random() < 0.15:
            yield "call", call(rng, phone.open(f"{game}?bid=calls"))
        else:
            called = partners(rng, rules) if rules.sides == "called_partner" and rng.random() < 0.5 else {}
            bid = rng.choice((*map(str, rng.choices(rules.bids, k=4)), str(rules.hand_total + 5), rng.choice(TYPED)))
            bidder = rng.choice((*map(str, range(rules.players)), "")) if rng.random() < 0.2 else "0"
            page = phone.open(f"{game}?bid=result")
            yield "bid", page.form("Record bid").sent | {"bidder": bidder, "bid": bid} | called
        page = phone.open(game)


def partners(rng: Random, rules: RuleSet) -> Typed:
    players = [str(player) for player in range(rules.players)]
    second = {"second_partner": rng.choice(("", *players))} if rules.partners_called > 1 else {}
    return {"partners": rng.choice(("alone", *players[1:], rng.choice(players)))} | second


def call(rng: Random, page: Page) -> Typed:
    (player,) = {found.attrs["value"] for found in page.all("#call [name=player]")}
    offered = [chip.attrs["value"] for chip in page.all("#call .chip")]
    said = rng.choice(("", "", *offered[:2], rng.choice(TYPED)))
    typed = {} if said in offered else {"typed": "y"}
    return page.form("Misdeal").sent | {"player": player, "call": said} | typed


def count(rng: Random, form: Form, rules: RuleSet) -> Typed:
    """What a side took, and all else that is asked of a hand; a third of them with a slip."""
    sides = [(int(name.removeprefix("captured-")),) for name in form.sent if name.startswith("captured-")]
    reneged = rules.uses_reneges and rng.random() < 0.15
    piles = make_piles(rng, rules, sides, cut_short=reneged)
    fields = {f"captured-{side[0]}": str(worth) for side, worth in piles.items()} | {"note": ""}
    if reneged:
        fields["reneged_by"] = str(rng.choice(sides)[0])
    else:
        fields |= make_tricks(rng, rules, sides, None)
    if rules.uses_fouls:
        fields |= {f"talk-{player}": rng.choice(("", "", "", "2")) for player in range(rules.players)}
    row = (str(sides[0][0]), "(20)", "agreed") if rng.random() < 0.1 else ("", "", "")
    fields |= {f"adjustments-0-{name}": value for name, value in zip(("to", "points", "reason"), row, strict=True)}
    if rng.random() < 0.35:
        slip(rng, rules, fields, [str(side[0]) for side in sides])
    return fields
