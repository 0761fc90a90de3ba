import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Folded, Journal } from "../journal/journal.js";
import type { OpenError } from "../ledger/ledger.js";
import { type Pipeline, startPipeline } from "../pipeline/pipeline.js";
import { fetchSnapshot, sharedPlace } from "../snapshot/shared-snapshot.js";
import type { StateKeeper } from "../snapshot/state-keeper.js";
import type { AppendTurns } from "../writer/append-turns.js";
import { checkClockAhead } from "./clock-ahead.js";
import { initializeLedger } from "./initialize-ledger.js";
import { type AcceptedLoss, checkJournalEnd, recordRestore } from "./journal-end.js";
import { firstHashOf } from "./journal-parts.js";
import type { LedgerOpening } from "./ledger-opening.js";
import { initializeOpenError } from "./open-error.js";
import { findState, type FoundState, keeperOf, readState } from "./read-state.js";
import type { SnapshotLock } from "./snapshot-lock.js";
import type { Part } from "./startup.js";

/** The journal, and who keeps the state in the data folder. */
interface OnJournal extends LedgerOpening {
  readonly journal: Journal;
  readonly firstHash: string | undefined;
  readonly stateLock: SnapshotLock;
}

/** The data folder, where this ledger keeps its state in it. */
const stateFolder = ({ stateLock, data }: OnJournal): string | undefined =>
  stateLock.isHeld ? data : undefined;

/** The snapshot: the data folder's, or the shared one where this node has none. */
export const foundState: Part<OnJournal, never, FoundState> = {
  open: async (opening) => {
    const { config, journal, firstHash, notice } = opening;
    const folder = stateFolder(opening);
    if (config.snapshotFolder !== "" && folder !== undefined && firstHash !== undefined)
      await fetchSnapshot(sharedPlace(config.snapshotFolder, journal.stream, firstHash), folder);
    return right(await findState(journal, folder, notice));
  },
};

/** What keeps the state in the data folder, where there is one. */
export const stateKeeper: Part<
  OnJournal & { readonly found: FoundState },
  never,
  StateKeeper | undefined
> = {
  open: (opening) => right(keeperOf(stateFolder(opening), opening)),
  close: (keeper) => keeper?.close(),
};

/** The loss that the operator accepted, if any; no other is. */
export const acceptedLoss: Part<
  OnJournal & { readonly found: FoundState },
  OpenError,
  AcceptedLoss | undefined
> = {
  open: ({ journal, firstHash, found, options }) =>
    checkJournalEnd(journal, firstHash, found, options),
};

/** The state at the end of the journal. */
export const stateAtEnd: Part<
  OnJournal & { readonly found: FoundState; readonly keeper: StateKeeper | undefined },
  OpenError,
  Folded
> = {
  open: async ({ journal, firstHash, found, keeper, packages, clock, config, options }) => {
    await keeper?.start(firstHash);
    const read = await readState(journal, found, keeper, packages);
    if (isLeft(read)) return read;
    const { recordTime } = read.right.state;
    const ahead = checkClockAhead(recordTime, clock, config, options);
    if (isLeft(ahead)) return ahead;
    clock.startFrom?.(recordTime);
    return read;
  },
};

/** The way into the journal. */
export const commandPipeline: Part<
  LedgerOpening & {
    readonly journal: Journal;
    readonly start: Folded;
    readonly keeper: StateKeeper | undefined;
    readonly turns: AppendTurns;
  },
  never,
  Pipeline
> = {
  open: ({ catalog, clock, ids, journal, start, config, options, turns, keeper }) => {
    const { observer } = options;
    const decided = { catalog, clock, ids };
    return right(startPipeline({ ...decided, journal, start, config, observer, turns, keeper }));
  },
  close: (pipeline) => pipeline.close(),
};

const nothingToFollow: OpenError = {
  kind: "config",
  message: "follow: the journal is empty; start a node that writes to it first",
};

/** A journal with all that a node which writes has to say before it takes commands. */
interface BegunNeeds extends OnJournal {
  readonly start: Folded;
  readonly lost: AcceptedLoss | undefined;
  readonly keeper: StateKeeper | undefined;
  readonly pipeline: Pipeline;
}

const begin = async (opening: BegunNeeds): Promise<Either<LedgerError, void>> => {
  const { pipeline, config, packages, ids, start, lost } = opening;
  const initialized = await initializeLedger(pipeline, config, packages, ids.transactionSeed());
  return isLeft(initialized) ? initialized : recordRestore(pipeline, start, lost);
};

/** The journal begun: it has its first events, and this is the hash of the very first. */
export const begunJournal: Part<BegunNeeds, OpenError, string> = {
  open: async (opening) => {
    const { config, start, journal, firstHash, keeper } = opening;
    if (config.follow && start.state.offset === 0) return left(nothingToFollow);
    const begun = config.follow ? right(undefined) : await begin(opening);
    if (isLeft(begun)) return left(initializeOpenError(begun.left));
    const first = firstHash === undefined ? await firstHashOf(journal) : right(firstHash);
    if (isLeft(first)) return first;
    const journalId = first.right ?? "";
    keeper?.identify(journalId);
    return right(journalId);
  },
};
