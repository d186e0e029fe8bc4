// Asks the server, with patience; what is not answered, or by another server, or with a fault of the server's, was not sent.

const PATIENCE = 10_000; // milliseconds for an answer; a tap that came through all the same does no harm
let attempt;

// Its message is what the server has for a reason, if it gave one.
export class NotSent extends Error {}

export async function reach(address, request) {
  const trying = attempt = new AbortController();
  const patience = setTimeout(() => trying.abort(), PATIENCE);
  let fault = "";
  try {
    const answer = await fetch(address, { ...request, headers: { "HX-Request": "true" }, signal: trying.signal });
    const text = await answer.clone().text(); // all of it has come
    if (answer.status < 500 && isOurs(answer)) return answer;
    if (isOurs(answer)) fault = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}")["scorekeeper:fault"] ?? reasons(text);
  } catch { /* not sent */ } finally {
    clearTimeout(patience);
    attempt = undefined; // an answer that has come could still be broken off
  }
  throw new NotSent(fault);
}

// Breaks off what is waited for.
export const giveUp = () => attempt?.abort();

export function post(tap, token) {
  const body = new URLSearchParams(tap.fields);
  body.set("csrf_token", token);
  return reach(tap.address, { method: "POST", body });
}

// Returns a page of the server's, parsed.
export const read = async (address) => parse(await (await reach(address)).text());

export const parse = (html) => new DOMParser().parseFromString(html, "text/html");
export const field = (page, name) => page.querySelector(`[name=${name}]`)?.value ?? "";

// Returns what a page has against what was sent, or else what it is.
export function reasons(html) {
  const page = parse(html);
  const words = (selector) => [...page.querySelectorAll(selector)].map((one) => one.textContent.trim());
  return words("[role=alert] p, [role=alert]:not(:has(p)), .error").join(" ") || words("h1, h1 + p").join(". ");
}

// Opens the page that answers these fields, as a form without a script would.
export function openPage(action, fields) {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  form.append(...[...fields].map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  document.body.append(form);
  form.submit();
}

// Shows an answer on the page, as htmx does.
export async function swap(answer) {
  const html = await answer.text();
  const retarget = answer.headers.get("HX-Retarget");
  if (retarget) document.querySelector(retarget).innerHTML = html;
  else document.getElementById("scoreboard").outerHTML = html;
  window.htmx?.process(document.body);
  document.dispatchEvent(new Event("htmx:after:swap"));
}
