import {
  contractIdParts,
  decodeLedgerEvent,
  getIn,
  type LedgerState,
  type PastEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import { type AuditedJournal, lastOfType } from "../log/audited-journal.js";

/** Why a rule is not checked where a pruning erased what it needs. */
export const erasedReasons = {
  data: "pruning erased the data",
  input: "pruning erased data that the transaction depends on",
  read: "pruning erased data that the transaction may have read",
  round: "the round of a coupon was pruned",
  accepted: "a later pruning erased which commands had been accepted before",
  snapshot: "snapshot: a later pruning erased the data it was made from",
  views: "views: pruning erased the data",
  wallet: "wallet: it may have been made from pruned data",
} as const;

const knownReasons = new Set<string>(Object.values(erasedReasons));

/** Whether a rule was not checked because a pruning erased what it needs, as it may. */
export const isOfPruning = (reason: string): boolean => knownReasons.has(reason);

/** The offset that the last pruning names; 0 where the journal has none. */
const prunedUpTo = async (journal: AuditedJournal): Promise<number> => {
  const last = await lastOfType(journal, "JournalPruned");
  if (last === undefined) return 0;
  const said = decodeLedgerEvent(last.type, last.data, last.revision + 1);
  return isRight(said) && said.right.type === "JournalPruned" ? said.right.offset : 0;
};

/** Offsets without order, kept as ranges: what a pruning erases is mostly in a row. */
class OffsetRanges {
  /** First and last offset of each range, ascending. */
  readonly #ranges: Array<[number, number]> = [];

  /** Adds an offset behind those that are there. */
  add(offset: number): void {
    const last = this.#ranges.at(-1);
    if (last?.[1] === offset - 1) last[1] = offset;
    else this.#ranges.push([offset, offset]);
  }

  has(offset: number): boolean {
    let [low, high] = [0, this.#ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = this.#ranges[middle] ?? [0, 0];
      if (offset < first) high = middle - 1;
      else if (offset > last) low = middle + 1;
      else return true;
    }
    return false;
  }
}

/**
 * Follows what a pruning erased. A journal in which it is not finished has events that depend on
 * erased ones, and until the event that says what was pruned it is not known what had been
 * forgotten.
 */
export class ErasedData {
  readonly #offsets = new OffsetRanges();
  #last = 0;
  #lastForgotten = 0;
  #settledUpTo = 0;
  #forgottenUpTo = 0;
  #prunedUpTo: number | undefined;

  /** Takes the next event. @param type what it was before it was erased */
  take(event: PastEvent, offset: number, type: string): void {
    if (event.type === "SubmissionPruned") {
      this.#offsets.add(offset);
      this.#last = offset;
      const isForgotten = type === "TransactionCommitted" && event.changes === undefined;
      if (isForgotten) this.#lastForgotten = offset;
    }
    if (event.type !== "JournalPruned") return;
    this.#settledUpTo = event.offset;
    this.#forgottenUpTo = event.forgottenUpTo;
  }

  /** True where the pruning that erased something comes later in the journal. */
  get isUnsettled(): boolean {
    return this.#last > this.#settledUpTo || this.#lastForgotten > this.#forgottenUpTo;
  }

  /**
   * Learns up to where the journal was pruned, before the first event that was erased is taken.
   *
   * @throws {AuditError} when the store does not give the events
   */
  async lookAhead(journal: AuditedJournal, events: ReadonlyArray<RecordedEvent>): Promise<void> {
    if (this.#prunedUpTo !== undefined) return;
    if (events.every(({ erased }) => erased === undefined)) return;
    this.#prunedUpTo = await prunedUpTo(journal);
  }

  /** Whether a transaction at an offset was kept among erased ones, and may have read of these. */
  mayHaveRead(offset: number, { reads }: TransactionCommitted): boolean {
    return this.isThere && reads !== undefined && offset <= (this.#prunedUpTo ?? 0);
  }

  /** True when something before was erased. */
  get isThere(): boolean {
    return this.#last > 0;
  }

  /** Whether a transaction uses a contract whose creation was erased. */
  isUsedBy({ contracts }: LedgerState, { nodes }: TransactionCommitted): boolean {
    if (this.#last === 0) return false;
    return nodes.some(
      ({ kind, contractId }) =>
        kind === "exercise" &&
        getIn(contracts, contractId) === undefined &&
        this.#offsets.has(contractIdParts(contractId)?.offset ?? 0),
    );
  }
}
