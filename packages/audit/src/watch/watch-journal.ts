import { pause } from "@tallystick/background";
import { chainHash, GENESIS_HASH, type RecordedEvent } from "@tallystick/event-store";
import type { PackageError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { SignerKey } from "@tallystick/transparency";
import {
  AuditError,
  type AuditedJournal,
  eventAtOffset,
  eventsAfter,
} from "../log/audited-journal.js";
import { JournalLog } from "../log/journal-log.js";
import type { LogFolder } from "../log/log-folder.js";
import type { RuleFinding } from "../rules/rule.js";
import { type RulesAudit, RulesWalk } from "../rules/rules-walk.js";

/** What a watch does. */
export interface Watch extends Pick<RulesAudit, "level" | "packages"> {
  /** Milliseconds between two looks. */
  readonly intervalMs: number;
  /** Where checkpoints are signed after each look that found something new; absent for none. */
  readonly log?: { readonly folder: LogFolder; readonly key: SignerKey } | undefined;
  /** Is called after each look that found something new, with the last offset. */
  readonly onVerified: (offset: number) => void;
  /** Is called with each checkpoint that was signed. */
  readonly onSigned?: ((note: string) => void) | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/**
 * Follows a journal that others write, and checks it as it grows.
 *
 * @returns the first violations, or none when the signal ended the watch; Left when the packages
 * cannot be used
 * @throws {AuditError} when the journal cannot be read, or is no longer the one it was
 */
export const watchJournal = async (
  journal: AuditedJournal,
  watch: Watch,
): Promise<Either<PackageError, ReadonlyArray<RuleFinding>>> => {
  const walk = RulesWalk.begin(watch);
  if (isLeft(walk)) return walk;
  const link = new Link();
  let log: JournalLog | undefined;
  while (!watch.signal.aborted) {
    const before = link.offset;
    await link.check(journal);
    for await (const event of eventsAfter(journal, before)) {
      link.take(event);
      await walk.right.before(journal, [event]);
      walk.right.take(event);
      if (watch.signal.aborted) return right([]);
    }
    const { findings } = walk.right.report();
    if (findings.length > 0) return right(findings);
    if (link.offset > before) {
      watch.onVerified(link.offset);
      log = await signed(journal, watch, log);
    }
    await pause(watch.intervalMs, watch.signal);
  }
  return right([]);
};

const signed = async (
  journal: AuditedJournal,
  { log: place, onSigned }: Watch,
  log: JournalLog | undefined,
): Promise<JournalLog | undefined> => {
  if (place === undefined) return undefined;
  const open = log ?? (await JournalLog.open(journal, place.folder));
  await open.extend();
  onSigned?.(open.sign(place.key));
  return open;
};

/** Follows the chain from one look to the next: a store checks it within one reading only. */
class Link {
  offset = 0;
  #hash = GENESIS_HASH;

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

  /** The last event must still be the one it was. */
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
