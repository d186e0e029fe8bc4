// What several modules share. It has no state: a module that is loaded again may bring a second copy of it.

export const NOT_REACHED =
  "Not saved yet: can't reach the scorekeeper. Nothing is lost. Check the Wi-Fi and tap again.";

/**
 * Returns the first matching element, or null.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * Returns all matching elements.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isHtml);

/**
 * Returns an element that the page must have.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function get(selector, within = document) {
  const found = find(selector, within);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Has the title say what the page shows now: as its board does, or the heading of what is gone. */
export function retitle() {
  const heading = find("[data-gone]") && find("h1 strong");
  document.title = heading?.textContent ?? find("[data-title]")?.dataset.title ?? document.title;
}

/**
 * Tells who hears the page, in its one status, which is there from the start and gets only words.
 * @param {string} words
 */
export function tell(words) {
  const status = find("#told");
  if (words && status) status.textContent = words;
}

/**
 * Tells what became of a form: the contract, where that says it.
 * @param {string} address
 */
export function tellResult(address) {
  const contract =
    /\/(bid|call|partners|stuck)$/.test(address) && !find("main [role=alert]") && find(".contract")?.textContent;
  tell(wordsIn() || (contract && end(contract.trim())) || "");
}

/**
 * Returns what a part of the page has to tell, or the heading of what is gone; how things stand only if that is not what was
 * told `before`.
 * @param {ParentNode} [part]
 * @param {string} [before]
 */
export function wordsIn(part = document, before = "") {
  const told = find("[data-told]", part) ?? (find("[data-gone]", part) && find("h1 strong", part));
  const state = told?.dataset.told;
  return state ? (state === before ? "" : state) : (told?.textContent?.trim() ?? "");
}

/**
 * Returns a sentence with its full stop, which the name at its end may bring along.
 * @param {string} sentence
 */
export const end = (sentence) => (sentence.endsWith(".") ? sentence : `${sentence}.`);

/** @param {Element} element @returns {element is HTMLElement} */
const isHtml = (element) => element instanceof HTMLElement;

/**
 * Returns all matching input fields.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const findInputs = (selector, within = document) =>
  findAll(selector, within).filter((field) => field instanceof HTMLInputElement);

/**
 * Returns the element that an event is about, if any.
 * @param {Event} event
 */
export const targetOf = ({ target }) => (target instanceof HTMLElement ? target : null);

/**
 * Returns the input field that an event is about, if any.
 * @param {Event} event
 */
export const inputOf = ({ target }) => (target instanceof HTMLInputElement ? target : null);

/**
 * Whether our server answered (web/security.py sets the header), and not a Wi-Fi login page or another server at this address.
 * @param {Response} answer
 */
export const isOurs = (answer) => answer.headers.has("Scorekeeper");

/** Loads the page again, once, where our server no longer has its scripts, since it was updated. Tells whether it does. */
export async function reloadIfUpdated() {
  const { href } = new URL("../everywhere.js", import.meta.url);
  const answer = await fetch(href, { cache: "no-store" });
  const isGone = answer.status === 404 && isOurs(answer) && sessionStorage.left !== href;
  if (isGone) {
    sessionStorage.left = href;
    location.reload();
  }
  return isGone;
}

/**
 * Whether the switch on the page "This phone" is on; the voice is off until then.
 * @param {"awake" | "vibration" | "voice"} what
 */
export function isAllowed(what) {
  const byDefault = what === "voice" ? "off" : "on";
  try {
    return (localStorage.getItem(what) ?? byDefault) === "on";
  } catch {
    return byDefault === "on"; // a private window stores nothing
  }
}

/**
 * Says at the end of the page what went wrong.
 * @param {string} text
 */
export function showNotice(text) {
  Object.assign(notice(), { textContent: text, hidden: false });
}

export function hideNotice() {
  notice().hidden = true;
}

function notice() {
  const made = { id: "offline", className: "notice", role: "alert", hidden: true };
  const found = find("#offline") ?? Object.assign(document.createElement("p"), made);
  if (!found.isConnected) document.body.append(found);
  return found;
}

/** @returns {{ htmx?: { process(part: Element): void } }} */
const globals = () => /** @type {any} */ (window);

/** Whether htmx is loaded. */
export const hasHtmx = () => globals().htmx !== undefined;

/**
 * Gives htmx a part of the page that a script added; without htmx, forms work anyway.
 * @param {Element} part
 */
export const processByHtmx = (part) => globals().htmx?.process(part);

/**
 * @typedef {object} HtmxContext What htmx is about to send, or has sent.
 * @property {{ action: string, body: URLSearchParams, form?: HTMLFormElement }} request
 * @property {typeof fetch} fetch
 * @property {SubmitEvent} [sourceEvent]
 * @property {HTMLElement} sourceElement
 */

/**
 * Returns what an event of htmx is about.
 * @param {Event} event
 * @returns {HtmxContext | undefined}
 */
export const htmxContext = (event) => (event instanceof CustomEvent ? event.detail?.ctx : undefined);

/**
 * Whether somebody is filling in these questions.
 * @param {HTMLElement} questions
 */
export function isInUse(questions) {
  const fields = [...questions.querySelectorAll("input"), ...questions.querySelectorAll("textarea")];
  const typed = fields.filter((field) => field.type !== "hidden");
  const selects = [...questions.querySelectorAll("select")];
  const focused = [...typed, ...selects].some((field) => field === document.activeElement);
  return questions.dataset.kept !== undefined || focused || typed.some(isTyped) || selects.some(isSelected);
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
function isTyped(field) {
  const isBox = field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");
  return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** @param {HTMLSelectElement} field */
function isSelected(field) {
  const byDefault = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, byDefault);
}

/** @type {(when: Date, how: Intl.DateTimeFormatOptions) => string} */
export const tellTime = (when, how) => {
  try {
    return when.toLocaleString("en-US", { timeZone: document.documentElement.dataset.zone, ...how });
  } catch {
    return tellTime(when, { ...how, timeZone: undefined }); // a zone that is new to this browser
  }
};
