import { checkArgument } from "@tallystick/core";
import {
  type Checkpoint,
  checkpointText,
  consistencyPath,
  disclose,
  disclosureText,
  eventKeyOf,
  inclusionPath,
  isSameHash,
  leafHash,
  noteText,
  proofFileText,
  type SignerKey,
  signNote,
  TileLog,
  tileWidth,
} from "@tallystick/transparency";
import {
  AuditError,
  type AuditedJournal,
  eventAtOffset,
  pagesAfter,
  lastEventOf,
  lastWholeEvent,
  checkJournal,
} from "./audited-journal.js";
import { entryOfEvent, readEvent } from "./event-rows.js";
import { type JournalMarks, marksOf } from "./journal-marks.js";
import type { LogFolder } from "./log-folder.js";
import {
  contradiction,
  type KeptCheckpoint,
  lastCheckpoint,
  publishedCheckpoint,
  type ResumedLog,
  resumedLog,
} from "./kept-log.js";

/** Which rows of an event a proof shows. */
export type ShownRows = (row: { readonly name: string; readonly text: string }) => boolean;

/**
 * The transparency log of a journal: one entry for each event, its tiles and checkpoints in a
 * folder. It follows from the journal; only the key and the checkpoints are more than that.
 */
export class JournalLog {
  readonly #journal: AuditedJournal;
  readonly #folder: LogFolder;
  readonly #marks: JournalMarks;
  #tiles: TileLog;
  /** Entries that are in no whole tile yet. */
  #entries: Array<Uint8Array>;
  /** True when it was made of the journal from its beginning. */
  #isMadeAgain = false;

  private constructor(
    journal: AuditedJournal,
    folder: LogFolder,
    marks: JournalMarks,
    { tiles, entries }: ResumedLog,
  ) {
    this.#journal = journal;
    this.#folder = folder;
    this.#marks = marks;
    this.#tiles = tiles;
    this.#entries = [...entries];
  }

  /**
   * Opens the log of a journal, and takes in what the journal has more.
   *
   * @throws {AuditError} `contradiction` when the journal is not the one of the last checkpoint
   */
  static async open(journal: AuditedJournal, folder: LogFolder): Promise<JournalLog> {
    checkJournal(journal);
    checkArgument("folder", folder, "object");
    const log = await JournalLog.resume(journal, folder, await marksOf(journal));
    await log.extend();
    return log;
  }

  /**
   * The log as far as it was kept, compared with the journal where it ends. It reads a few events,
   * however long the journal is.
   *
   * @param marks of the journal, as far as the log goes at least
   * @throws {AuditError} `contradiction` when the journal is shorter than the last checkpoint
   */
  static async resume(
    journal: AuditedJournal,
    folder: LogFolder,
    marks: JournalMarks,
  ): Promise<JournalLog> {
    const last = lastCheckpoint(folder);
    const end = ((await lastEventOf(journal))?.revision ?? -1) + 1;
    if (last !== undefined && end < last.size) throw contradiction(last, end);
    const log = new JournalLog(journal, folder, marks, resumedLog(folder, last?.size ?? 0));
    const isOther = last !== undefined && log.#contradicts(last);
    if (log.size > 0 && (isOther || !(await log.#isOfJournal()))) log.#startOver();
    return log;
  }

  /** Events in the log. */
  get size(): number {
    return this.#tiles.size;
  }

  /** Events that the last checkpoint covers, where the log has them. */
  signedSize(): number {
    const size = lastCheckpoint(this.#folder)?.size ?? 0;
    return size <= this.size ? size : 0;
  }

  /** Tells this journal from one that was forked off it or restored. */
  get incarnation(): string {
    return this.#marks.incarnation;
  }

  /**
   * Takes in the events that the journal has more. A log whose tiles do not fit the last checkpoint
   * is made of the journal again.
   *
   * @param most events; default all
   * @param between is awaited after some events; the log may be used meanwhile
   * @throws {AuditError} `contradiction` when the journal is not the one of the last checkpoint
   */
  async extend(most?: number, between?: () => Promise<void>): Promise<void> {
    for await (const page of pagesAfter(this.#journal, this.#tiles.size, most)) {
      for (const event of page) {
        if (event.revision > 0 && event.revision % eventsPerTurn === 0) await between?.();
        this.#marks.take(event);
        this.#append(entryOfEvent(event, this.#marks.keys));
      }
    }
    const last = lastCheckpoint(this.#folder);
    if (last === undefined || !this.#contradicts(last)) return;
    if (this.#isMadeAgain) throw contradiction(last, this.size);
    this.#startOver();
    await this.extend(most, between);
  }

  #append(entry: Uint8Array): void {
    this.#entries.push(entry);
    if (this.#entries.length === tileWidth) {
      this.#folder.writeEntries(Math.floor(this.#tiles.size / tileWidth), this.#entries);
      this.#entries = [];
    }
    this.#tiles.append(leafHash(entry));
  }

  /**
   * Compares the log with a checkpoint that was kept elsewhere.
   *
   * @throws {AuditError} `contradiction` when the journal does not begin with what was signed
   */
  compare(checkpoint: Checkpoint): void {
    if (!this.#holds(checkpoint)) throw contradiction(checkpoint, this.size);
  }

  /**
   * The proof that the last checkpoint continues one of an older size, which must be above 0.
   *
   * @throws {AuditError} `contradiction` when the older one is larger
   */
  consistency(old: number): ReadonlyArray<Uint8Array> {
    const last = lastCheckpoint(this.#folder);
    if (last === undefined || old > last.size) {
      throw new AuditError(
        "contradiction",
        `a witness has cosigned ${old} events, but the last checkpoint covers only ${last?.size ?? 0}`,
      );
    }
    return consistencyPath({ old, new: last.size }, this.#tiles.subtreeRoot);
  }

  /**
   * Signs the head of the log and keeps the checkpoint, unless it was signed before.
   *
   * @throws {AuditError} `contradiction` when the last checkpoint is not of this log
   */
  sign(key: SignerKey): string {
    const last = lastCheckpoint(this.#folder);
    if (last !== undefined && this.#contradicts(last)) throw contradiction(last, this.size);
    if (last !== undefined && last.size >= this.size) return last.note;
    const { name } = key.verifier;
    if (!name.endsWith(`/${this.incarnation}`)) {
      throw new AuditError(
        "contradiction",
        `the key belongs to the log ${name}, but the id of this journal is ${this.incarnation}`,
      );
    }
    const text = checkpointText({
      origin: key.verifier.name,
      size: this.size,
      root: this.#tiles.root(),
    });
    const note = noteText({ text, signatures: [signNote(text, key)] });
    this.#folder.writePartial(this.#tiles.partialTiles());
    if (this.#entries.length > 0)
      this.#folder.writeEntries(Math.floor(this.size / tileWidth), this.#entries);
    this.#folder.keep(note);
    this.#folder.keepMarks(this.#marks.kept());
    return note;
  }

  /**
   * Proves rows of the event at an offset by the last checkpoint.
   *
   * @returns the text of a proof file, which shows these rows and no other
   * @throws {AuditError} when no checkpoint covers the offset, or the event must not be shown
   */
  async prove(offset: number, isShown: ShownRows): Promise<string> {
    const last = this.#covering(offset);
    const { event, rows } = readEvent(await eventAtOffset(this.#journal, offset));
    if (event.type === "DisclosureKeyDrawn") {
      throw new AuditError(
        "missing",
        `offset ${offset} contains a disclosure key, with which other events can be disclosed`,
      );
    }
    const eventKey = eventKeyOf(this.#marks.keys.at(offset), offset);
    const shown = disclose(offset, rows, eventKey, (index) => {
      const row = rows[index];
      return row !== undefined && isShown(row);
    });
    const index = offset - 1;
    const path = inclusionPath({ index, size: last.size }, this.#tiles.subtreeRoot);
    const extra = Buffer.from(disclosureText(shown));
    return proofFileText({ index, path, extra, checkpoint: last.note });
  }

  /** The checkpoint that is published, which witnesses may have cosigned; else the last. */
  #covering(offset: number): KeptCheckpoint {
    const last = lastCheckpoint(this.#folder);
    const published = publishedCheckpoint(this.#folder);
    if (published !== undefined && published.size >= offset && this.#holds(published))
      return published;
    if (last !== undefined && last.size >= offset && this.#holds(last)) return last;
    throw new AuditError(
      "missing",
      `no checkpoint covers offset ${offset}: the last one covers ${last?.size ?? 0} events`,
    );
  }

  #holds({ size, root }: Checkpoint): boolean {
    return size <= this.size && isSameHash(this.#tiles.root(size), root);
  }

  /** True when the log has what a checkpoint covers, and it is something else. */
  #contradicts(checkpoint: Checkpoint): boolean {
    return checkpoint.size <= this.size && !this.#holds(checkpoint);
  }

  /** True when the last event in the log that was not erased is the one that the journal has. */
  async #isOfJournal(): Promise<boolean> {
    try {
      const event = await lastWholeEvent(this.#journal, this.#tiles.size);
      const leaf = leafHash(entryOfEvent(event, this.#marks.keys));
      return isSameHash(this.#tiles.subtreeRoot(0, event.revision), leaf);
    } catch (thrown) {
      if (thrown instanceof AuditError) return false;
      throw thrown;
    }
  }

  #startOver(): void {
    this.#folder.clear();
    this.#tiles = new TileLog(this.#folder);
    this.#entries = [];
    this.#isMadeAgain = true;
  }
}

/** Events that are taken in before others may run. */
const eventsPerTurn = 64;
