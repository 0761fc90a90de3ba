import { tileWidth } from "../tree/tile-log.js";

/** A tile: some of the roots of the complete subtrees of 256^level leaves. */
interface TilePlace {
  readonly level: number;
  /** Counted from 0. */
  readonly index: number;
  /** Hashes in it, from 1 to 256. */
  readonly width: number;
}

const digitsOf = (index: number): string => {
  const groups: Array<string> = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  return groups.join("/");
};

const partOf = (width: number): string => (width === tileWidth ? "" : `.p/${width}`);

/** The path at which a tile is served. */
export const tilePath = ({ level, index, width }: TilePlace): string =>
  `tile/${level}/${digitsOf(index)}${partOf(width)}`;

/** The path at which the entries under a tile of level 0 are served. */
export const entriesPath = ({ index, width }: Omit<TilePlace, "level">): string =>
  `tile/entries/${digitsOf(index)}${partOf(width)}`;

/** The tiles that a log of this size has. */
export const tilesOf = (size: number): ReadonlyArray<TilePlace> => {
  const tiles: Array<TilePlace> = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / tileWidth)) {
    for (let index = 0; index < Math.ceil(hashes / tileWidth); index++)
      tiles.push({ level, index, width: Math.min(tileWidth, hashes - index * tileWidth) });
  }
  return tiles;
};
