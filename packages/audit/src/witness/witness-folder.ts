import { checkArgument } from "@tallystick/core";
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  checkpointOf,
  originHash,
  signatureType,
  type SignerKey,
  signedNoteOf,
  signerKey,
  signerKeyOf,
  signerKeyText,
  type TreeHead,
  type VerifierKey,
  verifierKeyText,
  type WitnessAnswer,
  witnessed,
  witnessRequestOf,
} from "@tallystick/transparency";
import { makeFolder } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "../log/audited-journal.js";
import { isMissing } from "../log/missing-file.js";

const seedBytes = 32;
const privateFile = 0o600;

/** The text of a file; undefined where there is none. @throws {AuditError} for what is no file */
const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AuditError("unreadable", `${path}: ${reason}`);
  }
};

/** Writes a file whole or not at all; it is durable when this returns. */
const writeDurably = (path: string, text: string): void => {
  makeFolder(dirname(path));
  const file = openSync(`${path}.new`, "w", privateFile);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
};

/**
 * A witness of other logs, whose key and last checkpoints are in a folder. It cosigns one request
 * after the other, and keeps what it cosigned before it answers: what it has seen never becomes
 * less.
 */
export class Witness {
  readonly #folder: string;
  readonly #logs: ReadonlyArray<VerifierKey>;
  readonly #key: SignerKey;

  private constructor(folder: string, logs: ReadonlyArray<VerifierKey>, key: SignerKey) {
    this.#folder = folder;
    this.#logs = logs;
    this.#key = key;
  }

  /**
   * Opens a witness, and makes its key at first.
   *
   * @param name under which others know it; of a witness that has a key, the name it has
   * @param logs keys of the logs that it witnesses
   * @throws {AuditError} when its key cannot be read, or has another name
   */
  static open(folder: string, name: string, logs: ReadonlyArray<VerifierKey>): Witness {
    checkArgument("folder", folder, "text");
    checkArgument("name", name, "text");
    checkArgument("logs", logs, "array");
    const path = join(folder, "witness.key");
    const text = readIfThere(path);
    if (text === undefined) {
      const key = signerKey(name, signatureType.cosignature, randomBytes(seedBytes));
      writeDurably(path, `${signerKeyText(key)}\n`);
      writeDurably(`${path}.pub`, `${verifierKeyText(key.verifier)}\n`);
      return new Witness(folder, logs, key);
    }
    const key = signerKeyOf(text.trim());
    if (isLeft(key)) {
      const wayOut = "restore it from a copy, or use another folder, which creates a new witness";
      throw new AuditError("unreadable", `${path} is damaged: ${key.left.message}; ${wayOut}`);
    }
    const { name: known } = key.right.verifier;
    if (known !== name) {
      const reason = `the witness of this folder is ${known}, expected ${name}`;
      throw new AuditError("unreadable", `${path}: ${reason}`);
    }
    return new Witness(folder, logs, key.right);
  }

  /** The key by which its cosignatures are verified. */
  get verifierKey(): string {
    return verifierKeyText(this.#key.verifier);
  }

  /**
   * Answers the body of an `add-checkpoint`.
   *
   * @param time POSIX seconds
   */
  answer(body: string, time: number): WitnessAnswer {
    const request = witnessRequestOf(body);
    if (isLeft(request)) return { status: 400, body: request.left.message };
    const seenOf = (origin: string): TreeHead | undefined => this.#seen(origin);
    const answer = witnessed(request.right, this.#logs, seenOf, this.#key, time);
    if (answer.seen !== undefined)
      writeDurably(this.#pathOf(originHash(answer.seen.origin)), answer.seen.note);
    return answer;
  }

  /** The last checkpoint that it cosigned of a log, by the hash of its origin. */
  checkpoint(hash: string): string | undefined {
    return /^[0-9a-f]{64}$/.test(hash) ? readIfThere(this.#pathOf(hash)) : undefined;
  }

  #pathOf(hash: string): string {
    return join(this.#folder, hash, "checkpoint");
  }

  #seen(origin: string): TreeHead | undefined {
    const text = this.checkpoint(originHash(origin));
    if (text === undefined) return undefined;
    const note = signedNoteOf(text);
    const head = isLeft(note) ? note : checkpointOf(note.right.text);
    if (isLeft(head)) throw new AuditError("unreadable", `${origin}: ${head.left.message}`);
    return head.right;
  }
}
