// Names as people type and paste them: the twin of scorekeeper/usecases/names.py, and of plain_name in rules/words.py. A
// function does what its namesake there does; tests/browser/test_names_twins.py compares them.
const APOSTROPHES = /[\u2019\u2018\u201b\u02bc\u02bb\u02b9`\u00b4\u2032\uff07]/g;
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;
/** @type {Record<string, string>} */
const LETTERS = {
  ...Object.fromEntries([..."øłđðħŧıŋς"].map((letter, place) => [letter, "olddhtinσ"[place]])),
  ...{ æ: "ae", œ: "oe", ß: "ss", þ: "th" },
};
const MARKS =
  /^(?:#?\(?\p{Nd}{1,3}(?:[.):．）、](?!\p{Nd})|\ufe0f?\u20e3)|[•◦‣⁃∙·●○▪▫■□☐☑☒✓✔✗✘➤►▶→]\ufe0f?|[*\-−–—―‐‑‒⁃⁻˗➖﹘﹣－](?=\s)|\[[ xX]?\]|\s)+/u;

/** @param {string} name */
const straight = (name) => name.replace(APOSTROPHES, "'");

/** @param {string} name */
const caseless = (name) => straight(name).toLowerCase();

/** @param {string} name */
function words(name) {
  const bare = straight(name).normalize("NFKD").toLowerCase().replace(ACCENTS, "");
  const plain = bare.replace(/[øłđðħŧıŋςæœßþ]/g, (letter) => LETTERS[letter]);
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [plain || name];
}

/**
 * @param {string} typed
 * @param {string} name
 */
export function finds(typed, name) {
  const wanted = words(typed).join("");
  const parts = words(name);
  return parts.some((_, place) => parts.slice(place).join("").startsWith(wanted));
}

/**
 * Whether a name that was typed means a known one without a question, or one that was merged into it, on lines of their own.
 * @param {string} typed
 * @param {string} known
 * @param {string} [merged]
 */
export function means(typed, known, merged) {
  return [known, ...(merged?.split("\n") ?? [])].some((name) => {
    const isCloser = typed === typed.toLowerCase() || straight(typed) === straight(name);
    return typed === name || (isCloser && caseless(typed) === caseless(name));
  });
}

/**
 * The name on a line, without the mark of a list before it and other columns beside it.
 * @param {string} line
 */
export function readName(line) {
  const cells = line
    .replace(MARKS, "")
    .split("\t")
    .map((cell) => cell.normalize("NFC").trim().replace(/\s+/g, " "))
    .filter(Boolean);
  return cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0] ?? "";
}
