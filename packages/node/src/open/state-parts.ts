import type { LedgerError } from "@tallystick/core";
import type { RunMaker } from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ids, OpenError } from "../ledger/ledger.js";
import { startPipeline } from "../pipeline/pipeline.js";
import { foldRanges } from "../replay/fold-ranges.js";
import { fetchSnapshot, sharedPlace } from "../snapshot/shared-snapshot.js";
import { StateKeeper } from "../snapshot/state-keeper.js";
import { checkParticipantName, checkSynchronizerName } from "./journal/begun-ids.js";
import { checkClockAhead } from "./journal/clock-ahead.js";
import { initializeLedger } from "./journal/initialize-ledger.js";
import { checkJournalEnd, recordRestore } from "./journal/journal-end.js";
import { firstHashOf } from "./journal-parts.js";
import type { After, LedgerPart } from "./ledger-parts.js";
import { initializeOpenError } from "./journal/open-error.js";
import { missingPackages } from "./journal/missing-packages.js";
import { findState } from "../snapshot/found-state.js";
import { readState } from "./journal/read-state.js";

/** Hexadecimal digits in the name of a file. */
const fileIdDigits = 16;

/** Hexadecimal digits of a number of 28 bits. */
const seedDigits = 7;

const hashSeedOf = (ids: Ids): number =>
  Number.parseInt(ids.transactionSeed().slice(0, seedDigits), 16);

/** The data folder, if this ledger keeps its state there. */
const stateFolder = ({ stateLock, data }: After<"stateLock">): string | undefined =>
  stateLock.isHeld ? data : undefined;

/** The snapshot: the data folder's, or the shared one when this node has none. */
export const foundState: LedgerPart<"found", "journal" | "firstHash" | "stateLock"> = {
  open: async (opening) => {
    const { config, journal, firstHash, ids, notice } = opening;
    const folder = stateFolder(opening);
    if (config.snapshotFolder !== "" && folder !== undefined && firstHash !== undefined) {
      const shared = sharedPlace(config.snapshotFolder, journal.stream, firstHash);
      await fetchSnapshot(shared, folder, firstHash);
    }
    return right(await findState(journal, folder, hashSeedOf(ids), notice));
  },
};

/** The keeper of the state in the data folder, if there is one. */
export const stateKeeperBy = (
  runMaker: RunMaker | undefined,
): LedgerPart<"keeper", "stateLock" | "found"> => ({
  open: (opening) => {
    const { config, stream, found, ids, notice, threadEnds, timers } = opening;
    const folder = stateFolder(opening);
    if (folder === undefined) return right(undefined);
    const parts = {
      folder,
      stream,
      everyEvents: config.snapshotEveryEvents,
      everyUnits: config.snapshotEveryBytes,
      seed: found.settings.hashSeed,
      foldIntoRuns: foldRanges,
      notice,
      timers,
      newId: () => ids.transactionSeed().slice(0, fileIdDigits),
      threadEnded: threadEnds("snapshot"),
      ...(runMaker === undefined ? {} : { runMaker }),
    };
    return right(new StateKeeper(parts, found.trusted));
  },
  close: (keeper) => keeper?.close(),
});

/** The state keeper whose runs a thread writes. */
export const stateKeeper = stateKeeperBy(undefined);

/** The loss of events that the operator accepted. */
export const acceptedLoss: LedgerPart<"lost", "store" | "journal" | "firstHash" | "found"> = {
  open: async ({ store, stream, data, journal, firstHash, found, options }) => {
    const named =
      firstHash === undefined ? await checkParticipantName(store, stream, data) : right(undefined);
    return isLeft(named) ? named : checkJournalEnd(journal, firstHash, found, options);
  },
};

export const stateAtEnd: LedgerPart<"start", "journal" | "firstHash" | "found" | "keeper"> = {
  open: async (opening) => {
    const { journal, firstHash, found, keeper, packages, clock, config, options, notice } = opening;
    await keeper?.start(firstHash);
    const read = await readState(journal, found, keeper, packages, notice);
    if (isLeft(read)) return read;
    // a node that only follows does nothing with contracts
    const missing = config.follow ? undefined : missingPackages(packages, read.right.state);
    if (missing !== undefined) return left({ kind: "packages", message: missing });
    const { recordTime, participant } = read.right.state;
    const named = checkSynchronizerName(participant.synchronizerId, config);
    if (isLeft(named)) return named;
    const ahead = checkClockAhead(recordTime, clock, config, options);
    if (isLeft(ahead)) return ahead;
    clock.startFrom?.(recordTime);
    return read;
  },
};

export const commandPipeline: LedgerPart<
  "pipeline",
  "journal" | "health" | "start" | "keeper" | "turns"
> = {
  open: ({ catalog, clock, ids, notice, options, ...opening }) => {
    const { journal, health, start, config, turns, keeper } = opening;
    const { observer } = options;
    const isClockOwn = options.clock !== undefined;
    const decided = { catalog, clock, ids, notice, isClockOwn };
    const kept = { journal, health, start, config, observer, turns, keeper };
    return right(startPipeline({ ...decided, ...kept }));
  },
  close: (pipeline) => pipeline.close(),
};

const nothingToFollow: OpenError = {
  kind: "config",
  message: "follow: the journal is empty; start a node that writes to it first",
};

type BeforeBeginning = "journal" | "firstHash" | "start" | "lost" | "keeper" | "pipeline";

/** Writes the events that a node needs before it accepts commands. */
const begin = async (opening: After<BeforeBeginning>): Promise<Either<LedgerError, void>> => {
  const { pipeline, config, packages, ids, start, lost } = opening;
  const initialized = await initializeLedger(pipeline, config, packages, ids.transactionSeed());
  return isLeft(initialized) ? initialized : recordRestore(pipeline, start, lost);
};

/** The hash of the journal's first event, after the journal was initialized. */
export const begunJournal: LedgerPart<"journalId", BeforeBeginning> = {
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
