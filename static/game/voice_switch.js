// The switch of the caller, on the page "This phone" and on the watch page, whose news bring it again.
import { find, findInputs, inputOf, isAllowed, reloadIfUpdated } from "../shared/page.js";

const PATIENCE = 2_000; // milliseconds, for a browser that looks for its voices first
/** @type {string | undefined} as `whyNoVoice` says, once it is known */
let way;
whyNoVoice().then((why) => {
  way = why;
  show();
});
document.addEventListener("rook:shown", show);
document.addEventListener("change", async (event) => {
  const box = inputOf(event);
  if (box?.name !== "voice") return;
  localStorage.setItem("voice", box.checked ? "on" : "off");
  try {
    const { turn } = await import("./voice.js");
    turn(box.checked);
  } catch {
    await reloadIfUpdated();
  }
});

/** Returns "" if this browser can speak, else what to do about it. */
export async function whyNoVoice() {
  const voices = window.speechSynthesis;
  if (voices && !voices.getVoices().length)
    await new Promise((resolve) => {
      voices.addEventListener("voiceschanged", resolve);
      setTimeout(resolve, PATIENCE);
    });
  return voices?.getVoices().length ? "" : "This browser has no voice. Another one on this phone might.";
}

/** At once, so that news move nothing; who watches needs no switch that does nothing. */
function show() {
  const [box] = findInputs("[data-voice] [name=voice]");
  if (!box || way !== "") return;
  box.checked = isAllowed("voice");
  find("[data-voice]")?.removeAttribute("hidden");
}
