"""Any taps while the network comes and goes: in the end phone and server agree, nothing is lost, nothing doubled."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from .phone import Phone
from .test_outbox import KEEPS_TAPS, unsent

RUNS, STEPS = 40, 10
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
# Taps as a person would, each once the page shows what the last one did; returns what the phone says in the end.
WALK = """async (steps) => {
  const find = (selector) => document.querySelector(selector);
  const version = () => Number(find("#steps [name=version]").value);
  const isReady = () => find(".questions:not([hidden]) form") && !find(".htmx-request") && !find("#main").inert;
  const until = async (holds) => {
    for (let tries = 0; tries < 1500; tries += 1) {
      if (holds()) return;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`Nothing came of it while ${window.network}: ${document.body.innerText}`);
  };
  const state = () => [version(), ...[...document.querySelectorAll("[data-total]")].map((total) => total.textContent)];
  for (const { network, what, bidder, bid, captured } of steps) {
    await until(isReady);
    window.network = network;
    const before = version();
    const buttons = [...document.querySelectorAll("#scoreboard button")];
    const button = (name) => buttons.find((one) => one.textContent === name);
    const form = find("#bid, #hand");
    if (what === "Undo" && find("[data-local]") && button("Undo")) button("Undo").click();
    else if (what === "Misdeal") button("Misdeal").click();
    else if (form.id === "bid") {
      form.querySelector(`[name=bidder][value="${bidder}"]`).click();
      form.querySelector(`[name=bid][value="${bid}"]`).click();
      form.querySelector(".go").click();
    } else {
      form.querySelector("[name=last_trick]").click();
      const field = form.querySelector("[name=captured-0]");
      field.value = captured;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      form.querySelector(".go").click();
    }
    await until(() => version() !== before && isReady());
  }
  const said = state();
  window.network = "up";
  window.dispatchEvent(new Event("online"));
  await until(() => find("#unsent")?.hidden !== false);
  return said;
}"""
SEEN = """() => [Number(document.querySelector("#steps [name=version]").value),
  ...[...document.querySelectorAll("[data-total]")].map((total) => total.textContent)]"""


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    phone = new_phone()
    phone.page.add_init_script(f"({NETWORK})()")
    return phone


def test_phone_and_server_agree_in_the_end(phone: Phone) -> None:
    rng = Random(17)
    for run in range(RUNS):
        with phone.page.expect_response("**/alone"):
            phone.start_game(target=1_000_000)
        expect(phone.page.locator(KEEPS_TAPS)).to_have_count(1)
        phone.wait_for_htmx()
        phone.page.wait_for_timeout(100)
        steps = [step(rng) for _ in range(STEPS)]
        said = phone.page.evaluate(WALK, steps)
        unsent(phone, 0)
        phone.page.reload(wait_until="domcontentloaded")
        assert phone.page.evaluate(SEEN) == said, f"run {run}: {steps}"


def step(rng: Random) -> dict[str, Any]:
    return {
        "network": rng.choice(("up", "down", "down", "lost")),
        "what": rng.choice(("Undo", "Misdeal", "", "", "", "")),
        "bidder": rng.randrange(4),
        "bid": rng.randrange(70, 125, 5),
        "captured": rng.randrange(0, 125, 5),
    }
