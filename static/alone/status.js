// Says what is not sent yet, above the page, and has a person decide on what the server refused.
import { find, findAll, get } from "../shared/page.js";
import { notePlace } from "../shared/place.js";
import { rest } from "../shared/taps.js";
import { gameHere } from "./board.js";
import { whyNot } from "./database.js";
import { left, rematchOf } from "./game.js";
import { gameOf } from "./meeting.js";

/**
 * @typedef {import("./database.js").Entry} Entry
 * @typedef {import("./database.js").Damaged} Damaged
 * @typedef {object} Choices What a person can decide.
 * @property {(way: import("./meeting.js").Way, sheet: string) => void} decide
 * @property {() => void} askAgain
 * @property {(entry: Entry) => void} retry
 * @property {(entry: Entry) => void} discard
 * @property {(rows: { order: IDBValidKey }[]) => void} forget
 */

const bar = Object.assign(document.createElement("div"), { id: "unsent", className: "notice" });
const status = Object.assign(document.createElement("p"), { role: "status" });
bar.append(status);
let decided = "";

/**
 * @param {string} textContent
 * @param {Partial<HTMLElement>} [more]
 */
const paragraph = (textContent, more) => Object.assign(document.createElement("p"), { textContent, ...more });

/**
 * A person decides where the rules allow no such entry, or no rematch of this game any more. Any other answer, as before a PIN or a new link was entered, does
 * not say whether it was stored earlier: it is tried again as it is.
 * @param {Entry} entry
 */
export const isForPerson = (entry) =>
  entry.refused?.status === 422 || (entry.refused?.status === 409 && rematchOf(entry) !== undefined);

/**
 * Says in hands what waits, and why if the server said so; a refused entry is decided on, and so is what another phone
 * recorded otherwise. What is damaged does not wait: it is said until a person has seen it.
 * @param {Entry[]} all
 * @param {Damaged[]} damaged
 * @param {string} trouble
 * @param {Choices} choices
 */
export function showStatus(all, damaged, trouble, choices) {
  const entries = all.filter((entry) => !entry.dropped);
  const here = find("#scoreboard") && gameHere();
  const dropped = all.filter((entry) => entry.dropped && gameOf(entry) === location.pathname);
  const leftOut = dropped.filter((entry) => !entry.settled);
  bar.hidden = !entries.length && !leftOut.length && !damaged.length;
  bar.dataset.unsent = String(entries.length);
  const waiting = entries.filter((entry) => !entry.asked);
  status.hidden = !waiting.length;
  const putBack = notePlace();
  if (bar.hidden) {
    bar.className = "notice"; // it is seen again when it comes again
    bar.replaceChildren(status);
    decided = "";
    putBack();
    return;
  }
  const words = `Safe on this phone: ${count(waiting)}, not sent yet. ${trouble}`.trim();
  if (status.textContent !== words) status.textContent = words; // said once, however often it is tried
  const refused = entries.filter((entry) => entry.refused);
  const asking = entries.find((entry) => entry.asked);
  /** @param {Entry} entry */
  const isHere = (entry) =>
    here && [gameOf(entry), rematchOf(entry)].some((game) => game === here || game === location.pathname);
  const sheet = asking && (!here || isHere(asking)) && asking.asked?.sheet; // one of another game is decided there
  const isAway = !entries.some(isHere) || (asking && !sheet);
  const asked = JSON.stringify([refused, sheet, leftOut.length, isAway, damaged.map((row) => row.order), here]);
  const report = damaged.length
    ? [paragraph(describeDamaged(damaged)), button("Discard", () => choices.forget(damaged))]
    : [];
  const to = asking ?? entries[0];
  const back =
    to && isAway && to.refused?.status !== 404
      ? [
          Object.assign(document.createElement("a"), {
            href: gameOf(to),
            className: "wide",
            textContent: asking && !sheet ? "Another game has a question" : "Back to the game",
          }),
        ]
      : [];
  const taken = leftOut.length
    ? [
        paragraph(`Left out: ${count(leftOut)} from this phone. `),
        button("Ask again", choices.askAgain),
        button("Close", () => choices.forget(dropped)),
      ]
    : [];
  if (decided !== asked) {
    const questions = [...(sheet ? drawSheet(sheet, choices) : []), ...refused.flatMap((entry) => ask(entry, choices))];
    bar.className = "notice";
    bar.replaceChildren(status, ...back, ...questions, ...taken, ...report);
  }
  decided = asked;
  const main = get("main");
  if (main.firstElementChild !== bar) main.prepend(bar);
  putBack();
}

/**
 * Returns how many hands these entries are, and what else where they are none.
 * @param {Entry[]} entries
 */
export function count(entries) {
  const counted = left(entries);
  const hands = counted.filter((entry) => isOf(entry, "hands", "misdeal", "passed-out")).length;
  const isOpen = counted.slice(-1).some((entry) => isOf(entry, "bid", "call", "partners", "stuck"));
  if (hands) return `${hands} hand${hands === 1 ? "" : "s"}${isOpen ? " and a bid" : ""}`;
  return isOpen ? "a bid" : "a change";
}

/** @param {Entry} entry @param {string[]} kinds */
const isOf = (entry, ...kinds) => kinds.includes(entry.address.split("/").at(-1) ?? "");

/**
 * Draws the sheet on which a person decides about all that another phone recorded otherwise.
 * @param {string} html
 * @param {Choices} choices
 */
function drawSheet(html, choices) {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  for (const way of content.querySelectorAll("button"))
    way.addEventListener("click", () => choices.decide(/** @type {import("./meeting.js").Way} */ (way.value), html));
  rest();
  return findAll("#meeting", content);
}

/** @param {Entry} entry @param {Choices} choices */
function ask(entry, choices) {
  const again = entry.refused?.status === 403 ? "Enter the PIN" : "Try again";
  const isShut = entry.refused?.status === 404 && gameOf(entry) !== gameHere(); // its names are for those who may open the game
  return [
    paragraph(`On this phone: ${isShut ? "an entry of a game that it can't open now" : entry.words}.`),
    paragraph(entry.refused?.why ?? ""),
    ...(isForPerson(entry) ? [] : [button(again, () => choices.retry(entry))]),
    button("Discard", () => choices.discard(entry)),
  ];
}

/** @param {Damaged[]} rows */
function describeDamaged(rows) {
  const words = rows.flatMap((row) => (typeof row.words === "string" ? [row.words] : [])).join("; ");
  const what =
    rows.length === 1 ? "An entry on this phone is damaged" : `${rows.length} entries on this phone are damaged`;
  return `${what} and can't be sent${words && `: ${words}`}. Look through the hands, and record again what's missing.`;
}

export const scrollToStatus = () => bar.scrollIntoView({ block: "nearest" });

/**
 * @param {string} textContent
 * @param {() => void} act
 */
function button(textContent, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

/**
 * Said before anybody relies on what cannot be kept.
 * @param {unknown} error
 */
export function showCannotKeep(error) {
  showBefore(`This phone can't keep what you tap while the scorekeeper is out of reach: ${whyNot(error)}`);
}

/** Said once the phone's storage was lost while the page is open. */
export const showLost = () => showBefore("This phone's storage stopped answering. What you tapped is safe in it.");

/** @param {string} words */
function showBefore(words) {
  if (document.documentElement.dataset.keeps === "nothing") return;
  document.documentElement.dataset.keeps = "nothing";
  const again = Object.assign(document.createElement("a"), {
    href: location.href,
    textContent: "Load this page again",
  });
  const notice = paragraph(`${words} `, { className: "notice" });
  notice.append(again);
  find("#scoreboard")?.before(notice);
}

/**
 * Returns what a person tapped, in the words of the form.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
export function describeForm(form, submitter) {
  const fields = [...findAll("label input, label textarea, label select", form)];
  const words = fields.flatMap((field) => describeField(field) || []);
  return words.join(", ") || `${find("legend", form)?.textContent ?? ""} ${submitter?.textContent ?? ""}`.trim();
}

/**
 * Returns what a field says, "" where it says nothing.
 * @param {HTMLElement} field
 */
function describeField(field) {
  const label = field.closest("label");
  const group = field.closest("fieldset");
  if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type)) {
    const legend = field.type === "radio" && group ? (find("legend", group)?.textContent ?? "") : "";
    return field.checked ? `${legend} ${label?.textContent?.trim()}`.trim() : "";
  }
  const isSelect = field instanceof HTMLSelectElement;
  if (!isSelect && !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return "";
  const said = isSelect ? field.selectedOptions[0]?.textContent : field.value;
  return field.value ? `${label?.firstChild?.textContent?.trim()} ${said}` : "";
}
