// Shares the picture of a game, or its text if the phone's share sheet takes no pictures; saves it if there is no sheet, and
// answers "saved". Throws if the picture did not come.
import { find } from "./page.js";

/**
 * @param {HTMLButtonElement} button Whose data-picture is the address of the drawing, an SVG of ours, and data-name what it is of.
 * @returns {Promise<"saved" | undefined>}
 */
export async function share(button) {
  const text = find("#text")?.textContent ?? document.title;
  const image = Object.assign(new Image(), { src: button.dataset.picture });
  const takesPictures = !navigator.share || "canShare" in navigator;
  if (takesPictures) await image.decode();
  try {
    if (!takesPictures) {
      await navigator.share({ text });
      return undefined;
    }
    const name = (button.dataset.name || document.title).replaceAll(/[/\\:*?"<>|]/g, " ");
    const files = [new File([await draw(image)], `${name}.png`, { type: "image/png" })];
    if (!navigator.share) return save(files[0]);
    await navigator.share(navigator.canShare({ files }) ? { files, text } : { text });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined; // the sheet was dismissed
    button.form?.requestSubmit(button); // opens the text
  }
  return undefined;
}

/**
 * @param {HTMLImageElement} image
 * @returns {Promise<Blob>}
 */
async function draw(image) {
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
  );
}

/** @param {File} file @returns {"saved"} */
function save(file) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return "saved";
}
