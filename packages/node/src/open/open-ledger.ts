import { randomUUID } from "node:crypto";
import {
  type CompiledPackages,
  compilePackages,
  type LedgerCatalog,
  ledgerCatalog,
  type Package,
  type LedgerError,
  pingPackage,
} from "@tallystick/core";
import type { EventStore } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Folded, type Journal } from "../journal/journal.js";
import { type JournalHealth, watchJournal } from "../journal/journal-health.js";
import type { LedgerNotice, StoreStatus } from "../ledger/ledger-observer.js";
import { configError } from "../ledger/config-error.js";
import { randomIds } from "../ledger/ids.js";
import type { Ids, Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import { defaultLedgerConfig, type LedgerConfig } from "../ledger/ledger-config.js";
import { sha256 } from "../ledger/sha256.js";
import { followStore } from "../pipeline/follow-store.js";
import { type Pipeline, startPipeline } from "../pipeline/pipeline.js";
import { offsetWaits } from "../pipeline/offset-waits.js";
import { startProjector } from "../pipeline/projector.js";
import {
  fetchSnapshot,
  sharedPlace,
  shareSnapshots,
  type SnapshotSharing,
} from "../snapshot/shared-snapshot.js";
import type { StateKeeper } from "../snapshot/state-keeper.js";
import { openDataFolder } from "./data-folder.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { clockOf, noticesOf, type ThreadEnds, threadEndsOf } from "./ledger-notices.js";
import { type AppendTurns, appendTurns, everyTurn } from "../writer/append-turns.js";
import { turnRoster } from "../writer/turn-roster.js";
import { keepLease, neverWriter, soleWriter, type WriterLease } from "../writer/writer-lease.js";
import { archivesOf } from "./archives-of.js";
import { checkClockAhead } from "./clock-ahead.js";
import { type AcceptedLoss, checkJournalEnd, recordRestore } from "./journal-end.js";
import { initializeLedger } from "./initialize-ledger.js";
import { initializeOpenError, journalOpenError } from "./open-error.js";
import { openOwnViews } from "./open-own-views.js";
import { openStore } from "./open-store.js";
import { findState, keeperOf, readState } from "./read-state.js";
import { runningLedger } from "./running-ledger.js";
import { startProjection } from "./start-projection.js";
import { lockSnapshot } from "./snapshot-lock.js";
import { startPruning } from "./start-pruning.js";
import { startScrubbing } from "./start-scrubbing.js";
import { watchDataFolder } from "./watch-files.js";

/**
 * Opens a ledger: reads the journal, from the snapshot where there is one, gives a new journal its
 * identity, registers packages, and begins to take commands. Left: why it cannot be opened, with
 * what to do about it.
 *
 * @example
 * import { isLeft } from "fp-ts/lib/Either.js";
 * import { iouPackage } from "./iou.js";
 *
 * const opened = await openLedger({ data: "./data", packages: [iouPackage] });
 * if (isLeft(opened)) throw new Error(opened.left.message);
 * const ledger = opened.right;
 * await ledger.close();
 */
export const openLedger = async (options: LedgerOptions): Promise<Either<OpenError, Ledger>> => {
  const config: LedgerConfig = { ...defaultLedgerConfig, ...options.config };
  const error = configError(config);
  if (error !== undefined) return left({ kind: "config", message: error });
  const packages = compilePackages(packagesOf(options), sha256);
  if (isLeft(packages)) return left({ kind: "packages", message: packages.left.message });
  const { data, stores = [] } = options;
  const acceptsLoss = options.acceptJournalEnd !== undefined;
  const notice = (message: string): void => noticesOf(options)({ kind: "journal", message });
  const threadEnds = threadEndsOf(options);
  const onThreadEnd = threadEnds("journal");
  if (data !== undefined) {
    const made = await openDataFolder(data);
    if (isLeft(made)) return made;
  }
  const store =
    options.store === undefined
      ? await openStore({ data, stores, config, acceptsLoss, notice, onThreadEnd })
      : right<never, EventStore>(options.store);
  if (isLeft(store)) return store;
  const stream = `participant-${config.participantName}`;
  const health = watchJournal({ store: store.right, stream }, noticesOf(options));
  const snapshotLock = lockSnapshot(options, config);
  const closeOwn = async (): Promise<void> => {
    health.stop();
    snapshotLock.release();
    if (options.store === undefined) await store.right.close();
  };
  const opened = await openOn({
    options,
    config,
    threadEnds,
    health,
    closeOwn,
    packages: packages.right,
    stateFolder: snapshotLock.isHeld ? data : undefined,
  });
  if (isLeft(opened)) await closeOwn();
  return opened;
};

const packagesOf = ({ packages = [] }: LedgerOptions): ReadonlyArray<Package> => [
  pingPackage,
  ...packages,
];

/** How a ledger is opened, whatever its store. */
interface Opening {
  readonly options: LedgerOptions;
  readonly config: LedgerConfig;
  readonly packages: CompiledPackages;
  readonly threadEnds: ThreadEnds;
  readonly health: JournalHealth;
  /** The data folder, where the state is kept in it. */
  readonly stateFolder: string | undefined;
  readonly closeOwn: () => Promise<void>;
}

/**
 * The ledger on an open store: the state, the pipeline, the first events, and what serves them.
 */
const openOn = async (opening: Opening): Promise<Either<OpenError, Ledger>> => {
  const { options, config, packages, threadEnds, health, stateFolder } = opening;
  const { store } = health;
  const { ids = randomIds(), observer } = options;
  const clock = clockOf(options);
  const journal: Journal = { store, stream: `participant-${config.participantName}` };
  const before = await eventAt(journal, 1);
  if (isLeft(before)) return left(journalOpenError({ kind: "store", error: before.left }));
  await startFromShared(config, journal, before.right?.hash, stateFolder);
  const found = await findState(journal, stateFolder, noticesOf(options));
  const keeper = keeperOf(stateFolder, options, config, journal, found, threadEnds);
  const lost = await checkJournalEnd(journal, before.right?.hash, found, options);
  if (isLeft(lost)) return lost;
  await keeper?.start(before.right?.hash);
  const read = await readState(journal, found, keeper, packages);
  if (isLeft(read)) return read;
  const start = read.right;
  const ahead = checkClockAhead(start.state.recordTime, clock, config, options);
  if (isLeft(ahead)) return ahead;
  clock.startFrom?.(start.state.recordTime);
  const catalog = ledgerCatalog(packages);
  const turns = turnsOn(store, config);
  const decided = { catalog, clock, ids };
  const pipeline = startPipeline({ ...decided, journal, start, config, observer, turns, keeper });
  if (config.follow && start.state.offset === 0) return left(nothingToFollow);
  const begun = config.follow
    ? right(undefined)
    : await begin(pipeline, config, packages, ids, start, lost.right);
  if (isLeft(begun)) return left(initializeOpenError(begun.left));
  const first = before.right === undefined ? await eventAt(journal, 1) : before;
  if (isLeft(first)) return left(journalOpenError({ kind: "store", error: first.left }));
  const journalId = first.right?.hash ?? "";
  keeper?.identify(journalId);
  const parts = { journal, journalId, keeper, pipeline, turns, catalog, config, clock };
  return serve({ ...opening, ...parts });
};

/** Takes over the shared snapshot of a journal that has events, where this node has none. */
const startFromShared = async (
  { snapshotFolder }: LedgerConfig,
  { stream }: Journal,
  journalId: string | undefined,
  data: string | undefined,
): Promise<void> => {
  if (snapshotFolder === "" || data === undefined || journalId === undefined) return;
  await fetchSnapshot(sharedPlace(snapshotFolder, stream, journalId), data);
};

/** How often a newer snapshot is looked for, to share it; milliseconds. */
const shareEveryMs = 30_000;

/** What shares the snapshots of a node that writes. */
const sharingOf = (
  { journal, journalId, config, stateFolder }: Started,
  lease: WriterLease,
): SnapshotSharing | undefined => {
  const { snapshotFolder, follow } = config;
  if (snapshotFolder === "" || stateFolder === undefined || follow) return undefined;
  const place = sharedPlace(snapshotFolder, journal.stream, journalId);
  return shareSnapshots(stateFolder, place, shareEveryMs, () => lease.isHeld());
};

const nothingToFollow: OpenError = {
  kind: "config",
  message: "follow: the journal is empty; start a node that writes to it first",
};

/** What a node that writes has to say before it takes commands. */
const begin = async (
  pipeline: Pipeline,
  config: LedgerConfig,
  packages: CompiledPackages,
  ids: Ids,
  start: Folded,
  lost: AcceptedLoss | undefined,
): Promise<Either<LedgerError, void>> => {
  const initialized = await initializeLedger(pipeline, config, packages, ids.transactionSeed());
  return isLeft(initialized) ? initialized : recordRestore(pipeline, start, lost);
};

/** Who is the preferred writer of the journal, as far as this node is concerned. */
const leaseOn = (
  store: EventStore,
  { participantName, sharedJournal, follow, writerBeatMs, writerSilenceMs }: LedgerConfig,
  notice: (notice: LedgerNotice) => void,
): WriterLease => {
  if (follow) return neverWriter;
  if (!sharedJournal) return soleWriter;
  const stream = `writer-${participantName}`;
  const warn = (message: string): void => notice({ kind: "rights-missing", message });
  return keepLease({ store, stream, beatMs: writerBeatMs, silenceMs: writerSilenceMs, warn });
};

/** When this node appends, where others append too. */
const turnsOn = (
  store: EventStore,
  { participantName, sharedJournal, follow }: LedgerConfig,
): AppendTurns =>
  sharedJournal && !follow
    ? appendTurns({ node: randomUUID(), roster: turnRoster(store, `turns-${participantName}`) })
    : everyTurn;

/** A ledger that takes commands, before anything follows its journal. */
interface Started extends Omit<Opening, "packages"> {
  readonly journal: Journal;
  readonly journalId: string;
  readonly turns: AppendTurns;
  readonly keeper: StateKeeper | undefined;
  readonly pipeline: Pipeline;
  readonly catalog: LedgerCatalog;
  readonly clock: LedgerClock;
}

/** Opens the views and starts what follows the journal. */
const serve = async (started: Started): Promise<Either<OpenError, Ledger>> => {
  const { journal, journalId, keeper, pipeline, turns, config, options } = started;
  const { store } = journal;
  const { data, observer, projections = [] } = options;
  const notice = noticesOf(options);
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const prunedUpTo = pipeline.committed().state.pruning.upTo;
  const folded = { journal, journalId, ledgerEnd: ledgerEnd(), prunedUpTo };
  const onThreadEnd = started.threadEnds("views");
  const opened = await openOwnViews({ ...folded, data, config, notice, onThreadEnd });
  if (isLeft(opened)) return opened;
  const views = opened.right;
  const projectors = [startProjector(journal, views, ledgerEnd, notice)];
  const led = { journal, journalId, ledgerEnd, prunedUpTo, notice };
  for (const projection of projections) {
    const started = await startProjection(projection, led);
    if (isLeft(started)) {
      await views.close();
      return left(journalOpenError({ kind: "store", error: started.left }));
    }
    projectors.push(started.right);
  }
  const { pruner, stop: stopPruning } = startPruning(started, [views, ...projections]);
  const waits = offsetWaits(ledgerEnd);
  const lease = leaseOn(store, config, notice);
  pipeline.onCommitted((entries) => {
    for (const projector of projectors) projector.offer(entries);
    waits.advanced();
  });
  const scrubber = startScrubbing(started, views);
  const findings = (): number => scrubber?.findings().length ?? 0;
  const waiting = (): number => pipeline.waiting();
  const viewsEnd = (): number => views.checkpoint();
  const storeStatus = (): StoreStatus => started.health.status();
  observer?.opened({ ledgerEnd, viewsEnd, waiting, findings, store: storeStatus });
  const following = config.sharedJournal ? followStore(journal, pipeline) : undefined;
  const sharing = sharingOf(started, lease);
  const unwatch = watchDataFolder(data, { stream: journal.stream, journalId }, notice);
  const close = async (): Promise<void> => {
    unwatch();
    const sharesLast = lease.isHeld();
    following?.stop();
    waits.endAll();
    await Promise.all([stopPruning(), scrubber?.stop(), pipeline.close()]);
    turns.stop();
    await lease.stop();
    await Promise.all(projectors.map((projector) => projector.stop()));
    await keeper?.close(pipeline.committed());
    if (sharesLast) await sharing?.share();
    await sharing?.stop();
    await views.close();
    await started.closeOwn();
  };
  const archives = archivesOf(started);
  const parts = { views, projectors, observer, archives, pruner, scrubber, waits, lease, close };
  return right(runningLedger({ ...started, ...parts }));
};
