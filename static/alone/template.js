// Fills the server's templates, which have ⟦places⟧ for names and numbers (web/views/alone.py), and some for words that
// follow a name: ⟦dealer:deals⟧.
import { end } from "../shared/page.js";
import { known } from "./game.js";
import { agree, whose } from "./words.js";

const PLACE = /⟦(\w+)(?::(\w+))?⟧(\.(?!\w))?/g;
/** @type {Map<string, DocumentFragment>} */
const parsed = new Map(); // a table has few, and each tap needs some of them

/**
 * Returns a part of the board that not every state of it has (game/_parts.html), filled in with these words.
 * @param {string} name
 * @param {Record<string, string>} [words]
 */
export function part(name, words = {}) {
  return fill(parse(known().parts).querySelector(`#${name}`)?.innerHTML ?? "", words);
}

/** @param {string} html */
function parse(html) {
  const kept = parsed.get(html) ?? Object.assign(document.createElement("template"), { innerHTML: html }).content;
  parsed.set(html, kept);
  return kept;
}

/**
 * @param {string} html
 * @param {Record<string, string>} words
 */
export function fill(html, words) {
  const content = /** @type {DocumentFragment} */ (parse(html).cloneNode(true));
  /** @param {string} place @param {string} word @param {string | undefined} verb @param {string} [stop] */
  const replaced = (place, word, verb, stop) => {
    const said = words[word];
    if (!said) return said ?? place;
    if (!verb) return stop ? end(said) : said;
    return `${verb === "whose" ? whose(said) : agree(said, verb)}${stop ?? ""}`;
  };
  /** @param {string} text */
  const filled = (text) => text.replace(PLACE, replaced);
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    text.data = filled(text.data);
  }
  for (const element of content.querySelectorAll("*"))
    for (const attribute of element.attributes) attribute.value = filled(attribute.value);
  return content;
}
