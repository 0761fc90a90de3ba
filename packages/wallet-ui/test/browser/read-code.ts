import type { Page } from "playwright-core";
import decodeQr from "qr/decode.js";

/** The pixels of a drawing of the page. */
const pixelsOf = async (page: Page, name: string) => {
  const size = 600;
  const base64 = await page.getByRole("img", { name }).evaluate(async (svg, side) => {
    const copy = svg.cloneNode(true);
    if (!(copy instanceof SVGElement)) throw new Error("it is no drawing");
    copy.setAttribute("width", String(side));
    copy.setAttribute("height", String(side));
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("there is no canvas");
    context.fillStyle = "white";
    context.fillRect(0, 0, side, side);
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    let text = "";
    for (const byte of data) text += String.fromCodePoint(byte);
    return btoa(text);
  }, size);
  return { width: size, height: size, data: Buffer.from(base64, "base64") };
};

/** The text of a QR code that the page draws, as a scanner reads it. */
export const readCode = async (page: Page, name: string): Promise<string> =>
  decodeQr(await pixelsOf(page, name));
