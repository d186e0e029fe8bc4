// Draws the picture of a game and hands it to the phone's share sheet, or saves it where the address or the phone has none.

const SIZE = 1080; // pixels

/**
 * @param {string} address Of the drawing, an SVG of ours.
 * @param {string} text What goes with it, or instead of it.
 */
export async function sharePicture(address, text) {
  const file = new File([await draw(address)], "rook.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text });
  else if (navigator.share) await navigator.share({ text });
  else save(file);
}

/**
 * @param {string} address
 * @returns {Promise<Blob>}
 */
async function draw(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
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
