import {
  contractIdParts,
  getIn,
  type LedgerState,
  type PastEvent,
  type TransactionCommitted,
} from "@tallystick/core";

/** Why it is not known which earlier commands had been accepted. */
export const unsettledReason =
  "a pruning that comes later erased which commands had been accepted before";

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
