"""Any taps while the network comes and goes: in the end phone and server agree, nothing is lost, nothing doubled.

`make test` plays a few such games, `make torture` two hundred (NETWORKS).
"""

import os
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.person import TABLE

from .phone import Phone
from .test_outbox import KEEPS_TAPS, unsent

GAMES = int(os.environ.get("NETWORKS", "4"))
STEPS = 12
HAND = re.compile(r"(\w+)(?:made|set|:)")  # "2·Bob95set−95−95", "Misdeal:Deedealt."
# The network as the page finds it: up, down, or with answers that are lost after the server stored what was sent.
NETWORK = """() => {
  const reach = window.fetch.bind(window);
  window.network = "up";
  window.fetch = async (...asked) => {
    if (window.network === "down") throw new TypeError("Failed to fetch");
    const answer = await reach(...asked);
    if (window.network === "lost") throw new TypeError("Failed to fetch");
    return answer;
  };
}"""
# What a person sees of a game: its version, the totals, and each hand, newest first.
SEEN = """window.seen = () => [
  document.querySelector("#steps [name=version]").value,
  ...[...document.querySelectorAll("[data-total]")].map((total) => total.textContent),
  ...[...document.querySelectorAll(".hands tbody tr")]
    .filter((row) => row.querySelector("th") || /dealt/.test(row.textContent))
    .map((row) => row.textContent.replace(/\\s+/g, "")),
]"""
# Taps as a person would, each once the page shows what the last one did; returns what was tapped, and what the phone
# shows before the network is back for good.
WALK = """async (steps) => {
  const find = (selector) => document.querySelector(selector);
  const version = () => find("#steps [name=version]").value;
  const isReady = () => find(".questions:not([hidden]) form") && !find("#main").inert
    && !find(".htmx-request, #scoreboard [hx-post]:not([data-htmx-powered])");
  const button = (name) => [...document.querySelectorAll("#scoreboard button")].find((one) => one.textContent === name);
  const until = async (holds) => {
    for (let tries = 0; tries < 3000; tries += 1) {
      if (holds()) return;
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`Nothing came of ${JSON.stringify(tapped)} while ${window.network}: ${document.body.innerText}`);
  };
  const tapped = [];
  for (const { network, what, bidder, bid, captured } of steps) {
    await until(isReady);
    window.network = network;
    const before = version();
    if (what && button(what) && (what !== "Undo" || network === "up" || find("[data-local]"))) {
      tapped.push(what);
      button(what).click();
    } else if (find("#bid")) {
      tapped.push(`${bidder} ${bid}`);
      find(`[name=bidder][value="${bidder}"]`).click();
      find(`[name=bid][value="${bid}"]`).click();
      find("#bid .go").click();
    } else {
      tapped.push("hand");
      find("#hand [name=last_trick]").click();
      find("[name=captured-0]").value = captured;
      find("[name=captured-0]").dispatchEvent(new Event("input", { bubbles: true }));
      find("#hand .go").click();
    }
    await until(() => (version() !== before && isReady()) || !find("#offline").hidden);
    if (find("#offline").hidden) continue;
    window.network = "up"; // all was sent just then, and an undo of what was sent is tapped again
    button("Undo").click();
    await until(() => version() !== before && isReady());
  }
  const shown = window.seen();
  window.network = "up";
  window.dispatchEvent(new Event("online"));
  await until(() => find("#unsent")?.hidden !== false && !find("[data-local]"));
  return { tapped, shown };
}"""


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    phone = new_phone()
    phone.expects("Failed to fetch", "net::ERR_")
    phone.page.add_init_script(f"({NETWORK})()")
    phone.page.add_init_script(SEEN)
    return phone


@pytest.mark.parametrize("seed", range(GAMES))
def test_phone_and_server_agree_in_the_end(phone: Phone, seed: int) -> None:
    rng = Random(seed)
    with phone.page.expect_response("**/alone"):
        phone.start_game(target=1_000_000)
    expect(phone.page.locator(KEEPS_TAPS)).to_have_count(1)
    phone.wait_for_htmx()
    walked = phone.page.evaluate(WALK, [step(rng) for _ in range(STEPS)])
    unsent(phone, 0)
    phone.page.reload(wait_until="domcontentloaded")
    seen = phone.page.evaluate("window.seen()")
    assert seen == walked["shown"], walked["tapped"]
    assert [HAND.findall(row)[0] for row in seen[3:]] == recorded(walked["tapped"])


def step(rng: Random) -> dict[str, Any]:
    return {
        "network": rng.choice(("up", "down", "down", "lost")),
        "what": rng.choice(("Undo", "Undo", "Misdeal", "Everyone passed", *[""] * 6)),
        "bidder": rng.randrange(4),
        "bid": rng.randrange(70, 125, 5),
        "captured": rng.randrange(0, 125, 5),
    }


def recorded(tapped: list[str]) -> list[str]:
    """Return the hands that were tapped and not taken back, newest first."""
    left: list[str] = []
    for tap in tapped:
        if tap == "Undo":
            left.pop()
        else:
            left.append(tap)
    hands: list[str] = []
    for before, tap in zip(["", *left], left, strict=False):
        if tap == "hand":
            bidder, bid = before.split()
            hands.insert(0, f"{TABLE[int(bidder)]}{bid}")
        elif tap in ("Misdeal", "Everyone passed"):
            hands.insert(0, tap.replace(" ", ""))
    return hands
