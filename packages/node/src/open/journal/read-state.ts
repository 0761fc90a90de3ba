import {
  type CompiledPackages,
  decodeLedgerEvent,
  definitionMismatch,
  emptyLedger,
  getIn,
  type LedgerSettings,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { eventAt, foldKept, type Folded, type Journal } from "../../journal/journal.js";
import type { Ids, OpenError } from "../../ledger/ledger.js";
import { closeRuns, readSnapshot, type ReadSnapshot } from "../../snapshot/snapshot-file.js";
import type { StateKeeper } from "../../snapshot/state-keeper.js";
import type { LedgerNotice } from "../../ledger/ledger-observer.js";
import { journalOpenError } from "./open-error.js";

/** The stored state of the data folder. */
export interface FoundState {
  /** The snapshot, whether it fits the journal or not. */
  readonly found: ReadSnapshot | undefined;
  /** The snapshot, if the journal has the event it was taken after. */
  readonly trusted: ReadSnapshot | undefined;
  readonly settings: LedgerSettings;
}

/** Hexadecimal digits of a number of 28 bits. */
const seedDigits = 7;

const hashSeedOf = (ids: Ids): number =>
  Number.parseInt(ids.transactionSeed().slice(0, seedDigits), 16);

export const findState = async (
  journal: Journal,
  data: string | undefined,
  ids: Ids,
  notice: (notice: LedgerNotice) => void,
): Promise<FoundState> => {
  const settings: LedgerSettings = { hashSeed: hashSeedOf(ids) };
  const unread = (reason: string): void =>
    notice({
      kind: "snapshot-unread",
      message: `the snapshot is not used: ${reason}; the state is folded from the journal`,
    });
  const found =
    data === undefined ? undefined : await readSnapshot(data, journal.stream, settings, unread);
  const trusted = found !== undefined && (await isOf(journal, found)) ? found : undefined;
  if (found !== undefined && trusted === undefined) {
    unread(`the journal does not contain its last event, at offset ${found.state.offset}`);
    closeRuns(found.runs);
  }
  return { found, trusted, settings };
};

const isOf = async (journal: Journal, { state, hash }: ReadSnapshot): Promise<boolean> => {
  const event = await eventAt(journal, state.offset);
  return !isLeft(event) && event.right?.hash === hash;
};

/**
 * Reads the state from the snapshot and the events after it; Left also when the packages differ
 * from those the journal registered.
 */
export const readState = async (
  journal: Journal,
  { trusted, settings }: FoundState,
  keeper: StateKeeper | undefined,
  packages: CompiledPackages,
  notice: (notice: LedgerNotice) => void,
): Promise<Either<OpenError, Folded>> => {
  const folded = await foldKept(
    journal,
    trusted ?? { state: emptyLedger(settings), hash: "" },
    keeper,
    (events) => events.forEach((event) => nameUnread(event, notice)),
  );
  if (isLeft(folded)) return left(journalOpenError(folded.left));
  const registered = folded.right.state.participant.packages;
  const mismatch = definitionMismatch(packages, (packageId) => getIn(registered, packageId));
  return mismatch === undefined ? folded : left({ kind: "packages", message: mismatch });
};

/** Submissions are never passed over, and need not be read twice. */
const nameUnread = (
  { type, data, revision }: RecordedEvent,
  notice: (notice: LedgerNotice) => void,
): void => {
  if (type === "TransactionCommitted" || type === "CommandRejected") return;
  const event = decodeLedgerEvent(type, data, revision + 1);
  if (isLeft(event) || event.right.type !== "EventUnread") return;
  notice({
    kind: "journal",
    message: `offset ${revision + 1} of the journal is skipped: ${event.right.reason}; repeat the call that made it (docs/troubleshooting.md)`,
  });
};
