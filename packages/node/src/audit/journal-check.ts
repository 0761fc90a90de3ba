import {
  decodeLedgerEvent,
  type JournalPruned,
  type PastEvent,
  recordTimeOfSubmission,
} from "@tallystick/core";
import { chainHash, GENESIS_HASH, type RecordedEvent } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { boundaryText, newResidue } from "../pruning/pruning-boundary.js";
import { isSignedBy } from "../pruning/signing-key.js";

/** The part of a journal that was read. */
export interface CheckedJournal {
  readonly events: number;
  /** Chain hash of the last of them; 64 zeros for none. */
  readonly hash: string;
  /** Chain hash of the first; empty for none. */
  readonly journalId: string;
  readonly participantId: string;
  readonly pruned: PruningFound | undefined;
}

/** Of a journal without events. */
export const emptyJournal: CheckedJournal = {
  events: 0,
  hash: "",
  journalId: "",
  participantId: "",
  pruned: undefined,
};

interface PruningFound {
  readonly said: JournalPruned;
  /** Events whose data is erased. */
  readonly erased: number;
}

export interface LeftToOthers {
  /** The store that reads the events compares their hashes. */
  readonly hashes?: boolean;
  /** Of submissions only the record time is read, not whether all of the text fits its schema. */
  readonly submissions?: boolean;
}

/**
 * Checks a journal event by event: the chain, the text of each event, record times, events about
 * the journal, and prunings.
 */
export class JournalCheck {
  readonly #left: LeftToOthers;
  readonly #residue = newResidue();
  #events = 0;
  #hash = GENESIS_HASH;
  #journalId = "";
  #participantId = "";
  #publicKey = "";
  #recordTime = 0;
  #firstTime: number | undefined;
  /** The last offset that is erased, and that prunings say to erase. */
  #lastErased = 0;
  #saidErased = 0;
  #pruned: JournalPruned | undefined;

  constructor(left: LeftToOthers = {}) {
    this.#left = left;
  }

  /** Checks the next event; returns what is wrong with it. */
  add(event: RecordedEvent): ReadonlyArray<string> {
    const before = this.#hash;
    const wrong: Array<string> = [];
    if (event.revision !== this.#events)
      wrong.push(`expected offset ${this.#events + 1}, found ${event.revision + 1}`);
    if (this.#left.hashes !== true && event.hash !== chainHash(before, event))
      wrong.push("the hash does not match the event and its predecessor");
    this.#events = event.revision + 1;
    this.#hash = event.hash;
    if (event.revision === 0) this.#journalId = event.hash;
    const offset = event.revision + 1;
    if (event.erased !== undefined) {
      this.#residue.add(offset, event.erased, event.data);
      this.#lastErased = offset;
    }
    const time =
      this.#left.submissions === true && event.erased === undefined && offset > 1
        ? recordTimeOfSubmission(event.type, event.data)
        : undefined;
    if (time !== undefined) return [...wrong, ...this.#recorded(time)];
    const decoded = decodeLedgerEvent(event.type, event.data, offset);
    if (isLeft(decoded)) return [...wrong, decoded.left.reason];
    return [...wrong, ...this.#said(decoded.right, event, before)];
  }

  /** Skips an event that cannot be read; later ones are checked. */
  skip(event: { readonly revision: number; readonly hash: string }): void {
    this.#events = event.revision + 1;
    this.#hash = event.hash;
  }

  read(): CheckedJournal {
    const said = this.#pruned;
    return {
      events: this.#events,
      hash: this.#hash,
      journalId: this.#journalId,
      participantId: this.#participantId,
      pruned: said === undefined ? undefined : { said, erased: this.#residue.count() },
    };
  }

  /** Record times of the first and the last event that were read. */
  times(): { readonly first: number; readonly last: number } {
    return { first: this.#firstTime ?? 0, last: this.#recordTime };
  }

  /** Checks of the journal as a whole, after all of it was read. */
  atEnd(): ReadonlyArray<string> {
    const said = this.#pruned;
    const erased = this.#residue.count();
    if (said === undefined)
      return erased === 0 ? [] : [`${erased} events are erased, but no pruning event records it`];
    const wrong: Array<string> = [];
    if (this.#lastErased > said.offset) {
      wrong.push(
        `offset ${this.#lastErased} is erased, but the journal was pruned only up to ${said.offset}`,
      );
    }
    if (erased > said.erased) wrong.push(`expected ${said.erased} erased events, found ${erased}`);
    // fewer: the pruning is resumed at the next start
    if (erased === said.erased && this.#lastErased !== this.#saidErased)
      wrong.push(`expected offset ${this.#saidErased} to be the last erased event`);
    if (erased === said.erased && this.#residue.digest() !== said.residue)
      wrong.push("the pruned events differ from those in the journal");
    return wrong;
  }

  #said(event: PastEvent, stored: RecordedEvent, before: string): ReadonlyArray<string> {
    const offset = stored.revision + 1;
    const wrong = [...this.#recorded(event.recordTime)];
    if ((event.type === "LedgerInitialized") !== (offset === 1))
      wrong.push(`a ${stored.type} is at offset ${offset}`);
    if ((event.type === "SubmissionPruned") !== (stored.erased !== undefined))
      wrong.push("its text and its digest do not agree on whether it was pruned");
    switch (event.type) {
      case "EventUnread":
        wrong.push(`${event.reason}; it is skipped`);
        break;
      case "LedgerInitialized":
        this.#participantId = event.participantId;
        break;
      case "SigningKeyPublished":
        this.#publicKey = event.publicKey;
        break;
      case "JournalForked":
      case "JournalRestored":
        if (event.offset !== offset - 1 || event.hash !== before)
          wrong.push(`${event.type} does not name the event before it`);
        break;
      case "JournalPruned":
        wrong.push(...this.#pruning(event, offset));
        break;
      default:
        break;
    }
    return wrong;
  }

  #recorded(time: number): ReadonlyArray<string> {
    const before = this.#recordTime;
    this.#recordTime = time;
    this.#firstTime ??= time;
    return time < before ? ["the record time goes back"] : [];
  }

  #pruning(event: JournalPruned, offset: number): ReadonlyArray<string> {
    const wrong: Array<string> = [];
    const text = boundaryText(this.#participantId, event);
    if (!isSignedBy(this.#publicKey, text, event.signature))
      wrong.push("the signature of the pruning is invalid");
    if (event.offset >= offset || event.offset < (this.#pruned?.offset ?? 0))
      wrong.push(`a pruning up to offset ${event.offset} is at offset ${offset}`);
    if (event.erased + event.kept !== event.offset)
      wrong.push("the counts of the pruning do not match its offset");
    const isMore = event.erased > (this.#pruned?.erased ?? 0);
    if (event.lastErased > event.offset || event.lastErased > 0 !== isMore)
      wrong.push(`the pruning says that it erases up to offset ${event.lastErased}`);
    this.#pruned = event;
    this.#saidErased = Math.max(this.#saidErased, event.lastErased);
    return wrong;
  }
}
