import { chainHash, GENESIS_HASH, type RecordedEvent } from "@tallystick/event-store";
import { AuditError, type AuditedJournal, eventAtOffset } from "../log/audited-journal.js";

/** Follows the chain from one look to the next: a store checks it within one reading only. */
export class JournalLink {
  /** The last offset that was taken. */
  offset = 0;
  #hash = GENESIS_HASH;

  /** Takes the next event. @throws {AuditError} when it does not follow */
  take(event: RecordedEvent): void {
    if (event.revision !== this.offset || chainHash(this.#hash, event) !== event.hash) {
      throw new AuditError(
        "contradiction",
        `offset ${event.revision + 1} does not follow offset ${this.offset}, which was verified before`,
      );
    }
    this.offset = event.revision + 1;
    this.#hash = event.hash;
  }

  /** The last event must still be the one it was. @throws {AuditError} when it is not */
  async check(journal: AuditedJournal): Promise<void> {
    if (this.offset === 0) return;
    const last = await this.#last(journal);
    if (last?.hash !== this.#hash) {
      throw new AuditError(
        "contradiction",
        `offset ${this.offset} is no longer the event that was verified before`,
      );
    }
  }

  async #last(journal: AuditedJournal): Promise<RecordedEvent | undefined> {
    try {
      return await eventAtOffset(journal, this.offset);
    } catch (thrown) {
      if (thrown instanceof AuditError && thrown.kind === "missing") return undefined;
      throw thrown;
    }
  }
}
