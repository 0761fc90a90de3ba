import { join } from "node:path";
import {
  type CompiledPackages,
  compilePackages,
  definitionMismatch,
  emptyLedger,
  getIn,
  hasIn,
  ledgerCatalog,
  type LedgerError,
  type LedgerSettings,
  type Package,
  pingPackage,
} from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { openViews, type Views } from "@tallystick/views";
import { randomInt } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { configError } from "../ledger/config-error.js";
import { openDataFolder } from "./data-folder.js";
import { randomIds } from "../ledger/ids.js";
import {
  eventAt,
  type Folded,
  foldJournal,
  type Journal,
  type JournalError,
} from "../journal/journal.js";
import type { Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import { defaultLedgerConfig, type LedgerConfig } from "../ledger/ledger-config.js";
import {
  type PackageFiles,
  packageFilesIn,
  packageFilesInMemory,
} from "../administration/package-files.js";
import { type Pipeline, startPipeline } from "../pipeline/pipeline.js";
import { type Projector, startProjector } from "../pipeline/projector.js";
import { runningLedger } from "./running-ledger.js";
import { sha256 } from "../ledger/sha256.js";
import { readSnapshot } from "../snapshot/snapshot-file.js";
import { keepSnapshots, type SnapshotKeeper } from "../snapshot/snapshot-keeper.js";
import { storeMessage } from "../journal/store-message.js";
import { followStore } from "../pipeline/follow-store.js";

/** The user every participant has from its start (ledger-api 9.2). */
export const defaultAdminUser = "participant_admin";

/**
 * Opens a ledger: reads the journal, from the snapshot where there is one, gives a new journal its identity, registers
 * packages, and begins to take commands. Left: why it cannot be opened, with what to do about it.
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
  if (isLeft(packages)) return left({ kind: "packages", message: packages.left });
  if (options.data !== undefined) {
    const made = await openDataFolder(options.data);
    if (isLeft(made)) return made;
  }
  const store = await openStore(options, config);
  if (isLeft(store)) return store;
  const closeOwn = async (): Promise<void> => {
    if (options.store === undefined) await store.right.close();
  };
  const opened = await openOn(store.right, options, config, packages.right, closeOwn);
  if (isLeft(opened)) await closeOwn();
  return opened;
};

const packagesOf = ({ packages = [] }: LedgerOptions): ReadonlyArray<Package> => [
  pingPackage,
  ...packages,
];

const openStore = async (
  { store, data }: LedgerOptions,
  { sharedJournal }: LedgerConfig,
): Promise<Either<OpenError, EventStore>> => {
  if (store !== undefined) return right(store);
  if (data === undefined) return right(inMemoryStore());
  const opened = await sqliteStore({ file: join(data, "journal.db"), lock: !sharedJournal });
  return isLeft(opened)
    ? left({ kind: "store", error: opened.left, message: storeMessage(opened.left) })
    : opened;
};

/** Reads the journal's state. */
const openOn = async (
  store: EventStore,
  options: LedgerOptions,
  config: LedgerConfig,
  packages: CompiledPackages,
  closeOwn: () => Promise<void>,
): Promise<Either<OpenError, Ledger>> => {
  const journal: Journal = { store, stream: `participant-${config.participantName}` };
  const settings: LedgerSettings = {
    deduplicationWindowMicros: config.maxDeduplicationMicros,
    hashSeed: randomInt(2 ** 31),
  };
  const cached = await trustedSnapshot(options, journal, settings);
  const folded = await foldJournal(journal, cached ?? { state: emptyLedger(settings), hash: "" });
  if (isLeft(folded)) return left(journalError(folded.left));
  const registered = folded.right.state.participant.packages;
  const mismatch = definitionMismatch(packages, (packageId) => getIn(registered, packageId));
  if (mismatch !== undefined) return left({ kind: "packages", message: mismatch });
  const catalog = ledgerCatalog(packages);
  const { clock = systemClock, ids = randomIds(), data } = options;
  let committed: (entries: Parameters<Projector["offer"]>[0]) => void = () => {};
  const pipeline = startPipeline({
    journal,
    start: folded.right,
    catalog,
    config,
    clock,
    ids,
    observer: options.observer,
    onCommitted: (entries) => committed(entries),
  });
  const begun = await initialize(pipeline, config, packages, ids.transactionSeed());
  if (isLeft(begun)) return left(notBegun(begun.left));
  let flush = (): void => {};
  const views = await openOwnViews(journal, options, config, pipeline, () => flush());
  if (isLeft(views)) return views;
  const ledgerEnd = () => pipeline.committed().state.offset;
  const projector = startProjector(journal, views.right, ledgerEnd);
  flush = () => projector.flush();
  const further = await startProjections(journal, options, ledgerEnd);
  if (isLeft(further)) return further;
  const snapshots = snapshotsIn(data, journal, cached, config);
  committed = (entries) => {
    projector.offer(entries);
    for (const each of further.right) each.offer(entries);
    snapshots?.after(pipeline.committed());
  };
  options.observer?.opened({
    ledgerEnd: () => pipeline.committed().state.offset,
    viewsEnd: () => views.right.checkpoint(),
    waiting: () => pipeline.waiting(),
  });
  const following = config.sharedJournal ? followStore(journal, pipeline) : undefined;
  return right(
    runningLedger({
      pipeline,
      catalog,
      config,
      views: views.right,
      projectors: [projector, ...further.right],
      observer: options.observer,
      packageFiles: packageFilesOf(data, config),
      close: async () => {
        following?.stop();
        await pipeline.close();
        await Promise.all([projector, ...further.right].map((each) => each.stop()));
        await snapshots?.close(pipeline.committed());
        await views.right.close();
        await closeOwn();
      },
    }),
  );
};

const packageFilesOf = (
  data: string | undefined,
  { maxUploadedPackages: maxPackages, maxUploadedBytes: maxBytes }: LedgerConfig,
): PackageFiles =>
  data === undefined
    ? packageFilesInMemory({ maxPackages, maxBytes })
    : packageFilesIn(data, { maxPackages, maxBytes });

const systemClock = (): number => Date.now() * 1000;

const snapshotsIn = (
  data: string | undefined,
  { stream }: Journal,
  cached: Folded | undefined,
  { snapshotEveryEvents }: LedgerConfig,
): SnapshotKeeper | undefined =>
  data === undefined
    ? undefined
    : keepSnapshots(data, stream, cached?.state.offset ?? 0, snapshotEveryEvents);

/** The snapshot, provided the journal has the very event it was taken after. */
const trustedSnapshot = async (
  { data }: LedgerOptions,
  journal: Journal,
  settings: LedgerSettings,
): Promise<Folded | undefined> => {
  const found = data === undefined ? undefined : await readSnapshot(data, journal.stream, settings);
  if (found === undefined) return undefined;
  const event = await eventAt(journal, found.state.offset);
  return !isLeft(event) && event.right?.hash === found.hash ? found : undefined;
};

const journalError = (error: JournalError): OpenError =>
  error.kind === "store"
    ? { kind: "store", error: error.error, message: storeMessage(error.error) }
    : {
        kind: "journal",
        message: `offset ${error.offset} of the journal cannot be read: ${error.reason}`,
      };

const notBegun = ({ code, cause }: LedgerError): OpenError =>
  code === "KNOWN_PACKAGE_VERSION"
    ? { kind: "packages", message: cause }
    : { kind: "journal", message: `the journal cannot be begun: ${cause}` };

/** Gives a new journal its identity and default user, and registers packages it does not have yet. */
const initialize = async (
  pipeline: Pipeline,
  config: LedgerConfig,
  { packages }: CompiledPackages,
  seed: string,
): Promise<Either<LedgerError, void>> => {
  const { participant } = pipeline.committed().state;
  if (participant.participantId === "") {
    const begun = await pipeline.enqueue({
      kind: "InitializeLedger",
      participantId: `${config.participantName}::1220${sha256(`participant ${seed}`)}`,
      synchronizerId: `${config.synchronizerName}::1220${sha256(`synchronizer ${seed}`)}`,
    });
    if (isLeft(begun)) return begun;
  }
  // also when an earlier opening ended between the two
  if (pipeline.committed().state.offset === 1) {
    const admin = await pipeline.enqueue({
      kind: "CreateUser",
      userId: defaultAdminUser,
      primaryParty: "",
      isDeactivated: false,
      annotations: {},
      identityProviderId: "",
      primaryPartyAuthentication: false,
      rights: [{ kind: "ParticipantAdmin" }],
    });
    // another opener of a shared journal may have been first
    if (isLeft(admin) && admin.left.code !== "USER_ALREADY_EXISTS") return admin;
  }
  const known = pipeline.committed().state.participant.packages;
  // those registered before stay as they are: somebody may have unvetted them
  const added = packages.filter(({ packageId }) => !hasIn(known, packageId));
  if (added.length === 0) return right(undefined);
  const registered = await pipeline.enqueue({
    kind: "RegisterPackages",
    packages: added,
    vet: true,
  });
  return isLeft(registered) ? registered : right(undefined);
};

/** Leads the journal into the views others keep. */
const startProjections = async (
  journal: Journal,
  { projections = [] }: LedgerOptions,
  ledgerEnd: () => number,
): Promise<Either<OpenError, ReadonlyArray<Projector>>> => {
  const first = await eventAt(journal, 1);
  if (isLeft(first)) return left(journalError({ kind: "store", error: first.left }));
  return right(
    projections.map((projection) => {
      projection.begin(first.right?.hash ?? "", ledgerEnd());
      const projector = startProjector(journal, projection, ledgerEnd);
      projection.onWait = () => projector.flush();
      return projector;
    }),
  );
};

/** The views of this very journal: their file is named after its first event, so that those of another are never taken for them. */
const openOwnViews = async (
  journal: Journal,
  { data }: LedgerOptions,
  config: LedgerConfig,
  pipeline: Pipeline,
  onWait: () => void,
): Promise<Either<OpenError, Views>> => {
  const first = await eventAt(journal, 1);
  if (isLeft(first)) return left(journalError({ kind: "store", error: first.left }));
  const name = `views-${(first.right?.hash ?? "").slice(0, 16)}.db`;
  // a file of views has one writer, while a shared journal has several readers
  const inMemory = data === undefined || config.sharedJournal;
  const views = await openViews({
    file: inMemory ? ":memory:" : join(data, name),
    thread: inMemory ? "main" : config.projectorThread,
    onWait,
  });
  if (isLeft(views)) return left({ kind: "views", message: views.left.message });
  if (views.right.checkpoint() > pipeline.committed().state.offset) {
    const reset = await views.right.reset();
    if (isLeft(reset)) return left({ kind: "views", message: reset.left.message });
  }
  return views;
};
