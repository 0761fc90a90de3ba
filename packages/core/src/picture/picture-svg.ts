import type { PictureBox, PictureLayout, PictureLine } from "./picture-layout.js";

/** What XML cannot say, and what changes the direction of other texts. */
const unsayable =
  /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A text within XML, whatever is in it: what XML cannot say becomes U+FFFD. */
export const escapedXml = (text: string): string =>
  text.replaceAll(unsayable, "\u{FFFD}").replaceAll(/[&<>"']/g, (found) => entities[found] ?? "");

const lineHeight = 15;
const firstLine = 18;
const padding = 10;
const leastWidth = 520;

const colours = {
  before: { fill: "#fdf0ea", stroke: "#c2562b" },
  used: { fill: "#f3f3f6", stroke: "#75757f" },
  between: { fill: "#f3f3f6", stroke: "#75757f" },
  after: { fill: "#e9f6ee", stroke: "#2c7a4b" },
  action: { fill: "#eeefff", stroke: "#4a4fd6" },
} as const;

const strokes = {
  consumes: "#c2562b",
  uses: "#75757f",
  makes: "#2c7a4b",
  within: "#a9a9b4",
} as const;

const inks = { strong: "#17171f", plain: "#17171f", muted: "#50505c" } as const;

const boxText = ({ of, x, y, width, height, lines, title, isSeveral }: PictureBox): string => {
  const { fill, stroke } = colours[of];
  const radius = of === "action" ? height / 4 : 6;
  const rect = (dx: number): string =>
    `<rect x="${x + dx}" y="${y + dx}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" stroke="${stroke}"/>`;
  return [
    `<g><title>${escapedXml(title)}</title>`,
    isSeveral ? rect(4) : "",
    rect(0),
    ...lines.map(
      ({ text, tone }, at) =>
        `<text x="${x + padding}" y="${y + firstLine + at * lineHeight}" fill="${inks[tone]}"${tone === "strong" ? ' font-weight="700" font-size="12.5"' : ""}>${escapedXml(text)}</text>`,
    ),
    `</g>`,
  ].join("");
};

const lineText = ({ of, path, label }: PictureLine): string => {
  const stroke = strokes[of];
  const dashes = of === "uses" ? ' stroke-dasharray="5 4"' : "";
  const head = of === "within" ? "" : ` marker-end="url(#${of})"`;
  const said =
    label === undefined
      ? ""
      : `<text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}" font-weight="600" fill="${inks.strong}">${escapedXml(label.text)}</text>`;
  return `<path d="${path}" fill="none" stroke="${stroke}"${dashes}${head}/>${said}`;
};

const markers = (["consumes", "uses", "makes"] as const).map(
  (kind) =>
    `<marker id="${kind}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z" fill="${strokes[kind]}"/></marker>`,
);

/** What is said above and below a picture. */
export interface PictureCaption {
  readonly title: string;
  /** Lines below it: what was folded, sums. */
  readonly notes: ReadonlyArray<string>;
}

/**
 * A picture as a file of SVG, for any viewer: no scripts, no style sheet, nothing from elsewhere.
 * The same picture gives the same text.
 */
export const pictureSvg = (layout: PictureLayout, { title, notes }: PictureCaption): string => {
  const head = 30;
  const width = Math.max(layout.width, leastWidth);
  const height = head + layout.height + notes.length * 18 + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11.5" role="img">`,
    `<title>${escapedXml(title)}</title>`,
    `<defs>${markers.join("")}</defs>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="12" y="20" font-size="14" font-weight="700" fill="${inks.strong}">${escapedXml(title)}</text>`,
    `<g transform="translate(0 ${head})">`,
    ...layout.headings.map(
      ({ text, x }) =>
        `<text x="${x}" y="20" font-weight="600" fill="${inks.muted}">${escapedXml(text)}</text>`,
    ),
    ...layout.lines.map(lineText),
    ...layout.boxes.map(boxText),
    `</g>`,
    ...notes.map(
      (note, at) =>
        `<text x="12" y="${head + layout.height + 14 + at * 18}" fill="${inks.muted}">${escapedXml(note)}</text>`,
    ),
    `</svg>\n`,
  ].join("\n");
};
