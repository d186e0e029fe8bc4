// Shows what another phone did to the game: the page's part as it is now, but never a form that somebody is filling in.
import "../game/count_up.js";
import { find, findAll, findInputs, get, isInUse, processByHtmx, retitle, tell, wordsIn } from "./page.js";
import { keepPlace } from "./place.js";
import "./poll.js";
import { rest } from "./taps.js";

const room = new CSSStyleSheet(); // no attribute, which copying the page would run into the security policy with
document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];

document.addEventListener("rook:answered", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { response, text } = /** @type {import("./poll.js").Answered} */ (event.detail);
  const board = find("#scoreboard");
  const questions = board && find(".questions", board);
  const before = wordsIn();
  if (response.redirected && response.url) {
    if (!questions || !isInUse(questions)) location.assign(response.url); // a rematch has begun
    return;
  }
  if (response.status === 204 || find(".htmx-request")) return;
  if (find("[data-local]")) return; // what this phone has not sent yet goes first (alone/board.js)
  const { content } = Object.assign(document.createElement("template"), { innerHTML: text });
  const news = find("#scoreboard", content);
  const words = response.url ? wordsIn(content, before) : ""; // else this phone did it (alone/outbox.js)
  if (!questions || !isInUse(questions)) {
    replace(content);
    tell(words);
  } else if (news) {
    if (replaceAround(questions, board, news)) tell(words); // else the game was deleted, which its button says
  } else if (response.status === 404) showShut(questions, content);
});

// Another page of this phone recorded something that is not sent yet (alone/board.js).
document.addEventListener("rook:meanwhile", (event) => {
  const [board, news] = [get("#scoreboard"), /** @type {CustomEvent<HTMLElement>} */ (event).detail];
  if (news.dataset.local === undefined) delete board.dataset.local;
  else board.dataset.local = news.dataset.local;
  replaceAround(get(".questions", board), board, news);
});

/** @param {DocumentFragment} news */
function replace(news) {
  const main = get("#main");
  const unsaved = find(".head > .unsaved"); // what was not saved is said until the next tap
  keepPlace(() => {
    main.replaceChildren(...findAll("#unsent", main), news); // what waits, and is asked about, is said all the while
    if (unsaved) find(".head", main)?.append(unsaved);
    room.replaceSync("");
    announce(main);
  });
  rest();
}

/**
 * What was typed stays, and where it was. Where it would now answer another question, its button is as late as it was, and
 * so are the steps, and a notice says so. Returns whether it is in time.
 * @param {HTMLElement} questions
 * @param {HTMLElement} board
 * @param {HTMLElement} news
 */
function replaceAround(questions, board, news) {
  const asked = find(":is(.contract, fieldset)", questions) ?? get(".past", board);
  const top = asked.getBoundingClientRect().top;
  find(".shut", questions)?.remove();
  const isLate = find(".questions", news)?.dataset.due !== questions.dataset.due;
  keepPlace(() => {
    for (const part of isLate ? [".deal", ".board", ".past"] : [".head", ".board", ".past"])
      get(part, board).replaceWith(get(part, news));
  });
  rest("around");
  for (const name of ["alone", "poll", "title"]) board.dataset[name] = news.dataset[name];
  if (isLate) {
    for (const old of findAll(".head > .notice", board)) old.remove(); // one box says it
    showLate(questions, wordsIn(news) || "The game changed meanwhile.", news);
  } else {
    find(".late", questions)?.remove();
    find(".did", questions)?.replaceWith(get(".did", news));
    const [{ value }] = findInputs("#steps [name=version]", board);
    for (const field of findInputs("[name=version]", questions)) field.value = value;
  }
  announce(board);
  const moved = () => asked.getBoundingClientRect().top - top;
  scrollBy(0, moved());
  if (moved() < 0) {
    const height = get(".board", board).getBoundingClientRect().height - moved(); // at its top a page cannot scroll back
    room.replaceSync(`#scoreboard > .board { min-height: ${height}px }`);
  }
  return !isLate;
}

/**
 * What was typed stays, though this phone can't send it; so does what is tapped then (alone/outbox.js).
 * @param {HTMLElement} questions
 * @param {DocumentFragment} why
 */
function showShut(questions, why) {
  if (find(".shut", questions)) return;
  const notice = Object.assign(document.createElement("div"), { className: "notice shut", role: "alert" });
  for (const { textContent } of findAll("h1, :is(h1, .bar:has(h1)) + p", why))
    notice.append(Object.assign(document.createElement("p"), { textContent }));
  questions.prepend(notice);
}

/**
 * @param {HTMLElement} questions
 * @param {string} meanwhile
 * @param {HTMLElement} news
 */
function showLate(questions, meanwhile, news) {
  let late = find(".late", questions);
  if (!late) {
    late = Object.assign(document.createElement("div"), { className: "notice late", role: "alert" });
    const href = news.dataset.poll?.split("/since/")[0] ?? "";
    const link = { className: "wide", href, textContent: "Show what's next" };
    const words = document.createElement("p");
    late.append(
      words,
      "What you entered stays here, but isn't saved.",
      Object.assign(document.createElement("a"), link),
    );
    questions.prepend(late);
  }
  if (!late.textContent?.includes(meanwhile)) get("p", late).append(`${meanwhile} `);
}

/** @param {HTMLElement} part */
function announce(part) {
  retitle();
  processByHtmx(part);
  document.dispatchEvent(new Event("rook:shown"));
}
