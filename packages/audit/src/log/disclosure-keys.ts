import { decodeLedgerEvent } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import { AuditError, type AuditedJournal, pagesAfter } from "./audited-journal.js";

/** The disclosure keys of a journal, in the order in which they were drawn. */
export class DisclosureKeys {
  readonly #drawn: Array<{ readonly offset: number; readonly key: Uint8Array }> = [];

  /** Takes an event: remembers the key of a `DisclosureKeyDrawn`, passes over others. */
  take({ type, data, revision }: RecordedEvent): void {
    if (type !== "DisclosureKeyDrawn") return;
    const event = decodeLedgerEvent(type, data, revision + 1);
    if (isRight(event) && event.right.type === "DisclosureKeyDrawn")
      this.#drawn.push({ offset: revision + 1, key: Buffer.from(event.right.key, "hex") });
  }

  /** True when the journal has one. */
  get isDrawn(): boolean {
    return this.#drawn.length > 0;
  }

  /**
   * The key in force at an offset: the last one drawn up to it, before the first one the first.
   *
   * @throws {AuditError} when the journal has none
   */
  at(offset: number): Uint8Array {
    const key = this.#drawn.findLast((each) => each.offset <= offset) ?? this.#drawn[0];
    if (key !== undefined) return key.key;
    throw new AuditError(
      "missing",
      "the journal has no disclosure key: tallystick disclosure-key draws one",
    );
  }
}

/** Digits of the hash by which incarnations of a journal are told apart. */
const incarnationDigits = 8;

/** Events that make a journal another one than it was. */
const beginnings: ReadonlySet<string> = new Set([
  "LedgerInitialized",
  "JournalForked",
  "JournalRestored",
]);

/** What the log of a journal has to know of it, which may be anywhere in it. */
export interface JournalMarks {
  readonly keys: DisclosureKeys;
  /**
   * The beginning of the hash of the event with which the journal began, or with which it was
   * forked or restored: then it is another journal than before, and has another log.
   */
  readonly incarnation: string;
}

/** Reads what the log of a journal has to know. */
export const marksOf = async (journal: AuditedJournal): Promise<JournalMarks> => {
  const keys = new DisclosureKeys();
  let incarnation = "";
  for await (const page of pagesAfter(journal, 0)) {
    for (const event of page) {
      keys.take(event);
      if (beginnings.has(event.type)) incarnation = event.hash.slice(0, incarnationDigits);
    }
  }
  return { keys, incarnation };
};
