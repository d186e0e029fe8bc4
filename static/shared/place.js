// Whatever replaces a part of the page keeps the place of who is there: what had the focus has it again, what was open is open,
// and what was being read is where it was. Only what was asked for on the board goes on to the next question.
import { find, findAll, get } from "./page.js";

const OPEN = ":is(details[open], :popover-open)"; // in :is() an older browser passes over what it does not know
const READ = "main :is(h1, h2, h3, th, summary, a, button):not(details:not([open]) div *)"; // what is folded away is not

/**
 * Replaces a part of the page by what others did.
 * @param {() => void} replace
 */
export function keepPlace(replace) {
  const putBack = notePlace();
  const read = scrollY ? noteRead() : [];
  replace();
  putBack();
  for (const { findIt, top } of read) {
    const now = findIt();
    if (!now) continue;
    scrollBy(0, topOf(now) - top);
    return;
  }
}

/** @param {HTMLElement} one */
const topOf = (one) => one.getBoundingClientRect().top;

/** Returns what is on the screen, and where: first what is in the middle. */
function noteRead() {
  const shown = findAll(READ).filter((one) => topOf(one) > 0 && topOf(one) < innerHeight);
  const noted = shown.map((one) => ({ findIt: noteTwin(one), top: topOf(one) }));
  const away = (/** @type {number} */ top) => Math.abs(top - innerHeight / 2);
  return noted.sort((one, other) => away(one.top) - away(other.top));
}

/** Returns what puts the focus back, and opens again what is open now, once a part of the page was replaced. */
export function notePlace() {
  const had = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const findHad = had === document.body ? undefined : noteTwin(had);
  const opened = findAll(OPEN).map(noteTwin);
  const moved = findAll("[tabindex='0']").filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft);
  const scrolled = moved.map(({ scrollTop: top, scrollLeft: left }, index) => ({
    findIt: noteTwin(moved[index]),
    to: { top, left },
  }));
  return () => {
    for (const findIt of opened) open(findIt());
    for (const { findIt, to } of scrolled) findIt()?.scrollTo(to);
    for (const next of findHad ? [findHad(), find("h1")] : [])
      if (document.activeElement === document.body) focus(next); // what is folded away now takes none
  };
}

/**
 * Returns what finds this element again, or else the one that took its place: the same id, or as many from the end among those
 * that are called the same, since what is new comes first.
 * @param {HTMLElement} one
 */
function noteTwin(one) {
  const name = nameOf(one);
  const twins = () => findAll(one.localName).filter((other) => nameOf(other) === name);
  const place = twins().indexOf(one) - twins().length;
  return () => (one.isConnected ? one : (twins().at(place) ?? twins()[0]));
}

/**
 * Returns the id of an element, where it leads, what it sends, or its words; of a folded part without its state.
 * @param {HTMLElement} one
 * @returns {string}
 */
function nameOf(one) {
  const [link, opens, name, value] = ["href", "popovertarget", "name", "value"].map((key) => one.getAttribute(key));
  if (one.id || link || opens || name) return one.id || link || opens || `${name} ${value}`;
  const summary = one.matches("details") ? get("summary", one) : one;
  return one.getAttribute("aria-label") ?? (find("strong", summary) ?? summary).textContent?.trim() ?? "";
}

/** @param {HTMLElement | undefined} folded */
function open(folded) {
  if (folded?.matches("details")) folded.setAttribute("open", "");
  else if (folded && !folded.matches(OPEN)) folded.showPopover();
}

/** @param {HTMLElement | null | undefined} next */
function focus(next) {
  if (!next) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** Returns what goes on once a part of the board was replaced: after a hand at the top, where the totals are. */
export function noteHand() {
  const hand = find("#hand");
  return () => goOn(hand !== null && !find("#hand"));
}

/**
 * Focuses and shows what comes next on the board, whatever had the focus: what is wrong, what was opened, or the question.
 * @param {boolean} [isSaved]
 */
export function goOn(isSaved) {
  const board = find("#scoreboard") ?? get("#main");
  const wrongs = findAll("[aria-invalid], .wrong input, [role=alert]", board);
  const bidding = wrongs.find((one) => one.dataset.first !== undefined); // the pad fills the bidding side first
  const shown = (wrongs[0]?.dataset.names && bidding) || wrongs[0] || find("[autofocus]", board);
  const due = find(".questions :is(.contract, [role=radiogroup])", board);
  focus(shown ?? find("[data-next]", board) ?? due ?? find("h1"));
  const first = find(".seen[data-told]") ?? due;
  if (shown && !isSaved) shown.scrollIntoView({ block: "center" });
  else if (isSaved || !first || topOf(first) < 0 || topOf(first) > innerHeight) scrollTo(0, 0);
}
