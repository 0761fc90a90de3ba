import { checkArgument } from "@tallystick/core";
import { pause, systemTimers, type Timers } from "@tallystick/background";
import type { PackageError } from "@tallystick/core";
import type { SignerKey } from "@tallystick/transparency";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import {
  AuditError,
  type AuditedJournal,
  pagesAfter,
  checkJournal,
} from "../log/audited-journal.js";
import { JournalLog } from "../log/journal-log.js";
import type { LogFolder } from "../log/log-folder.js";
import {
  type AuditOutcome,
  findingsOf,
  type OutcomeFinding,
  verdictOf,
} from "../report/audit-outcome.js";
import { type RulesAudit, RulesWalk } from "../rules/rules-walk.js";
import { JournalLink } from "./journal-link.js";

/** What a watch does. */
export interface Watch extends Pick<RulesAudit, "level" | "packages"> {
  /** Milliseconds between two looks. */
  readonly intervalMs: number;
  /** The timers that measure it; default: those of this process. */
  readonly timers?: Timers | undefined;
  /** What reads the journal and its files whole, and how often; absent for never. */
  readonly whole?:
    | { readonly everyMs: number; readonly check: () => Promise<AuditOutcome> }
    | undefined;
  /** Where checkpoints are signed after each look that found something new; absent for none. */
  readonly log?: WatchLog | undefined;
  /** Is called after each look that found something new, with the last offset. */
  readonly onVerified: (offset: number) => void;
  /** Is called when the journal and its files were read whole, with the last offset. */
  readonly onWhole?: ((offset: number) => void) | undefined;
  /** Is called when the store stops to answer; the watch continues. */
  readonly onUnavailable?: ((message: string) => void) | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

interface WatchLog {
  readonly folder: LogFolder;
  readonly key: SignerKey;
  /** Is called with each checkpoint that was signed. */
  readonly onSigned: (note: string, log: JournalLog) => Promise<void> | void;
}

/** Why a watch ended. */
export interface WatchEnd {
  /** `ended`: by the signal. */
  readonly verdict: "ended" | "inconsistent" | "damaged" | "violated";
  readonly findings: ReadonlyArray<OutcomeFinding>;
}

const endedBySignal: WatchEnd = { verdict: "ended", findings: [] };

/**
 * Follows a journal that others write, and checks it as it grows: each look what is new, by all
 * rules, and now and then all of it with its files. A store that does not answer is waited for.
 *
 * @returns the first violations, or none when the signal ended the watch; Left when the packages
 * cannot be used
 * @throws {AuditError} when the journal cannot be read, or is no longer the one it was
 */
export const watchJournal = async (
  journal: AuditedJournal,
  watch: Watch,
): Promise<Either<PackageError, WatchEnd>> => {
  checkJournal(journal);
  checkArgument("watch", watch, "object", { packages: "array", signal: "object" });
  const walk = RulesWalk.begin(watch);
  if (isLeft(walk)) return walk;
  const watcher = new Watcher(journal, watch, walk.right);
  let isAway = false;
  while (!watch.signal.aborted) {
    try {
      const end = await watcher.look();
      if (end !== undefined) return right(end);
      isAway = false;
    } catch (thrown) {
      if (!(thrown instanceof AuditError) || thrown.kind !== "unavailable") throw thrown;
      if (!isAway) watch.onUnavailable?.(thrown.message);
      isAway = true;
    }
    await pause(watch.intervalMs, watch.signal, watch.timers);
  }
  return right(endedBySignal);
};

class Watcher {
  readonly #journal: AuditedJournal;
  readonly #watch: Watch;
  readonly #walk: RulesWalk;
  readonly #timers: Timers;
  readonly #link = new JournalLink();
  #log: JournalLog | undefined;
  #shown = 0;
  #wholeAtMs = Number.NEGATIVE_INFINITY;

  constructor(journal: AuditedJournal, watch: Watch, walk: RulesWalk) {
    this.#journal = journal;
    this.#watch = watch;
    this.#timers = watch.timers ?? systemTimers;
    this.#walk = walk;
  }

  /** @returns why the watch ends; undefined when it continues */
  async look(): Promise<WatchEnd | undefined> {
    await this.#link.check(this.#journal);
    for await (const page of pagesAfter(this.#journal, this.#link.offset)) {
      await this.#walk.before(this.#journal, page);
      for (const event of page) {
        this.#link.take(event);
        this.#walk.take(event);
      }
      if (this.#watch.signal.aborted) return endedBySignal;
    }
    const { findings } = this.#walk.report();
    if (findings.length > 0) {
      const inJournal = findings.map((each) => ({ ...each, where: "journal" }));
      return { verdict: "violated", findings: inJournal };
    }
    if (this.#link.offset > this.#shown) {
      this.#shown = this.#link.offset;
      this.#watch.onVerified(this.#shown);
      await this.#sign();
    }
    return this.#lookWhole();
  }

  async #lookWhole(): Promise<WatchEnd | undefined> {
    const { whole, onWhole } = this.#watch;
    const now = this.#timers.nowMs();
    if (whole === undefined || this.#shown === 0 || now - this.#wholeAtMs < whole.everyMs)
      return undefined;
    const outcome = await whole.check();
    this.#wholeAtMs = this.#timers.nowMs();
    const verdict = verdictOf(outcome);
    if (verdict !== "holds" && verdict !== "inconclusive")
      return { verdict, findings: findingsOf(outcome) };
    onWhole?.(outcome.chain.journal.events);
    return undefined;
  }

  async #sign(): Promise<void> {
    const { log: place } = this.#watch;
    if (place === undefined) return;
    this.#log ??= await JournalLog.open(this.#journal, place.folder);
    await this.#log.extend();
    await place.onSigned(this.#log.sign(place.key), this.#log);
  }
}
