// Shares the picture of a game, or its text if the phone's share sheet takes no pictures; saves it if there is no sheet.
// Throws if the picture did not come.
import { find } from "./page.js";

const SIZE = 1080; // pixels

/** @param {HTMLButtonElement} button Whose data-picture is the address of the drawing, an SVG of ours. */
export async function share(button) {
  const text = find("#text")?.textContent ?? document.title;
  const image = Object.assign(new Image(), { src: button.dataset.picture });
  const takesPictures = !navigator.share || "canShare" in navigator;
  if (takesPictures) await image.decode();
  try {
    if (!takesPictures) return await navigator.share({ text });
    const files = [new File([await draw(image)], "rook.png", { type: "image/png" })];
    if (!navigator.share) save(files[0]);
    else await navigator.share(navigator.canShare({ files }) ? { files, text } : { text });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // the sheet was dismissed
    button.form?.requestSubmit(button); // opens the text
  }
}

/**
 * @param {HTMLImageElement} image
 * @returns {Promise<Blob>}
 */
async function draw(image) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
  );
}

/** @param {File} file */
function save(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
