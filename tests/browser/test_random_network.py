"""Any taps while the network comes and goes: in the end phones and server agree, nothing is lost, nothing doubled.

One phone records and takes back; two phones record one game, and a person decides where they differ
(docs/changing/two-phones.md).
`make test` plays a few games of one phone, `make torture` two hundred of each kind (NETWORKS).
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from random import Random
from time import monotonic
from typing import Any

import pytest

from scorekeeper.rules.words import format_total
from tests.patience import IN_BROWSER
from tests.person import TABLE

from .offline import unsent
from .phone import Phone

pytestmark = pytest.mark.service_worker

GAMES = int(os.environ.get("NETWORKS", "4"))
GAMES_OF_TWO = int(os.environ.get("NETWORKS", "3"))
STEPS = 12
HAND = re.compile(r"([A-Z]\w*?)(?:made|set|,)")  # "2Bob95set−95−95", "Misdeal,Deedealt"
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
  const isReady = () => find(".questions:not([hidden]) form") && !find("html[data-rests]")
    && !find(".htmx-request, #scoreboard [hx-post]:not([data-htmx-powered])");
  const button = (name) => [...document.querySelectorAll("#scoreboard button")].find((one) => one.textContent === name);
  const until = async (holds) => {
    for (const end = Date.now() + IN_BROWSER; Date.now() < end; ) {
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
}""".replace("IN_BROWSER", str(IN_BROWSER))


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    phone = new_phone()
    phone.expects("Failed to fetch", "net::ERR_")
    phone.page.add_init_script(f"({NETWORK})()")
    phone.page.add_init_script(SEEN)
    return phone


@pytest.mark.everywhere("again", once={"seed": 0})
@pytest.mark.parametrize("seed", range(GAMES))
def test_phone_and_server_agree_in_the_end(phone: Phone, seed: int) -> None:
    rng = Random(seed)
    phone.start_game(target=1_000_000)
    phone.keeps_game()
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


# As above, and kept over a reload: a phone that was closed comes back to the network that it had.
KEPT_NETWORK = """() => {
  const reach = window.fetch.bind(window);
  const network = () => localStorage.getItem("network") ?? "up";
  window.fetch = async (...asked) => {
    if (network() === "down") throw new TypeError("Failed to fetch");
    const answer = await reach(...asked);
    if (network() === "lost") throw new TypeError("Failed to fetch");
    return answer;
  };
}"""
# Records what is due, as this hand or as the bid that is there, and returns the hand if it was counted.
RECORD = """async ({ network, bidder, bid, captured }) => {
  const find = (selector) => document.querySelector(selector);
  const version = () => find("#steps [name=version]")?.value;
  const isReady = () => find(".questions:not([hidden]) form") && !find("html[data-rests]") && !find(".late")
    && !find(".htmx-request, #scoreboard [hx-post]:not([data-htmx-powered])");
  const until = async (holds, why) => {
    for (const end = Date.now() + IN_BROWSER; Date.now() < end; ) {
      if (holds()) return;
      await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`${why} while ${network}: ${document.body.innerText}`);
  };
  await until(() => isReady() || find(".late"), "not ready");
  if (find(".late")) return "late";
  localStorage.setItem("network", network);
  const before = version();
  const said = () => find("#unsent [role=status]")?.textContent; // another board may have come under the finger
  const saidBefore = said();
  let counted = null;
  if (find("#bid")) {
    find(`[name=bidder][value="${bidder}"]`).click();
    find(`[name=bid][value="${bid}"]`).click();
    find("#bid .go").click();
  } else {
    const [, who, much] = find(".contract strong").textContent.match(/(\\w+) bid (\\d+)/);
    counted = [who, Number(much), captured];
    find("#hand [name=last_trick]").click();
    find("[name=captured-0]").value = captured;
    find("[name=captured-0]").dispatchEvent(new Event("input", { bubbles: true }));
    find("#hand .go").click();
  }
  await until(() => version() !== before || find(".late") || said() !== saidBefore, "nothing came of a tap");
  await until(() => !find(".htmx-request"), "no answer");
  return /Not saved/.test(find(".head > .notice")?.textContent) ? null : counted; // a person was told at once
}""".replace("IN_BROWSER", str(IN_BROWSER))
# What is decided on the sheet, if there is one: the way, and the hands that it discards.
DECIDE = """async (choice) => {
  const sheet = document.querySelector("#meeting");
  if (!sheet) return [];
  localStorage.setItem("network", "up");
  const buttons = [...sheet.querySelectorAll("button")];
  const way = buttons[choice % buttons.length];
  const rows = [...sheet.querySelectorAll("tbody tr:not(.soft)")];
  const discarded = { theirs: 1, mine: 2 }[way.value];
  const cells = rows.map((row) => row.children[discarded]?.textContent ?? "");
  way.click();
  for (const end = Date.now() + IN_BROWSER; Date.now() < end; ) {
    if (!sheet.isConnected) return [way.value, ...cells];
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`Nothing came of ${way.textContent}: ${document.body.innerText}`);
}""".replace("IN_BROWSER", str(IN_BROWSER))
HANDS = """[...document.querySelectorAll(".hands tbody tr:has(th)")].map((row) => [
  row.querySelector("bdi").textContent,
  Number(row.querySelector("bdi + b").textContent),
  ...[...row.querySelectorAll("td > b:only-child")].map((total) => total.previousSibling.textContent.trim()),
])"""
IN_WORDS = re.compile(r"(?:(\w+)'s bid of (\d+): )?(\S+) / (\S+)")  # of hands with one bid the points alone
STEPS_OF_TWO = 16
SENDING = '#unsent:not([hidden], [data-unsent="0"]), .htmx-request'


Scored = tuple[str, int, str, str]
"""A hand as the list shows it: who bid what, and the points of both sides."""


def scored(bidder: str, bid: int, captured: int) -> Scored:
    points = [captured, 120 - captured]
    side = TABLE.index(bidder) % 2
    if points[side] < bid:
        points[side] = -bid
    one, other = (format_total(each) for each in points)
    return bidder, bid, one, other


@pytest.mark.everywhere("again", once={"seed": 0})
@pytest.mark.parametrize("seed", range(GAMES_OF_TWO))
def test_two_phones_that_both_record_agree_in_the_end(new_phone: Callable[..., Phone], seed: int) -> None:
    rng = Random(seed)
    table = [hand(rng) for _ in range(STEPS_OF_TWO)]  # what is really played
    phones = [new_phone(), new_phone()]
    for phone in phones:
        phone.expects("Failed to fetch", "net::ERR_", "status of 4")
        phone.page.add_init_script(f"({KEPT_NETWORK})()")
    phones[0].start_game(target=1_000_000)
    phones[0].keeps_game()
    phones[1].open(phones[0].path)
    phones[1].keeps_game()
    counted, added, log = defaultdict[Scored, set[int]](set), False, list[object]()
    discarded: set[Scored] = set()
    for _ in range(STEPS_OF_TWO):
        phone = rng.choice(phones)
        is_ready(phone)
        if rng.random() < 0.15 or phone.page.locator(".late").count():
            phone.open(phone.path)
            is_ready(phone)  # closed and opened
        if rng.random() < 0.3:
            added |= decide(phone, rng, counted, discarded, log)
        number = int(re.findall(r"Hand (\d+)", phone.page.locator(".deal").inner_text())[0])
        heard = table[number - 1] if rng.random() < 0.8 else hand(rng)  # somebody misheard
        network = rng.choice(("up", "down", "down", "lost"))
        one = phone.page.evaluate(RECORD, {"network": network, **heard})
        log.append((phones.index(phone), network, one or heard))
        if one == "late":  # the other phone recorded just then: this one has to look first
            phone.open(phone.path)
        elif one:
            counted[scored(*one)].add(number)  # two hands may be alike
    added |= settle(phones, rng, counted, discarded, log)
    shown = []
    for phone in phones:
        phone.open(phone.path)
        shown.append([tuple(row) for row in phone.page.evaluate(HANDS)])
    assert shown[0] == shown[1], log
    missing = counted.keys() - discarded - set(shown[0])
    assert not missing, "\n".join(map(str, [missing, *log, shown[0]]))
    if not added:
        assert all(times <= len(counted[one]) for one, times in Counter(shown[0]).items()), log


def settle(
    phones: list[Phone], rng: Random, counted: Collection[Scored], discarded: set[Scored], log: list[object]
) -> bool:
    """Bring the network back for both and decide on every sheet; returns whether hands were added behind the others."""
    added = False
    for phone in phones:
        is_ready(phone)
    until = monotonic() + IN_BROWSER / 1000
    while monotonic() < until:
        for phone in phones:
            phone.page.evaluate("localStorage.setItem('network', 'up'); dispatchEvent(new Event('online'))")
            added |= decide(phone, rng, counted, discarded, log)
        if not any(phone.page.locator(SENDING).count() for phone in phones):
            return added
        phones[0].page.wait_for_timeout(100)
    raise AssertionError(f"Something still waits: {log}")


def is_ready(phone: Phone) -> None:
    phone.keeps_taps()
    phone.wait_for_htmx()


def hand(rng: Random) -> dict[str, int]:
    return {"bidder": rng.randrange(4), "bid": rng.randrange(70, 125, 5), "captured": rng.randrange(0, 125, 5)}


def points(found: re.Match[str]) -> tuple[str, str]:
    """Both sides' points as the list of hands writes them."""
    return found[3].lstrip("+"), found[4].lstrip("+")


def decide(phone: Phone, rng: Random, counted: Collection[Scored], discarded: set[Scored], log: list[object]) -> bool:
    """Decide on the sheet, if there is one; returns whether hands were added behind the others (twice, perhaps)."""
    way, *cells = phone.page.evaluate(DECIDE, rng.randrange(3)) or [""]
    for found in map(IN_WORDS.search, cells):
        if found and found[1]:
            discarded.add((found[1], int(found[2]), *points(found)))
        elif found:
            discarded |= {one for one in counted if one[2:] == points(found)}
    if way:
        log.append((way, cells))
    return bool(way == "after")
