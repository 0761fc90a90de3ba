import { GENESIS_HASH, type RecordedEvent } from "@tallystick/event-store";
import * as t from "io-ts";
import { AuditError, type AuditedJournal, eventAtOffset, pagesAfter } from "./audited-journal.js";
import { DisclosureKeys } from "./disclosure-keys.js";

/** Digits of the hash by which incarnations of a journal are told apart. */
const incarnationDigits = 8;

/** Events that make a journal another one than it was. */
const beginnings: ReadonlySet<string> = new Set([
  "LedgerInitialized",
  "JournalForked",
  "JournalRestored",
]);

/** What is kept of marks, so that the events before need not be read again. */
export type KeptMarks = t.TypeOf<typeof KeptMarks>;

/** The codec of its file. The keys themselves are in the journal alone. */
export const KeptMarks = t.readonly(
  t.type({
    v: t.literal(1),
    size: t.number,
    hash: t.string,
    incarnation: t.string,
    keys: t.readonlyArray(t.number),
  }),
);

/** What the log of a journal has to know of it, which may be anywhere in it. */
export class JournalMarks {
  readonly keys = new DisclosureKeys();
  #size = 0;
  #hash = GENESIS_HASH;
  #incarnation = "";

  /**
   * The beginning of the hash of the event with which the journal began, or with which it was
   * forked or restored: then it is another journal than before, and has another log.
   */
  get incarnation(): string {
    return this.#incarnation;
  }

  /** Events that were read. */
  get size(): number {
    return this.#size;
  }

  /** Takes the next event; one that was taken before is passed over. */
  take(event: RecordedEvent): void {
    if (event.revision < this.#size) return;
    this.keys.take(event);
    if (beginnings.has(event.type)) this.#incarnation = event.hash.slice(0, incarnationDigits);
    this.#size = event.revision + 1;
    this.#hash = event.hash;
  }

  /**
   * Reads the journal on.
   *
   * @param most events; default all
   * @returns how many were read
   * @throws {AuditError} when the store does not give them
   */
  async read(journal: AuditedJournal, most?: number): Promise<number> {
    const before = this.#size;
    for await (const page of pagesAfter(journal, before, most))
      for (const event of page) this.take(event);
    return this.#size - before;
  }

  kept(): KeptMarks {
    const [size, hash, incarnation] = [this.#size, this.#hash, this.#incarnation];
    return { v: 1, size, hash, incarnation, keys: this.keys.offsets() };
  }

  /**
   * Marks as they were kept; new ones when the journal has another event where they end, or none.
   *
   * @throws {AuditError} `unreadable` when the store does not give the events
   */
  static async resumed(
    journal: AuditedJournal,
    kept: KeptMarks | undefined,
  ): Promise<JournalMarks> {
    if (kept === undefined) return new JournalMarks();
    const { size, hash, incarnation, keys } = kept;
    try {
      if ((await eventAtOffset(journal, size)).hash !== hash) return new JournalMarks();
      const marks = new JournalMarks();
      for (const offset of keys) marks.keys.take(await eventAtOffset(journal, offset));
      if (marks.keys.offsets().length !== keys.length) return new JournalMarks();
      marks.#size = size;
      marks.#hash = hash;
      marks.#incarnation = incarnation;
      return marks;
    } catch (thrown) {
      if (thrown instanceof AuditError && thrown.kind === "missing") return new JournalMarks();
      throw thrown;
    }
  }
}

/**
 * Reads what the log of a journal has to know.
 *
 * @param kept of an earlier read: only the events after it are read where it is of this journal
 * @throws {AuditError} when the store does not give the events
 */
export const marksOf = async (journal: AuditedJournal, kept?: KeptMarks): Promise<JournalMarks> => {
  const marks = await JournalMarks.resumed(journal, kept);
  await marks.read(journal);
  return marks;
};
