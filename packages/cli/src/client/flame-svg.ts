import { type FlameBar, flameBars } from "@tallystick/core";
import { escapedXml } from "@tallystick/core/picture";

/** A frame of a profile. */
interface Frame {
  readonly parent: number;
  readonly definition: string;
  readonly packageId: string;
  readonly line?: number | undefined;
  readonly calls: number;
  readonly steps: number;
  readonly micros: number;
}

/** Pixels of the drawing. */
const width = 1_200;
const rowHeight = 20;
const margin = 10;
/** Of a character of the labels. */
const characterWidth = 7;

/** A shade that only depends on the name. */
const shadeOf = (name: string): string => {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `hsl(${20 + (hash % 40)} ${65 + (hash % 20)}% ${62 + (hash % 13)}%)`;
};

const barOf = (frame: Frame, { depth, from, width: part, total }: FlameBar, unit: string) => {
  const place = frame.line === undefined ? "" : `, line ${frame.line}`;
  const [x, y] = [margin + from * width, 2 * rowHeight + depth * rowHeight];
  const title = `${frame.definition}${place}: ${total} ${unit}, ${(part * 100).toFixed(1)} %; itself ${frame.steps} steps, ${frame.micros} µs, ${frame.calls} calls`;
  const room = Math.floor((part * width - 6) / characterWidth);
  const label = room < 3 ? "" : frame.definition.slice(0, room);
  return [
    `<g><title>${escapedXml(title)}</title>`,
    `<rect x="${x.toFixed(2)}" y="${y}" width="${(part * width).toFixed(2)}" height="${rowHeight - 1}" fill="${shadeOf(frame.definition)}"/>`,
    `<text x="${(x + 3).toFixed(2)}" y="${y + 14}">${escapedXml(label)}</text></g>`,
  ].join("");
};

/**
 * A flame graph as SVG: each bar is a definition, below the one that called it, as wide as what it
 * took. By steps; by time where nothing counted steps.
 */
export const flameSvg = (frames: ReadonlyArray<Frame>, title: string): string => {
  const hasSteps = frames.some(({ steps }) => steps > 0);
  const bars = flameBars(frames, hasSteps ? "steps" : "micros");
  const depth = Math.max(0, ...bars.map((bar) => bar.depth));
  const height = (depth + 3) * rowHeight + margin;
  const drawn = bars.flatMap((bar) => {
    const frame = frames[bar.frame];
    return frame === undefined ? [] : [barOf(frame, bar, hasSteps ? "steps" : "µs")];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 2 * margin} ${height}" font-family="monospace" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${margin}" y="${rowHeight}">${escapedXml(title)}</text>`,
    ...drawn,
    `</svg>\n`,
  ].join("\n");
};
