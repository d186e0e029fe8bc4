// Plays a game from the server's first board and returns the first tap that differs: what the phone refuses of it, or
// what its board then says and asks. Only the server says why a hand scored so, names the notes and who had penalties, and
// what Undo takes back.
/** @param {any} asked */
export default async ({ table, first, taps }) => {
  const from = "/alone"; // where the page has them
  const game = /** @type {typeof import("../../../static/alone/game.js")} */ (await import(`${from}/game.js`));
  const board = /** @type {typeof import("../../../static/alone/board.js")} */ (await import(`${from}/board.js`));
  /** @param {string} html */
  const parse = (html) =>
    /** @type {HTMLElement} */ (new DOMParser().parseFromString(html, "text/html").querySelector("main"));
  const ASKED = ".questions :is(input, select, button):not([type=hidden])";
  const extra =
    ".announcement, .rare, #preview, #pad, #cards, [popover], .late, .shut, #incomplete, template, script," +
    ".hands :is(small, q, .why), [id^=about]";
  /**
   * @param {any} shown
   * @param {boolean} withoutQuestion
   */
  const seen = (shown, withoutQuestion) => {
    const copy = /** @type {HTMLElement} */ (shown.cloneNode(true));
    for (const part of copy.querySelectorAll(extra + (withoutQuestion ? ", .questions" : ""))) part.remove();
    const texts = [".deal", ".totals", ".past table", ".questions"].map((part) =>
      copy.querySelector(part)?.textContent.replace(/\s+/g, ""),
    );
    const asked = [.../** @type {NodeListOf<HTMLInputElement>} */ (copy.querySelectorAll(ASKED))];
    const fields = asked.map(({ name, type, value }) => name + (type.startsWith("t") ? "" : value));
    const { title } = (shown.dataset.title ? shown : shown.querySelector("[data-title]")).dataset;
    return [title, ...texts, ...fields].join(" | ");
  };
  document.body.replaceChildren(parse(first));
  game.restore(table);
  Object.assign(game.known(), table);
  const kept = [];
  for (const { address, fields, refused, html } of taps) {
    const tapped = `${address} ${JSON.stringify(fields.slice(3))}`;
    board.knows(kept);
    const faults = board.faultsIn([...kept, { address, fields }]);
    if ((faults.length !== 0) !== Boolean(refused) || faults.some(([, why]) => why && !refused.includes(why)))
      return `${tapped}: the phone says ${JSON.stringify(faults)}, the server ${JSON.stringify(refused)}`;
    if (refused) continue;
    kept.push({ address, fields });
    if (!board.show(kept)) return `${tapped}: is not shown`;
    const isUndo = address.endsWith("/undo"); // what it takes back is entered again elsewhere
    const [mine, theirs] = [document.querySelector("#scoreboard"), parse(html)].map((shown) => seen(shown, isUndo));
    const at = [...mine].findIndex((letter, place) => letter !== theirs[place]) - 60;
    if (mine !== theirs)
      return [tapped, ...[mine, theirs].map((text) => text.slice(Math.max(at, 0), at + 160))].join("\n");
  }
  return undefined;
};
