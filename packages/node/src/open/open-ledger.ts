import { isLeft, map } from "fp-ts/lib/Either.js";
import type { Either } from "fp-ts/lib/Either.js";
import type { Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import { archives, uploadedDars } from "./archives-of.js";
import {
  dataFolder,
  firstHash,
  journalHealth,
  journalStore,
  stateLock,
  watchedJournal,
} from "./journal-parts.js";
import { type LedgerOpening, ledgerOpening } from "./ledger-opening.js";
import { openedDars } from "./open-dars.js";
import { ownViews } from "./open-own-views.js";
import { runningLedger } from "./running-ledger.js";
import { fileWatch, incoming, waitingCallers } from "./serving-parts.js";
import { projectors } from "./start-projection.js";
import { pruning } from "./start-pruning.js";
import { scrubbing } from "./start-scrubbing.js";
import { Startup } from "./startup.js";
import { trials } from "./trial-parts.js";
import {
  acceptedLoss,
  begunJournal,
  commandPipeline,
  foundState,
  stateAtEnd,
  stateKeeper,
} from "./state-parts.js";
import { snapshots, turnsToAppend, writerLease } from "./writer-parts.js";

/** The parts in the order of opening; they are closed in reverse. */
const startup = Startup.of<OpenError, LedgerOpening>()
  .add("folder", dataFolder)
  .add("store", journalStore)
  .add("health", journalHealth)
  .add("journal", watchedJournal)
  .add("stateLock", stateLock)
  .add("firstHash", firstHash)
  .add("found", foundState)
  .add("keeper", stateKeeper)
  .add("lost", acceptedLoss)
  .add("start", stateAtEnd)
  .add("turns", turnsToAppend)
  .add("pipeline", commandPipeline)
  .add("journalId", begunJournal)
  .add("lease", writerLease)
  .add("snapshots", snapshots)
  .add("views", ownViews)
  .add("projectors", projectors)
  .add("pruning", pruning)
  .add("scrubber", scrubbing)
  .add("archives", archives)
  .add("trials", trials)
  .add("darReader", uploadedDars)
  .add("waits", waitingCallers)
  .add("fileWatch", fileWatch)
  .add("incoming", incoming)
  .add("dars", openedDars);

/** The parts of a ledger by their names. A test may open one with others in their place. */
export const ledgerParts = startup.parts;

/**
 * Opens a ledger: reads the journal, from the snapshot if there is one, gives a new journal its
 * identity, registers packages, and begins to accept commands. Left: why it cannot be opened, with
 * what to do.
 *
 * @param options where the journal is, which packages there are, and settings; all wrong ones are
 * named at once
 * @example
 * import { isLeft } from "fp-ts/lib/Either.js";
 * import { iouPackage } from "./iou.js";
 *
 * const opened = await openLedger({ data: "./data", packages: [iouPackage] });
 * if (isLeft(opened)) throw new Error(opened.left.message);
 * const ledger = opened.right;
 * await ledger.close();
 */
export const openLedger = (options: LedgerOptions): Promise<Either<OpenError, Ledger>> =>
  openLedgerOf(ledgerParts, options);

/** Opens a ledger of other parts, for tests. */
export const openLedgerOf = async (
  parts: typeof ledgerParts,
  options: LedgerOptions,
): Promise<Either<OpenError, Ledger>> => {
  const opening = ledgerOpening(options);
  if (isLeft(opening)) return opening;
  const opened = await startup.with(parts).open(opening.right);
  return map(runningLedger)(opened);
};
