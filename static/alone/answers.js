// What a side says of a hand, yes or no, is kept on the phone as well until the server has answered it. It is recorded beside
// the game: it belongs to no run of entries and holds up none, and Undo passes over it.
import { findInputs, showNotice } from "../shared/page.js";
import { goOn } from "../shared/place.js";
import { drop, put, readAll } from "./database.js";
import { newId } from "./game.js";
import { gameOf } from "./meeting.js";
import { fetchAnswer, fetchPage, NotSent, post, readField, reasons } from "./requests.js";

/**
 * Keeps an answer, and sends it after those that wait; returns the server's, nothing where it waits.
 * @param {string} address
 * @param {URLSearchParams} body
 */
export async function say(address, body) {
  body.set("form_id", newId()); // the page may stay for another answer
  const said = { address: new URL(address, location.href).pathname, fields: [...body], at: Date.now(), words: "" };
  try {
    await put(said);
  } catch {
    return fetchAnswer(address, { method: "POST", body });
  }
  hideAnswered([said]);
  return sendAnswers().catch((error) => {
    if (!(error instanceof NotSent)) throw error;
  });
}

/** Sends what waits, oldest first, until the server asks for the PIN; returns its last answer. */
export async function sendAnswers() {
  let answer;
  for (const said of (await readAll()).answers) {
    answer = await post(said, readField(await fetchPage(gameOf(said)), "csrf_token"));
    if (answer.status === 403) break;
    if (answer.status === 422) showNotice(reasons(await answer.clone().text()));
    await drop(said);
  }
  return answer;
}

/**
 * Takes what these answer from the page: nobody is asked twice.
 * @param {{ fields: [string, string][] }[]} answers
 */
export function hideAnswered(answers) {
  const said = new Set(answers.flatMap(({ fields }) => fields.map(([, value]) => value)));
  const focused = document.activeElement;
  for (const field of findInputs("[name^=shown-]")) {
    const { form } = field;
    if (said.has(field.value)) (field.closest("p") ?? field).remove();
    if (form && !findInputs("[name^=shown-]", form).length) form.remove();
  }
  if (!focused?.isConnected) goOn();
}
