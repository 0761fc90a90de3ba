import { checkArgument } from "@tallystick/core";
import {
  entriesPath,
  type Hash,
  isSameHash,
  leafHash,
  TileLog,
  tilePath,
  type TileStore,
  tileWidth,
  type VerifierKey,
} from "@tallystick/transparency";
import type { RecordedEvent } from "@tallystick/event-store";
import { AuditError, type AuditedJournal, pagesAfter, checkJournal } from "./audited-journal.js";
import { sizeOfNote } from "./checkpoints-file.js";
import { entryOfEvent } from "./event-rows.js";
import { JournalMarks, type KeptMarks } from "./journal-marks.js";
import type { LogFolder } from "./log-folder.js";
import { openedNote } from "./opened-note.js";

interface LogFinding {
  readonly where: "log";
  /**
   * `contradiction`: the journal differs from the signed one. `damaged`: a file of the log does.
   */
  readonly kind: "contradiction" | "damaged";
  readonly offset?: number | undefined;
  readonly message: string;
}

/** The result of checking the log of a journal. */
export interface LogReport {
  /** Events that its last checkpoint covers; 0 without a checkpoint. */
  readonly size: number;
  /** Checkpoints that were compared, those of one size once. */
  readonly checkpoints: number;
  readonly findings: ReadonlyArray<LogFinding>;
  /** Why something was not compared. */
  readonly skipped: ReadonlyArray<string>;
}

/** Findings of each kind that are kept: more say nothing new. */
const maxFindings = 20;

const hashBytes = 32;

class Findings {
  readonly list: Array<LogFinding> = [];

  add(kind: LogFinding["kind"], message: string, offset?: number): void {
    const known = this.list.filter((each) => each.kind === kind).length;
    if (known < maxFindings) this.list.push({ where: "log", kind, offset, message });
  }
}

/** The roots of all checkpoints that are kept, by their sizes. */
class SignedRoots {
  readonly #roots = new Map<number, Hash>();
  last = 0;

  constructor(
    private readonly key: VerifierKey,
    private readonly findings: Findings,
  ) {}

  /** @param name of the checkpoint, for a finding */
  add(note: string, name: string): void {
    try {
      const { size, root } = openedNote(note, this.key);
      const known = this.#roots.get(size) ?? root;
      this.#roots.set(size, known);
      this.last = Math.max(this.last, size);
      if (!isSameHash(known, root))
        this.findings.add("contradiction", `${name}: another checkpoint has the same size`, size);
    } catch (thrown) {
      if (!(thrown instanceof AuditError)) throw thrown;
      this.findings.add("damaged", `${name}: ${thrown.message}`);
    }
  }

  at(size: number): Hash | undefined {
    return this.#roots.get(size);
  }

  get count(): number {
    return this.#roots.size;
  }
}

/** Compares tiles with the stored ones, instead of writing them. */
class ComparedTiles implements TileStore {
  constructor(
    private readonly folder: LogFolder,
    private readonly findings: Findings,
  ) {}

  // the root of what was appended last needs no whole tile
  read(): never {
    throw new Error("tiles are compared, not read");
  }

  write(level: number, index: number, hashes: Uint8Array): void {
    const width = hashes.length / hashBytes;
    const name = tilePath({ level, index, width });
    const kept = this.folder.tile({ level, index, width });
    const span = tileWidth ** level;
    const first = index * tileWidth * span + 1;
    if (kept === undefined) return this.findings.add("damaged", `${name} is missing`, first);
    const differs = hashes.findIndex((byte, at) => kept[at] !== byte);
    if (differs < 0) return;
    const offset = first + Math.floor(differs / hashBytes) * span;
    this.findings.add("damaged", `${name} differs from the hash in the journal`, offset);
  }

  /** Compares the entries under a tile of the lowest level with its hashes. */
  compareEntries(index: number, leaves: ReadonlyArray<Hash>): void {
    const name = entriesPath({ index, width: leaves.length });
    const first = index * tileWidth + 1;
    const kept = this.folder.entries(index, leaves.length);
    if (kept === undefined) return this.findings.add("damaged", `${name} is missing`, first);
    const differs = leaves.findIndex((leaf, at) => {
      const entry = kept[at];
      return entry === undefined || !isSameHash(leafHash(entry), leaf);
    });
    if (differs < 0 && kept.length === leaves.length) return;
    const at = differs < 0 ? leaves.length : differs;
    this.findings.add("damaged", `${name} differs from the entry in the journal`, first + at);
  }
}

class LogWalk {
  readonly #tiles: TileLog;
  readonly #compared: ComparedTiles;
  #leaves: Array<Hash> = [];

  constructor(
    private readonly folder: LogFolder,
    private readonly roots: SignedRoots,
    private readonly marks: JournalMarks,
    private readonly findings: Findings,
  ) {
    this.#compared = new ComparedTiles(folder, findings);
    this.#tiles = new TileLog(this.#compared);
  }

  /** Takes the next event; or says why nothing more can be compared. */
  take(event: RecordedEvent): string | undefined {
    const leaf = this.#leafOf(event);
    if (typeof leaf === "string") return leaf;
    this.#tiles.append(leaf);
    this.#leaves.push(leaf);
    const { size } = this.#tiles;
    if (this.#leaves.length === tileWidth) {
      this.#compared.compareEntries(size / tileWidth - 1, this.#leaves);
      this.#leaves = [];
    }
    const root = this.roots.at(size);
    if (root === undefined || isSameHash(root, this.#tiles.root())) return undefined;
    const message = `the first ${size} events differ from those of a signed checkpoint`;
    this.findings.add("contradiction", message, size);
    return undefined;
  }

  /** The hash of an event, or why it is not known. */
  #leafOf(event: RecordedEvent): Hash | string {
    const offset = event.revision + 1;
    if (event.erased !== undefined) {
      const erased = `offset ${offset} was pruned, and the log does not have its hash`;
      return this.#keptLeaf(event.revision) ?? erased;
    }
    try {
      return leafHash(entryOfEvent(event, this.marks.keys));
    } catch (thrown) {
      if (thrown instanceof AuditError) return thrown.message;
      throw thrown;
    }
  }

  /** The hash of an event that a pruning erased is in the log alone. */
  #keptLeaf(revision: number): Hash | undefined {
    const index = Math.floor(revision / tileWidth);
    const width = Math.min(tileWidth, this.roots.last - index * tileWidth);
    const hashes = this.folder.tile({ level: 0, index, width });
    const begin = (revision % tileWidth) * hashBytes;
    return hashes?.subarray(begin, begin + hashBytes);
  }

  /** Compares what is in no whole tile, unless a node has signed meanwhile and replaced it. */
  end(): void {
    const { size } = this.#tiles;
    const known = this.findings.list.length;
    for (const { level, index, hashes } of this.#tiles.partialTiles())
      this.#compared.write(level, index, hashes);
    if (this.#leaves.length > 0)
      this.#compared.compareEntries(Math.floor(size / tileWidth), this.#leaves);
    const last = this.folder.lastCheckpoint();
    if (last !== undefined && sizeOfNote(last) > size) this.findings.list.length = known;
  }
}

/** What the log has to know of the journal, and where what was kept of that says otherwise. */
const marksOf = async (
  journal: AuditedJournal,
  kept: KeptMarks | undefined,
): Promise<{ readonly marks: JournalMarks; readonly wrongAt: number | undefined }> => {
  const marks = new JournalMarks();
  let wrongAt: number | undefined;
  for await (const page of pagesAfter(journal, 0)) {
    for (const event of page) {
      marks.take(event);
      if (marks.size === kept?.size && JSON.stringify(marks.kept()) !== JSON.stringify(kept))
        wrongAt = marks.size;
    }
  }
  return { marks, wrongAt };
};

/**
 * Compares the log beside a journal with the events: each checkpoint that is kept, all tiles and
 * the entries under them. Writes nothing; a node may be using the log.
 *
 * @returns undefined when there is no log
 * @throws {AuditError} when the store does not give the events
 */
export const checkLog = async (
  journal: AuditedJournal,
  folder: LogFolder,
): Promise<LogReport | undefined> => {
  checkJournal(journal);
  checkArgument("folder", folder, "object", { verifier: "function" });
  const findings = new Findings();
  const key = folder.verifier();
  const published = folder.publishedCheckpoint();
  if (key === undefined && published === undefined) return undefined;
  if (key === undefined)
    return { size: 0, checkpoints: 0, findings: [], skipped: ["the key of the log is missing"] };
  const roots = new SignedRoots(key, findings);
  let number = 0;
  for (const note of folder.checkpoints()) roots.add(note, `checkpoint ${(number += 1)}`);
  if (published !== undefined) roots.add(published, "the published checkpoint");
  const skipped = roots.last === 0 ? [] : await compareEvents(journal, folder, roots, findings);
  return { size: roots.last, checkpoints: roots.count, findings: findings.list, skipped };
};

/** @returns why something was not compared */
const compareEvents = async (
  journal: AuditedJournal,
  folder: LogFolder,
  roots: SignedRoots,
  findings: Findings,
): Promise<ReadonlyArray<string>> => {
  const { marks, wrongAt } = await marksOf(journal, folder.marks());
  if (marks.size < roots.last) {
    const message = `a checkpoint covers ${roots.last} events, but the journal has only ${marks.size}: events are lost`;
    findings.add("contradiction", message, marks.size);
  }
  if (!marks.keys.isDrawn) {
    findings.add("contradiction", "the journal lacks the disclosure key of its log");
    return [];
  }
  const walk = new LogWalk(folder, roots, marks, findings);
  let taken = 0;
  for await (const page of pagesAfter(journal, 0)) {
    for (const event of page) {
      if (taken === roots.last) break;
      const reason = walk.take(event);
      if (reason !== undefined) return [`log: ${reason}`];
      taken += 1;
    }
    if (taken === roots.last) break;
  }
  walk.end();
  // otherwise it follows from what was found
  if (wrongAt !== undefined && findings.list.length === 0)
    findings.add("damaged", "marks.json differs from the journal", wrongAt);
  return [];
};
