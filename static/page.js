// What several modules share. It keeps nothing: a module that is loaded again may bring a second copy of it.

export const NOT_REACHED =
  "Not saved yet: can't reach the scorekeeper. Nothing is lost. Check the Wi-Fi and tap again.";

/**
 * Returns the first element that fits; null where there is none.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export const find = (selector, within = document) => within.querySelector(selector);

/**
 * Returns all elements that fit.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isHtml);

/**
 * Returns an element that the page has for certain.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function get(selector, within = document) {
  const found = find(selector, within);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {Element} element @returns {element is HTMLElement} */
const isHtml = (element) => element instanceof HTMLElement;

/**
 * Returns the fields that fit.
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const findInputs = (selector, within = document) =>
  findAll(selector, within).filter((field) => field instanceof HTMLInputElement);

/**
 * Returns what was touched, if that is an element.
 * @param {Event} event
 */
export const targetOf = ({ target }) => (target instanceof HTMLElement ? target : null);

/**
 * Returns the field that an event is about, if it is about one.
 * @param {Event} event
 */
export const inputOf = ({ target }) => (target instanceof HTMLInputElement ? target : null);

/**
 * Tells our server's answers, which bear its mark (web/security.py), from those of another network or of another server
 * at our address, which say nothing of what was sent.
 * @param {Response} answer
 */
export const isOurs = (answer) => answer.headers.has("Scorekeeper");

/**
 * Tells what a phone may do by itself; the page "This phone" switches it off.
 * @param {"awake" | "vibration"} what
 */
export function isAllowed(what) {
  try {
    return localStorage.getItem(what) !== "off";
  } catch {
    return true; // a private window keeps no answer
  }
}

/**
 * Says at the foot of the page what went wrong.
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

/** Tells whether htmx has come. */
export const hasHtmx = () => globals().htmx !== undefined;

/**
 * Has htmx take up a part of the page that a script put there; where it did not come, forms do without.
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
