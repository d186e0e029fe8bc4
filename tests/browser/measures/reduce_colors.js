/** @param {[string, number]} asked */
export default async ([png, most]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  for (let coarse = 1; ; coarse *= 2) {
    const mask = 0x10101 * (256 - coarse),
      palette = new Map();
    const places = Array.from(pixels, (pixel) => {
      const color = pixel & mask;
      if (!palette.has(color)) palette.set(color, [palette.size, pixel]);
      return palette.get(color)[0];
    });
    if (palette.size <= most) {
      const colors = [...palette.values()].flatMap(([, c]) => [c & 255, (c >> 8) & 255, (c >> 16) & 255]);
      return [width, height, colors, places.map((place) => String.fromCharCode(place)).join("")];
    }
  }
};
