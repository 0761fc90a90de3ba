/** A picture of a party: the same for a party everywhere, another for another party. */
interface PartyMark {
  /** The path of its cells, on a grid of five by five. */
  readonly path: string;
  /** Degrees on the circle of colours. */
  readonly hue: number;
}

const size = 5;
const half = 3;
const hues = 24;

/** Two numbers of 32 bits that are always the same for a text (FNV-1a, from two beginnings). */
const hashOf = (text: string, begin: number): number => {
  let hash = begin;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  // the last signs of a text must reach all bits
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
};

/**
 * The mark of a party: cells that are mirrored, in a colour. A help for the eye, never a proof:
 * among thousands of parties two may have the same.
 */
export const markOf = (party: string): PartyMark => {
  const bits = hashOf(party, 0x811c9dc5);
  const cells = Array.from({ length: size * half }, (_, at) => at).filter(
    (at) => ((bits >>> at) & 1) === 1,
  );
  const path = cells
    .flatMap((at) => {
      const [x, y] = [at % half, Math.floor(at / half)];
      return x === half - 1
        ? [[x, y]]
        : [
            [x, y],
            [size - 1 - x, y],
          ];
    })
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join("");
  return { path, hue: (hashOf(party, 0x9747b28c) % hues) * (360 / hues) };
};
