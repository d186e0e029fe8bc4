// Asks the server, with patience; what is not answered, or by another server, or with a fault of the server's, was not sent.
import { get, isOurs, processByHtmx, tellResult } from "../shared/page.js";
import { noteHand } from "../shared/place.js";
import { forgetGone } from "./forget.js";

const PATIENCE = 10; // seconds for an answer; an entry that came through all the same does no harm
/** @type {AbortController | undefined} */
let attempt;

/** Its message is what the server has for a reason, if it gave one. */
export class NotSent extends Error {}

/**
 * @param {string} address
 * @param {RequestInit} [request]
 */
export async function fetchAnswer(address, request) {
  const trying = new AbortController();
  attempt = trying;
  let left = PATIENCE;
  const waiting = setInterval(() => {
    left -= 1; // by the second: what passes while the phone sleeps does not count
    if (!left) trying.abort();
  }, 1_000);
  let fault = "";
  try {
    const answer = await fetch(address, { ...request, headers: { "HX-Request": "true" }, signal: trying.signal });
    const text = await answer.clone().text(); // all of it has come
    if (isOurs(answer)) forgetGone(text, address);
    if (answer.status < 500 && isOurs(answer)) return answer;
    const trigger = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}");
    if (isOurs(answer)) fault = trigger["scorekeeper:fault"] ?? reasons(text);
  } catch {
    // not sent
  } finally {
    clearInterval(waiting);
    attempt = undefined; // an answer that has come could still be broken off
  }
  throw new NotSent(fault);
}

/** Breaks off what is waited for. */
export const abort = () => attempt?.abort();

/**
 * @param {{ address: string, fields: [string, string][] }} entry
 * @param {string} token
 */
export function post(entry, token) {
  const body = new URLSearchParams(entry.fields);
  body.set("csrf_token", token);
  return fetchAnswer(entry.address, { method: "POST", body });
}

/** @param {string} html */
export const parse = (html) => new DOMParser().parseFromString(html, "text/html");
/** @param {string} address */
export const fetchPage = async (address) => parse(await (await fetchAnswer(address)).text());
/**
 * @param {Document} page
 * @param {string} name
 */
export const readField = (page, name) => page.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";

/**
 * Returns what a page has against what was sent, or else what it is.
 * @param {string} html
 */
export function reasons(html) {
  const page = parse(html);
  /** @param {string} selector */
  const words = (selector) => [...page.querySelectorAll(selector)].map((one) => one.textContent?.trim() ?? "");
  const said = words("[role=alert] p, [role=alert]:not(:has(p)), .error").join(" ");
  return said || words("h1, :is(h1, .bar:has(h1)) + p").join(". ");
}

/**
 * Opens the page that answers these fields, as a form without a script would.
 * @param {string} action
 * @param {URLSearchParams} fields
 */
export function openPage(action, fields) {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of fields)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

/**
 * Shows an answer on the page, as htmx does.
 * @param {Response} answer
 */
export async function swap(answer) {
  const html = await answer.text();
  const putBack = noteHand();
  const retarget = answer.headers.get("HX-Retarget");
  if (retarget) get(retarget).innerHTML = html;
  else get("#scoreboard").outerHTML = html;
  if (answer.ok) history.replaceState(null, "", location.pathname); // a view that it asked for is over
  processByHtmx(document.body);
  document.dispatchEvent(new Event("htmx:after:swap"));
  putBack();
  tellResult(answer.url);
}
