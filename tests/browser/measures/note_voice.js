// Notes what is said, in place of the browser's voices. `refused`: until a tap, as a browser does without one.
/**
 * @param {object[]} voices
 * @param {boolean} refused
 */
export default (voices, refused) => {
  const here = /** @type {any} */ (window);
  here.said = [];
  let isTapped = !refused;
  addEventListener("click", () => (isTapped = true), { capture: true });
  here.SpeechSynthesisUtterance = class {
    /** @param {string} text */
    constructor(text) {
      this.text = text;
    }
  };
  const voice = Object.assign(new EventTarget(), {
    speaking: false,
    getVoices: () => voices,
    cancel: () => here.said.push("✂"),
    /** @param {any} one */
    speak: (one) => (isTapped ? here.said.push(one.text) : setTimeout(() => one.onerror({ error: "not-allowed" }))),
  });
  Object.defineProperty(window, "speechSynthesis", { value: voice });
};
