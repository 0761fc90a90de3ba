import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
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
  signatureType,
  signerKey,
  signerKeyOf,
  signerKeyText,
  type TileLog,
  tilePath,
  type TileStore,
  tileWidth,
  verifierKeyText,
} from "@tallystick/transparency";
import { readJson } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";
import { KeptMarks } from "./journal-marks.js";

const hashBytes = 32;
const seedBytes = 32;
const privateFile = 0o600;
const privateFolder = 0o700;

/** A note ends where a line of signature is followed by another line. */
const endOfNote = /(?<=^— .*\n)(?!— )/mu;

const wholeNote = /\n\n(?:— .+\n)+$/u;

/** Bytes at the end of the file of checkpoints that have the last one. */
const tailBytes = 65_536;

/** Whole notes of a text that has one after the other; the first may be cut off. */
const notesIn = (text: string): ReadonlyArray<string> =>
  text.split(endOfNote).filter((note) => wholeNote.test(note));

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

/** Writes a file whole or not at all. */
const replaceFile = (path: string, bytes: Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true, mode: privateFolder });
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
    if (width < tileWidth) this.#replacePartial(path, entryBundle(entries));
    else replaceFile(path, entryBundle(entries));
  }

  /** Keeps the tiles that are not whole, in place of those that were shorter. */
  writePartial(tiles: ReturnType<TileLog["partialTiles"]>): void {
    for (const { level, index, width, hashes } of tiles)
      this.#replacePartial(join(this.published, tilePath({ level, index, width })), hashes);
  }

  /** Writes one of the partial tiles of a place, and removes the others. */
  #replacePartial(path: string, bytes: Uint8Array): void {
    const folder = dirname(path);
    replaceFile(path, bytes);
    for (const name of readdirSync(folder))
      if (name !== basename(path)) rmSync(join(folder, name), { force: true });
  }

  /** The entries behind so many whole tiles, as far as they were kept. */
  keptEntries(wholeTiles: number): ReadonlyArray<Uint8Array> {
    const folder = `${this.#entries(wholeTiles)}.p`;
    const [width] = existsSync(folder) ? readdirSync(folder) : [];
    const entries = width === undefined ? [] : entriesOfBundle(readFileSync(join(folder, width)));
    return entries.length === Number(width) ? entries : [];
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
  checkpoints(): ReadonlyArray<string> {
    return notesIn(this.#endOfCheckpoints(Number.MAX_SAFE_INTEGER).text);
  }

  /** The note of the last checkpoint that was signed. */
  lastCheckpoint(): string | undefined {
    return notesIn(this.#endOfCheckpoints(tailBytes).text).at(-1);
  }

  /** Keeps a checkpoint; it is durable when this returns. */
  keep(note: string): void {
    mkdirSync(this.published, { recursive: true, mode: privateFolder });
    const { text, size } = this.#endOfCheckpoints(tailBytes);
    const last = notesIn(text).at(-1);
    const whole = last === undefined ? 0 : text.lastIndexOf(last) + last.length;
    // what a crash left of one must not become a part of the next
    const torn = Buffer.byteLength(text.slice(whole));
    if (torn > 0) truncateSync(this.#checkpoints, size - torn);
    appendFileSync(this.#checkpoints, note, { mode: privateFile, flush: true });
    replaceFile(join(this.published, "checkpoint"), Buffer.from(note));
  }

  /** Keeps what was read of the journal. */
  keepMarks(marks: KeptMarks): void {
    replaceFile(this.#marks, Buffer.from(JSON.stringify(marks)));
  }

  /** What was kept of it; undefined when there is nothing, or it cannot be read. */
  marks(): KeptMarks | undefined {
    try {
      return readJson(KeptMarks, readFileSync(this.#marks, "utf8"));
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  }

  get #marks(): string {
    return join(this.#folder, "marks.json");
  }

  get #checkpoints(): string {
    return join(this.published, "checkpoints");
  }

  /** The last bytes of the file of checkpoints, and its size. */
  #endOfCheckpoints(bytes: number): { readonly text: string; readonly size: number } {
    let file: number;
    try {
      file = openSync(this.#checkpoints, "r");
    } catch (thrown) {
      if (isMissing(thrown)) return { text: "", size: 0 };
      throw thrown;
    }
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - bytes);
      const read = Buffer.alloc(size - from);
      readSync(file, read, 0, read.length, from);
      return { text: read.toString(), size };
    } finally {
      closeSync(file);
    }
  }

  /** The key that signs, or undefined when none was made yet. */
  key(): SignerKey | undefined {
    const path = join(this.#folder, "checkpoint.key");
    try {
      const key = signerKeyOf(readFileSync(path, "utf8").trim());
      if (isLeft(key)) throw new AuditError("unreadable", `${path}: ${key.left.message}`);
      return key.right;
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  }

  /** The key that verifies, as text; undefined when none was made yet. */
  verifierKey(): string | undefined {
    const key = this.key();
    return key === undefined ? undefined : verifierKeyText(key.verifier);
  }

  /**
   * Makes the key that signs, and next to it the one that verifies.
   *
   * @param origin the name of the log, under which others know it
   */
  makeKey(origin: string): SignerKey {
    mkdirSync(this.#folder, { recursive: true, mode: privateFolder });
    const key = signerKey(origin, signatureType.ed25519, randomBytes(seedBytes));
    const file = openSync(join(this.#folder, "checkpoint.key"), "wx", privateFile);
    try {
      writeFileSync(file, `${signerKeyText(key)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const verifier = join(this.#folder, "checkpoint.key.pub");
    writeFileSync(verifier, `${verifierKeyText(key.verifier)}\n`, { mode: privateFile });
    return key;
  }

  #tile(level: number, index: number): string {
    return join(this.published, tilePath({ level, index, width: tileWidth }));
  }

  #entries(index: number): string {
    return join(this.published, entriesPath({ index, width: tileWidth }));
  }
}
