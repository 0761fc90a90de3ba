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

const lengthBytes = 2;

/** Entries of a log as they are served: each after its length (C2SP tlog-tiles). */
export const entryBundle = (entries: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );

/** The entries of a bundle; throws a RangeError when it is not one. */
export const entriesOfBundle = (bundle: Uint8Array): ReadonlyArray<Uint8Array> => {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length);
  const entries: Array<Uint8Array> = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + lengthBytes + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new RangeError("the bundle is truncated");
    entries.push(bytes.subarray(at + lengthBytes, end));
    at = end;
  }
  return entries;
};

/** The tiles that a log of this size has. */
export const tilesOf = (size: number): ReadonlyArray<TilePlace> => {
  const tiles: Array<TilePlace> = [];
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / tileWidth)) {
    for (let index = 0; index < Math.ceil(hashes / tileWidth); index++)
      tiles.push({ level, index, width: Math.min(tileWidth, hashes - index * tileWidth) });
  }
  return tiles;
};
