// Plays simulated evenings, one for each line that asks for one, and says what did not hold (docs/changing/reliability.md).
import { createHash } from "node:crypto";
import { beginStores, fieldsOf, plant } from "./page.js";
import { Phone, server } from "./phone.js";
import { ask, begin, fault, later, makeRandom, note, pass, receive, send, world } from "./world.js";

const MINUTE = 60_000;
const SEATS = ["Ann", "Bob", "Cal", "Dee"];
let evening;

process.on("unhandledRejection", (error) => fault(`Not handled: ${error?.stack ?? error}`));

/** What a person sees of a board. */
function seen(board, parts = [".deal", ".totals", ".past table", ".questions"]) {
  if (!board) return "";
  const shown = board.cloneNode(true);
  for (const more of shown.querySelectorAll(".hands :is(small, .why a)")) more.remove(); // only the server's rows have them
  for (const hidden of shown.querySelectorAll(".announcement, .error, .rare, #preview, #pad, #cards, [popover], .late, .shut, #incomplete, template, script"))
    hidden.remove();
  for (const own of shown.querySelectorAll(".laid, .did :is(button, [hidden])")) own.remove(); // what a script adds, and Undo: a phone has its own
  const texts = parts.flatMap((part) => [...shown.querySelectorAll(part)].map((one) => one.textContent));
  return texts.map((text) => text.replace(/\s+/g, "")).join(" | ");
}
const FIGURES = [".deal", ".totals", ".past table"];
const parse = (page, html) => new page.window.DOMParser().parseFromString(html, "text/html").querySelector("#scoreboard");
const versionOn = (board) => Number(board?.querySelector("#steps [name=version]")?.value ?? -1);
const numberOn = (board) => Number(/Hand (\d+)/.exec(board.querySelector(".deal")?.textContent)?.[1] ?? 1);
const isLocal = (board) => board?.dataset.local !== undefined;
const isFree = (row) => !row.asked && !row.dropped && row.refused?.status !== 422;
const contract = (board) => /(\w+) bid (\d+)/.exec(board.querySelector(".contract")?.textContent.replace(/\s+/g, " ") ?? "");

/** Which hand a form records: nothing else in an evening is recorded in these words, but where two people say the same. */
const handOf = (facts) =>
  facts.outcome && facts.outcome !== "played"
    ? facts.outcome.replace("_", "-")
    : `${SEATS[facts.bidder]} ${facts.bid} ${Object.fromEntries(facts.captured ?? [])[0]}`;

class Evening {
  constructor({ seed, taps, phones }) {
    this.random = makeRandom(seed);
    this.taps = taps;
    const { game } = ask("begin", { seed, target: 1_000_000 });
    this.game = game;
    const names = "ABCDEFGH".slice(0, phones);
    this.phones = [...names].map((name, index) => new Phone(name, makeRandom(seed * 64 + index + 1), game));
    this.isOfOne = phones === 1 || this.random.chance(0.4); // the others look on
    this.recorders = this.isOfOne ? [this.phones[0]] : this.phones;
    /** Each tap: what it records, on which phone, and what became of it. */
    this.tapped = [];
    this.named = new Set();
    this.fresh = new Set();
    this.table = Array.from({ length: 2 * taps + 4 }, () => this.drawHand());
    server.isDown = false;
    server.deaths = [];
    const slowness = this.random.pick([5, 50, 400]);
    const stores = makeRandom(seed ^ 0x5eed);
    beginStores(() => (stores.chance(0.1) ? stores.between(0, slowness) : stores.between(0, 2)));
  }

  /** A hand that nobody has played yet. */
  drawHand() {
    for (;;) {
      const hand = { bidder: this.random.below(4), bid: 70 + 5 * this.random.below(11), captured: 5 * this.random.below(25) };
      const words = Object.values(hand).join();
      if (this.fresh.has(words)) continue;
      this.fresh.add(words);
      return hand;
    }
  }

  async play() {
    for (const phone of this.phones) phone.open(this.game);
    await pass(5_000, this.look);
    for (let count = 0; count < this.taps; count += 1) {
      this.trouble();
      await pass(this.random.pick([300, 1_500, 4_000, 9_000]) * this.random.between(0.3, 1.2), this.look);
      this.tap(this.random.pick(this.recorders));
    }
    await this.settle();
    this.judge();
  }

  /** What happens to phones, network and server meanwhile. */
  trouble() {
    const { random } = this;
    const phone = random.pick(this.phones);
    const what = random.below(100);
    const say = (...words) => note(phone.name, ...words);
    if (what < 25) {
      phone.isUp = !phone.isUp;
      say(phone.isUp ? "is up" : "is down");
      if (phone.isUp) for (const page of phone.pages) later(random.between(0, 500), () => page.window.dispatchEvent(new page.window.Event("online")), page);
    } else if (what < 32) {
      server.deaths = [random.pick(["before", "after"])];
      say("the server dies at the next form,", server.deaths[0], "it commits");
    } else if (what < 40) {
      later(random.between(0, 4_000), () => this.kill(phone), null);
    } else if (what < 44) {
      phone.ahead += random.pick([-1, 1]) * random.between(1_000, 90 * MINUTE);
      say("its clock jumps");
    } else if (what < 50 && phone.pages.length === 1 && phone.isUp) {
      say("a second page");
      phone.open(this.game);
    } else if (what < 60 && phone.pages.length > 1) {
      say("the other page");
      this.turn(phone);
    }
  }

  kill(phone) {
    note(phone.name, "is killed");
    for (const page of [...phone.pages]) page.end();
    later(phone.random.between(200, 6_000), () => phone.open(this.game), null);
  }

  turn(phone) {
    const shown = phone.page;
    const next = phone.pages.find((page) => page !== shown);
    shown.isHidden = true;
    next.isHidden = false;
    for (const page of [shown, next]) page.document.dispatchEvent(new page.window.Event("visibilitychange"));
  }

  /** Taps as a person would on what is there. */
  tap(phone) {
    const page = phone.page;
    const board = page?.board;
    world.page = page;
    if (!board || !this.isReady(page)) return;
    const { random } = this;
    const sheet = page.document.querySelector("#meeting");
    if (sheet && random.chance(0.3)) return this.decide(phone, sheet);
    if (board.querySelector(".late")) return phone.navigate(page, "GET", this.game);
    const undo = [...board.querySelectorAll("#steps button")].find((one) => one.textContent.trim() === "Undo");
    if (undo && random.chance(0.25)) return this.press(phone, undo, "undo", "");
    if (random.chance(0.08)) {
      const [name, what] = random.pick([["Misdeal", "misdeal"], ["Everyone passed", "passed-out"]]);
      const button = [...board.querySelectorAll(".questions button")].find((one) => one.textContent.trim() === name && one.type !== "button");
      if (button) return this.press(phone, button, what, what);
    }
    const number = numberOn(board);
    const hand = random.chance(0.7) || this.isOfOne ? this.table[this.isOfOne ? this.tapped.length : number] : this.drawHand();
    const bid = board.querySelector("#bid");
    const count = board.querySelector("#hand");
    const check = (form, name, value) => form.querySelector(`[name=${name}]${value === undefined ? "" : `[value="${value}"]`}`)?.click();
    if (bid) {
      check(bid, "bidder", hand.bidder);
      check(bid, "bid", hand.bid);
      this.press(phone, bid.querySelector(".go"), "bid", `${SEATS[hand.bidder]} ${hand.bid}`);
    } else if (count) {
      const field = count.querySelector("[name=captured-0]");
      check(count, "last_trick");
      field.value = String(hand.captured);
      field.dispatchEvent(new page.window.Event("input", { bubbles: true }));
      const [, bidder, much] = contract(board) ?? [];
      this.press(phone, count.querySelector(".go"), "hand", `${bidder} ${much} ${hand.captured}`);
    }
  }

  isReady(page) {
    const isSent = page.document.querySelector(".htmx-request") !== null;
    const isKept = page.document.documentElement.dataset.keeps === "taps";
    return isKept && !isSent && !page.document.querySelector("#main")?.inert && !page.board.querySelector(".questions[hidden]");
  }

  press(phone, button, kind, what) {
    const { page } = phone;
    const { board } = page;
    this.acknowledgeAll(page);
    const id = board.querySelector("#steps [name=form_id]").value;
    const tap = { phone, page, kind, what, version: versionOn(board), number: numberOn(board), board, before: seen(board, FIGURES), isDone: false, at: world.now, id };
    const earlier = this.tapped.findLast((one) => one.page === page && one.id === id); // of taps on one form one counts
    const isAgain = earlier?.kind === kind && earlier.what === what;
    if (earlier && !isAgain) earlier.isUnsure = tap.isUnsure = true;
    const isBehind = this.tapped.some((one) => one.phone === phone && (one.isBehind || (one.page !== page && one.version >= tap.version)));
    if (["undo", "bid"].includes(kind) && isBehind) tap.isUnsure = tap.isBehind = true; // another page of the phone has gone on
    if (!isAgain) this.tapped.push(tap);
    note(page.name, "taps", kind, what, `on ${tap.version}${isLocal(board) ? " of its own" : ""}`);
    button.click();
    if (this.random.chance(0.1)) later(this.random.between(20, 300), () => button.isConnected && this.pressAgain(tap, button), page);
  }

  /** A second tap at the same place counts, if the first one was refused. */
  pressAgain(tap, button) {
    if (tap.isRefused) Object.assign(tap, { isRefused: false, isUnsure: true });
    button.click();
  }

  decide(phone, sheet) {
    if (sheet.inert) return;
    const button = this.random.pick([...sheet.querySelectorAll("button")]);
    note(phone.name, "decides", button.value);
    for (const row of sheet.querySelectorAll("tbody tr")) this.name(phone, row);
    if (button.value === "after" || this.tapped.some((tap) => tap.isBehind)) this.isAdded = true;
    button.click();
  }

  /** Marks the hand of this row, which a person is told may not count: its contract, or its number where only points differ. */
  name(phone, row) {
    const words = [...row.children].map((cell) => cell.textContent).join(" ");
    for (const [, who, much] of words.matchAll(/(\w+)['’]s bid of (\d+)/g)) this.named.add(`${who} ${much}`);
    for (const [, number] of words.matchAll(/Hand (\d+)/g)) this.named.add(`${phone.name} ${number}`);
    for (const [told, what] of [[/misdeal/i, "misdeal"], [/passed/i, "passed-out"]]) if (told.test(words)) this.named.add(what);
  }

  /** Whether a sheet asked about what this tap recorded. */
  isNamed({ what, phone, number }) {
    return this.named.has(what.split(" ", 2).join(" ")) || this.named.has(`${phone.name} ${number}`);
  }

  /** Looks at a page after all that happens on it. */
  look = (page) => {
    const { board } = page;
    if (!board) return;
    this.acknowledgeAll(page);
    const unsaved = page.document.querySelector(".unsaved, .questions .error");
    if (unsaved && unsaved !== page.unsaved) {
      page.unsaved = unsaved;
      const tap = this.tapped.findLast((one) => one.page === page);
      const about = this.tapped.filter((one) => one === tap || (one.page === page && (world.now - one.at < 1_000 || !(one.isDone || one.isRefused))));
      if (about.length > 1) for (const one of about) one.isUnsure = true; // of two taps in a second, or while one is kept, it may be about either
      else if (tap) tap.isRefused = true;
      if (tap) note(page.name, "is told that it was not saved:", tap.kind, tap.what);
    }
    const isOutOfReach = page.document.querySelector("#offline:not([hidden])") !== null;
    for (const tap of this.tapped) if (isOutOfReach && tap.page === page && tap.kind === "undo" && !tap.isDone) tap.isUnsure = true;
    if (page.document.documentElement.dataset.keeps === "nothing" && !page.isSaid) {
      page.isSaid = true;
      fault(`${page.name}: cannot keep taps`);
    }
    for (const row of page.phone.rows()) if (row.refused?.status === 422) this.refuse(page, row);
    this.compare(page);
  };

  /**
   * What waited is refused: a count that cannot be, tapped where the phone did not know the rules yet, or an Undo of what had
   * arrived, on which another phone went on. All else the phone judges itself.
   */
  refuse(page, { words, fields, refused }) {
    const sent = Object.fromEntries(fields);
    const counts = [sent["captured-0"], sent["captured-1"]];
    const tap = this.tapped.find(({ id }) => id === sent.form_id);
    if (tap) tap.isRefused = true;
    if (counts.every(Boolean) && Number(counts[0]) + Number(counts[1]) !== 120) return;
    if (/had arrived already/.test(refused.why) && this.phones.length > 1 && this.tapped.some((one) => one.phone === page.phone && one.kind === "undo")) return; // another phone has gone on from it
    fault(`${page.name}: the rules refuse ${words}: ${refused.why}`);
  }

  acknowledgeAll(page) {
    for (const tap of this.tapped) if (tap.page === page && !tap.isDone) this.acknowledge(tap, page.board);
  }

  acknowledge(tap, board) {
    if (versionOn(board) === tap.version) return;
    tap.isDone = true;
    note(tap.page.name, "shows", versionOn(board), isLocal(board) ? "of its own" : "");
    if (tap.kind !== "undo") return;
    const earlier = this.tapped.slice(0, this.tapped.indexOf(tap)).filter((one) => one.isDone && !one.isUndone && !one.isRefused);
    const target = earlier.filter((one) => one.kind !== "undo" && one.phone === tap.phone).at(-1);
    if (!target) return;
    target.isUndone = true;
    tap.undone = target;
    const isAlone = this.isOfOne && this.tapped.every((one) => one.isDone) && !this.tapped.some((one) => one.isUnsure);
    const now = seen(board, FIGURES);
    if (isAlone && now !== target.before) fault(`${tap.page.name}: Undo of ${target.kind} ${target.what} shows\n  ${now}\ninstead of\n  ${target.before}`);
  }

  /** A board that the phone drew says what the server's would after the same entries. */
  compare(page) {
    const { board, phone } = page;
    if (!isLocal(board) || page.drawn === board) return;
    const game = board.querySelector("#steps")?.getAttribute("action")?.replace(/\/undo$/, "");
    const base = page.exports("alone/board.js")?.baseState();
    const rows = phone.rows().filter((row) => isFree(row) && row.address.startsWith(`${game}/`));
    const run = rows.filter((row) => row.run === rows.at(-1)?.run);
    const gist = ({ version, place, open, totals }) => JSON.stringify([version, place, open?.bidder, open?.bid, totals]);
    const isOnBase = ({ fields, before }) => new URLSearchParams(fields).get("version") === String(base?.version) && (!before || gist(before) === gist(base));
    const first = run.findIndex(isOnBase);
    const entries = first < 0 ? [] : run.slice(first);
    if (!entries.length || versionOn(board) !== base.version + entries.length) return;
    page.drawn = board;
    const { body, refused } = ask("foretell", { game, version: base.version, entries: entries.map(({ address, fields }) => ({ address, fields })) });
    const told = entries.map(({ address, fields }) => `${address.split("/").at(-1)} on ${new URLSearchParams(fields).get("version")}`).join(", ");
    if (refused) return fault(`${page.name}: draws what the server refuses on ${base.version}: ${refused} of ${told}`);
    if (!body) return;
    this.compared = (this.compared ?? 0) + 1;
    const [mine, theirs] = [seen(board), seen(parse(page, body))];
    const at = [...mine].findIndex((letter, index) => letter !== theirs[index]);
    if (mine !== theirs) fault(`${page.name}: draws after ${told}\n  …${mine.slice(Math.max(at - 60, 0), at + 100)}\nwhere the server has\n  …${theirs.slice(Math.max(at - 60, 0), at + 100)}`);
  }

  /** Brings everything back; within a minute nothing waits but for a person, who then decides. */
  async settle() {
    note("all is back");
    server.deaths = [];
    server.isDown = false;
    for (const phone of this.phones) Object.assign(phone, { isUp: true, lossy: 0, slowest: 300 });
    await pass(15_000, this.look); // what was on its way when the network went
    for (const phone of this.phones)
      for (const page of phone.pages) {
        page.isHidden = page !== phone.pages.at(-1);
        page.document.dispatchEvent(new page.window.Event("visibilitychange"));
        world.page = page;
        page.window.dispatchEvent(new page.window.Event("online"));
      }
    for (let tries = 0; tries < 12; tries += 1) {
      await pass(MINUTE, this.look);
      const waiting = this.phones.flatMap((phone) => phone.rows().filter(isFree));
      if (waiting.length) return fault(`A minute later still waits: ${waiting.map((row) => `${row.words} (${row.address.split("/").at(-1)})${JSON.stringify(row.refused ?? "")}`).join("; ")}`);
      const asked = this.phones.filter((phone) => phone.page?.document.querySelector("#meeting"));
      if (!asked.length) return;
      world.page = asked[0].page;
      this.decide(asked[0], asked[0].page.document.querySelector("#meeting"));
    }
    fault("After twelve decisions a person is still asked.");
  }

  judge() {
    const { version, hands, open } = ask("hands", { game: this.game });
    const html = ask("request", { phone: "judge", method: "GET", path: this.game, headers: {}, death: "" }).body;
    for (const phone of this.phones) {
      const { page } = phone;
      if (!page?.board) {
        fault(`${phone.name} has no board in the end`);
        continue;
      }
      if (page.board.querySelector(".late")) continue; // what was typed there is never taken away: a person looks
      if (versionOn(page.board) !== version) fault(`${page.name} shows version ${versionOn(page.board)}, the server has ${version}`);
      else if (seen(page.board, FIGURES) !== seen(parse(page, html), FIGURES)) fault(`${page.name} shows in the end\n  ${seen(page.board, FIGURES)}\ninstead of\n  ${seen(parse(page, html), FIGURES)}`);
    }
    const stored = hands.map(handOf);
    note("stored", stored.join(", "), open ? `and ${SEATS[open.bidder]} ${open.bid}` : "");
    if (this.isOfOne && !this.isAdded) this.judgeOne(stored, open); // what a sheet adds or puts together is in another order
    else this.judgeAll(stored);
  }

  /** One person's taps come to just this, give or take those of which the person was told nothing, or was asked. */
  judgeOne(stored, open) {
    let possible = new Set([JSON.stringify([])]);
    for (const tap of this.tapped) {
      if (tap.isRefused) continue;
      const after = [...possible].flatMap((given) => {
        const left = JSON.parse(given);
        if (tap.kind === "undo") left.pop();
        else left.push([tap.kind, tap.what]);
        return [JSON.stringify(left)];
      });
      const isCertain = tap.isDone && !tap.isUnsure && !this.isNamed(tap.undone ?? tap);
      possible = new Set(isCertain ? after : [...possible, ...after]);
      if (possible.size > 5_000) return;
    }
    const came = JSON.stringify([stored, open ? `${SEATS[open.bidder]} ${open.bid}` : ""]);
    const results = [...possible].map((given) => {
      const taps = JSON.parse(given);
      const last = taps.at(-1);
      return JSON.stringify([taps.filter(([kind]) => kind !== "bid").map(([, what]) => what), last?.[0] === "bid" ? last[1] : ""]);
    });
    if (!results.includes(came)) fault(`The taps come to\n  ${results.slice(0, 3).join("\nor\n  ")}\nand the server has\n  ${came}`);
  }

  /** Several people's taps: each that was acknowledged is there, unless it was named; none is there twice. */
  judgeAll(stored) {
    const of = (what) => stored.filter((hand) => hand === what).length;
    const hands = this.tapped.filter(({ kind, isRefused }) => kind === "hand" && !isRefused);
    const isUndone = this.tapped.some(({ kind }) => kind === "undo");
    for (const tap of hands) {
      const { what, isDone, isUnsure } = tap;
      if (isDone && !isUnsure && !isUndone && !this.isNamed(tap) && !of(what)) fault(`${what} is lost`);
      const times = hands.filter((tap) => tap.what === what).length;
      if (!this.isAdded && of(what) > times) fault(`${what} was tapped ${times} times, and counts ${of(what)} times`);
    }
    for (const what of stored) if (!["misdeal", "passed-out"].includes(what) && !this.tapped.some((tap) => tap.what === what)) fault(`Nobody tapped ${what}`);
  }
}

for (;;) {
  const asked = receive();
  begin();
  plant(asked.planted ?? []);
  try {
    evening = new Evening(asked);
    await evening.play();
  } catch (error) {
    fault(error.stack);
  }
  for (const phone of evening?.phones ?? []) for (const page of [...phone.pages]) page.end();
  const trace = world.trace.join("\n");
  send({ ask: "played", faults: world.faults, trace, taps: evening?.tapped.length, compared: evening?.compared ?? 0, hash: createHash("sha256").update(trace).digest("hex") });
}
