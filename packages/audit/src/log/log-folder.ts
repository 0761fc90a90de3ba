import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  entriesOfBundle,
  entriesPath,
  entryBundle,
  type SignerKey,
  type TileLog,
  tilePath,
  type TileStore,
  tileWidth,
  type VerifierKey,
  verifierKeyText,
} from "@tallystick/transparency";
import { makeFolder } from "@tallystick/background";
import { readJson } from "@tallystick/event-store";
import { AuditError } from "./audited-journal.js";
import { lostKey, newKeyIn, signerIn, verifierIn } from "./checkpoint-key.js";
import { endOfNotes, isKeptBefore, notesOfFile, sizeOfNote } from "./checkpoints-file.js";
import { KeptMarks } from "./journal-marks.js";
import { ifThere, isMissing } from "./missing-file.js";

const hashBytes = 32;
const seedBytes = 32;
const privateFile = 0o600;

/** Writes a file whole or not at all. */
const replaceFile = (path: string, bytes: Uint8Array): void => {
  makeFolder(dirname(path));
  writeFileSync(`${path}.new`, bytes, { mode: privateFile });
  renameSync(`${path}.new`, path);
};

/**
 * The files of a log: tiles, all checkpoints that were signed, and the key that signs. What is in
 * `public` may be published as it is; nothing else may.
 */
export class LogFolder implements TileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the files are that may be published. */
  get published(): string {
    return join(this.#folder, "public");
  }

  /** @throws when there is no such tile, or it is not whole */
  read(level: number, index: number): Uint8Array {
    const path = this.#tile(level, index);
    const bytes = readFileSync(path);
    if (bytes.length !== tileWidth * hashBytes)
      throw new AuditError("unreadable", `${path}: expected a tile of ${tileWidth} hashes`);
    return bytes;
  }

  write(level: number, index: number, hashes: Uint8Array): void {
    replaceFile(this.#tile(level, index), hashes);
  }

  /** Keeps the entries under a tile of the lowest level, whole or not. */
  writeEntries(index: number, entries: ReadonlyArray<Uint8Array>): void {
    const width = entries.length;
    const path = join(this.published, entriesPath({ index, width }));
    if (width < tileWidth) this.#replacePartial(path, entryBundle(entries), 0);
    else replaceFile(path, entryBundle(entries));
  }

  /** Keeps the tiles that are not whole, in place of those that were shorter. */
  writePartial(tiles: ReturnType<TileLog["partialTiles"]>): void {
    for (const { level, index, width, hashes } of tiles)
      this.#replacePartial(join(this.published, tilePath({ level, index, width })), hashes, level);
  }

  /** Writes one of the partial tiles of a place, and removes those of no published checkpoint. */
  #replacePartial(path: string, bytes: Uint8Array, level: number): void {
    const folder = dirname(path);
    replaceFile(path, bytes);
    const size = sizeOfNote(this.publishedCheckpoint() ?? "");
    const kept = [basename(path), String(Math.floor(size / tileWidth ** level) % tileWidth)];
    for (const name of readdirSync(folder))
      if (!kept.includes(name)) rmSync(join(folder, name), { force: true });
  }

  /** The entries behind so many whole tiles; none where they cannot be read. */
  keptEntries(wholeTiles: number): ReadonlyArray<Uint8Array> {
    const folder = `${this.#entries(wholeTiles)}.p`;
    try {
      const width = Math.max(...readdirSync(folder).map(Number));
      const entries = entriesOfBundle(readFileSync(join(folder, String(width))));
      return entries.length === width ? entries : [];
    } catch {
      return [];
    }
  }

  /** The hashes of a tile, whole or not; undefined when it is not there with this width. */
  tile(place: { level: number; index: number; width: number }): Uint8Array | undefined {
    const hashes = this.#bytesOf(join(this.published, tilePath(place)));
    return hashes?.length === place.width * hashBytes ? hashes : undefined;
  }

  /** The entries under a tile of the lowest level; undefined when they are not there. */
  entries(index: number, width: number): ReadonlyArray<Uint8Array> | undefined {
    const bundle = this.#bytesOf(join(this.published, entriesPath({ index, width })));
    try {
      return bundle === undefined ? undefined : entriesOfBundle(bundle);
    } catch {
      return [];
    }
  }

  /** Tiles of the lowest level that are there, without a gap, from those of a checkpoint on. */
  wholeTiles(checked: number): number {
    let tiles = Math.floor(checked / tileWidth);
    while (existsSync(this.#tile(0, tiles)) && existsSync(this.#entries(tiles))) tiles += 1;
    return tiles;
  }

  /** A file that is published, by its path; undefined when there is none. */
  async publishedFile(path: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.published, path));
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  }

  /** Removes all tiles; they are made of the journal again. */
  clear(): void {
    rmSync(join(this.published, "tile"), { recursive: true, force: true });
  }

  /** The notes of all checkpoints that were signed, the oldest first. */
  checkpoints(): Iterable<string> {
    return notesOfFile(this.#checkpoints);
  }

  /** The note of the last checkpoint that was signed. */
  lastCheckpoint(): string | undefined {
    return endOfNotes(this.#checkpoints).last;
  }

  /** The checkpoint that is published: see `keep`. */
  publishedCheckpoint(): string | undefined {
    return this.#textOf(join(this.published, "checkpoint"));
  }

  /**
   * Keeps a checkpoint; it is durable when this returns. It is published, unless witnesses cosigned
   * the one that is there and not this one: readers who ask for their signatures would have none.
   */
  keep(note: string): void {
    makeFolder(this.published);
    // what a crash left of one must not become a part of the next
    const { torn, size } = endOfNotes(this.#checkpoints);
    if (torn > 0) truncateSync(this.#checkpoints, size - torn);
    appendFileSync(this.#checkpoints, note, { mode: privateFile, flush: true });
    const published = this.publishedCheckpoint();
    if (published !== undefined && isKeptBefore(published, note)) return;
    replaceFile(join(this.published, "checkpoint"), Buffer.from(note));
  }

  /** Keeps what was read of the journal. */
  keepMarks(marks: KeptMarks): void {
    replaceFile(this.#marks, Buffer.from(JSON.stringify(marks)));
  }

  /** What was kept of it; undefined when there is nothing, or it cannot be read. */
  marks(): KeptMarks | undefined {
    try {
      const text = this.#textOf(this.#marks);
      return text === undefined ? undefined : readJson(KeptMarks, text);
    } catch {
      return undefined;
    }
  }

  get #marks(): string {
    return join(this.#folder, "marks.json");
  }

  get #checkpoints(): string {
    return join(this.published, "checkpoints");
  }

  /** The key that signs, or undefined when none was made yet; throws as `signerIn`. */
  key(): SignerKey | undefined {
    return signerIn(this.#folder);
  }

  /** The key that verifies, or undefined likewise; throws as `verifierIn`. */
  verifier(): VerifierKey | undefined {
    return verifierIn(this.#folder);
  }

  /** The key that verifies, as text; undefined when none was made yet. */
  verifierKey(): string | undefined {
    const key = this.verifier();
    return key === undefined ? undefined : verifierKeyText(key);
  }

  /**
   * Makes the key that signs, and next to it the one that verifies.
   *
   * @param origin the name of the log, under which others know it
   * @param newSeed draws the 32 bytes that it is made of
   * @throws {AuditError} `missing` when another key signed checkpoints before
   */
  makeKey(origin: string, newSeed: () => Uint8Array = () => randomBytes(seedBytes)): SignerKey {
    if (this.lastCheckpoint() !== undefined) throw lostKey(this.#folder);
    makeFolder(this.#folder);
    return newKeyIn(this.#folder, origin, newSeed());
  }

  #textOf(path: string): string | undefined {
    const bytes = this.#bytesOf(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString();
  }

  /** Undefined when there is no such file. */
  #bytesOf(path: string): Uint8Array | undefined {
    return ifThere(path, () => readFileSync(path));
  }

  #tile(level: number, index: number): string {
    return join(this.published, tilePath({ level, index, width: tileWidth }));
  }

  #entries(index: number): string {
    return join(this.published, entriesPath({ index, width: tileWidth }));
  }
}
