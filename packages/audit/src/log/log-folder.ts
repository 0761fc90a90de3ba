import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import {
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
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";

const hashBytes = 32;
const seedBytes = 32;
const privateFile = 0o600;
const privateFolder = 0o700;

/** A note ends where a line of signature is followed by another line. */
const endOfNote = /(?<=^— .*\n)(?!— )/mu;

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

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
    const path = this.#tile(level, index);
    mkdirSync(dirname(path), { recursive: true, mode: privateFolder });
    writeFileSync(`${path}.new`, hashes, { mode: privateFile });
    renameSync(`${path}.new`, path);
  }

  /** Keeps the tiles that are not whole, in place of those that were shorter. */
  writePartial(tiles: ReturnType<TileLog["partialTiles"]>): void {
    for (const { level, index, width, hashes } of tiles) {
      const folder = `${this.#tile(level, index)}.p`;
      mkdirSync(folder, { recursive: true, mode: privateFolder });
      const path = join(this.published, tilePath({ level, index, width }));
      writeFileSync(`${path}.new`, hashes, { mode: privateFile });
      renameSync(`${path}.new`, path);
      for (const name of readdirSync(folder))
        if (name !== String(width)) rmSync(join(folder, name), { force: true });
    }
  }

  /** The hashes of the leaves behind so many whole tiles, as far as they were kept. */
  keptLeaves(wholeTiles: number): Uint8Array {
    const folder = `${this.#tile(0, wholeTiles)}.p`;
    const [width] = existsSync(folder) ? readdirSync(folder) : [];
    const bytes = width === undefined ? undefined : readFileSync(join(folder, width));
    return bytes?.length === Number(width) * hashBytes ? bytes : new Uint8Array();
  }

  /** Tiles of the lowest level that are there, without a gap, from those of a checkpoint on. */
  wholeTiles(checked: number): number {
    let tiles = Math.floor(checked / tileWidth);
    while (existsSync(this.#tile(0, tiles))) tiles += 1;
    return tiles;
  }

  /** Removes all tiles; they are made of the journal again. */
  clear(): void {
    rmSync(join(this.published, "tile"), { recursive: true, force: true });
  }

  /** The notes of all checkpoints that were signed, the oldest first. */
  checkpoints(): ReadonlyArray<string> {
    try {
      const text = readFileSync(join(this.published, "checkpoints"), "utf8");
      return text.split(endOfNote).filter((note) => note !== "");
    } catch (thrown) {
      if (isMissing(thrown)) return [];
      throw thrown;
    }
  }

  /** Keeps a checkpoint; it is durable when this returns. */
  keep(note: string): void {
    mkdirSync(this.published, { recursive: true, mode: privateFolder });
    const path = join(this.published, "checkpoints");
    appendFileSync(path, note, { mode: privateFile, flush: true });
    writeFileSync(join(this.published, "checkpoint.new"), note, { mode: privateFile });
    renameSync(join(this.published, "checkpoint.new"), join(this.published, "checkpoint"));
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
}
