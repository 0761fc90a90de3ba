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
import {
  acceptedLoss,
  begunJournal,
  commandPipeline,
  foundState,
  stateAtEnd,
  stateKeeper,
} from "./state-parts.js";
import { snapshots, turnsToAppend, writerLease } from "./writer-parts.js";

/** The parts of a ledger. A test may open one with others in their place. */
export const ledgerParts = {
  folder: dataFolder,
  store: journalStore,
  health: journalHealth,
  journal: watchedJournal,
  stateLock,
  firstHash,
  found: foundState,
  keeper: stateKeeper,
  lost: acceptedLoss,
  start: stateAtEnd,
  turns: turnsToAppend,
  pipeline: commandPipeline,
  journalId: begunJournal,
  lease: writerLease,
  snapshots,
  views: ownViews,
  projectors,
  pruning,
  scrubber: scrubbing,
  archives,
  darReader: uploadedDars,
  waits: waitingCallers,
  fileWatch,
  incoming,
  dars: openedDars,
};

/** The parts in the order of opening; they are closed in reverse. */
const startup = (parts: typeof ledgerParts) =>
  Startup.of<OpenError, LedgerOpening>()
    .add("folder", parts.folder)
    .add("store", parts.store)
    .add("health", parts.health)
    .add("journal", parts.journal)
    .add("stateLock", parts.stateLock)
    .add("firstHash", parts.firstHash)
    .add("found", parts.found)
    .add("keeper", parts.keeper)
    .add("lost", parts.lost)
    .add("start", parts.start)
    .add("turns", parts.turns)
    .add("pipeline", parts.pipeline)
    .add("journalId", parts.journalId)
    .add("lease", parts.lease)
    .add("snapshots", parts.snapshots)
    .add("views", parts.views)
    .add("projectors", parts.projectors)
    .add("pruning", parts.pruning)
    .add("scrubber", parts.scrubber)
    .add("archives", parts.archives)
    .add("darReader", parts.darReader)
    .add("waits", parts.waits)
    .add("fileWatch", parts.fileWatch)
    .add("incoming", parts.incoming)
    .add("dars", parts.dars);

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
  const opened = await startup(parts).open(opening.right);
  return map(runningLedger)(opened);
};
