import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LogService } from "@tallystick/audit";
import { coinPackages } from "@tallystick/coin";
import type { LedgerError, LedgerState } from "@tallystick/core";
import type { Ledger, LedgerOptions, Wallet } from "@tallystick/node";
import type { EventStore } from "@tallystick/event-store";
import { ledgerParts, openLedgerOf, openWallet, stateKeeperBy } from "@tallystick/node/parts";
import { makeRunNow, type RunMaker } from "@tallystick/tables";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ProcessLife } from "../world/process-life.js";
import { processIds } from "../world/process-ids.js";
import type { Random } from "../plan/random.js";
import { simStore } from "../world/sim-store.js";
import type { CanaryPlace, Parts } from "./canary.js";
import { simPackage, soundRules } from "./sim-package.js";
import { openSimLog } from "./sim-log.js";
import type { SimWorld } from "./sim-world.js";

export interface OpenNode {
  readonly ledger: Ledger;
  /** Undefined on a node without wallets. */
  readonly wallet: Wallet | undefined;
  readonly walletViews: WalletViews | undefined;
  /** Undefined on a node that signs no checkpoints. */
  readonly log: LogService | undefined;
  /** Reads the state that commands are decided on; Left while it is read from the journal again. */
  readonly readState: ReadState;
  readonly close: () => Promise<void>;
}

type ReadState = (
  read: (state: LedgerState) => ReadonlyArray<string>,
) => Either<LedgerError, ReadonlyArray<string>>;

interface ProcessParts {
  readonly world: SimWorld;
  readonly node: number;
  readonly life: ProcessLife;
  /** The life of the journal's log, which ends at once with the process. */
  readonly logLife: ProcessLife;
  readonly random: Random;
  readonly place: CanaryPlace;
  readonly folder: string | undefined;
  /** The offset that the wallet's views in the folder had when they were closed. */
  readonly walletEnd: number;
  /** Accepts the loss of events after this offset. */
  readonly acceptEnd: number | undefined;
  readonly torn: () => void;
}

/** Why a node does not open. */
export interface NotOpened {
  readonly isLoss: boolean;
  readonly message: string;
}

/** Tick of the network: rounds change some times in a history. */
const tickMicros = 8_000_000;

/** Opens the ledger of a process, with wallets if the world has them. */
export const openProcess = async (parts: ProcessParts): Promise<Either<NotOpened, OpenNode>> => {
  const { world, life, place, folder } = parts;
  const timers = life.timers();
  const clock = (): number => timers.wallMs() * 1_000;
  const opened = world.plan.world.hasWallets
    ? openWalletViews(walletFileIn(folder), "main", timers)
    : right(undefined);
  if (isLeft(opened)) return left({ isLoss: false, message: opened.left.message });
  const begun = opened.right?.checkpoint() ?? 0;
  if (begun < parts.walletEnd) {
    const ended = `the wallet's views begin at ${begun}, and ended at ${parts.walletEnd}`;
    world.violated(`node ${parts.node}: ${ended}`);
  }
  const walletViews =
    opened.right === undefined
      ? undefined
      : (world.canary.walletViews?.(opened.right, place) ?? opened.right);
  let readState: ReadState = neverOpened;
  const ledger = await openLedgerOf(
    partsOf(parts, (found) => {
      readState = found;
    }),
    {
      ...optionsOf(parts),
      ...(walletViews === undefined ? {} : { projections: [walletViews], clock }),
    },
  );
  if (isLeft(ledger)) {
    const isLoss = ledger.left.kind === "store" && ledger.left.error.kind === "lost-tail";
    return left({ isLoss, message: ledger.left.message });
  }
  const seen = world.canary.ledger?.(ledger.right, place) ?? ledger.right;
  const log = world.plan.world.signs ? logOf(parts, seen) : undefined;
  const closeLedger = async (): Promise<void> => {
    // one that was killed signs nothing more
    if (!life.isKilled) await log?.close();
    await ledger.right.close();
  };
  const base = { ledger: seen, readState, log };
  if (walletViews === undefined)
    return right({ ...base, wallet: undefined, walletViews, close: closeLedger });
  const wallet = await openWallet(seen, walletViews, {
    clock,
    timers,
    tickMicros,
    amuletPrice: "0.1",
    config: { validatorWalletUsers: ["administrator"], administrators: ["administrator"] },
    onError: (automation, commandId, error) =>
      void world.say(`node ${parts.node}: ${automation} ${commandId} ${error}`),
  });
  const close = async (): Promise<void> => {
    if (!isLeft(wallet)) await wallet.right.close();
    await closeLedger();
    await walletViews.close();
  };
  if (!isLeft(wallet)) return right({ ...base, wallet: wallet.right, walletViews, close });
  await close();
  return left({ isLoss: false, message: wallet.left.message });
};

const walletFileIn = (folder: string | undefined): string => {
  if (folder === undefined) return ":memory:";
  mkdirSync(folder, { recursive: true });
  return join(folder, "wallet.db");
};

const neverOpened = (): never => {
  throw new Error("the pipeline was not opened");
};

/** The log of the journal, which it reads by itself. */
const logOf = (parts: ProcessParts, ledger: Ledger): LogService => {
  const { world, node, logLife: life, place } = parts;
  const random = parts.random.fork("log");
  const store = storeOf({ ...parts, life }, random.fork("store"));
  const seen = world.canary.logStore?.(store, place) ?? store;
  return openSimLog({ world, node, life, random, ledger, store: seen });
};

const storeOf = (
  { world, node, life, torn }: Pick<ProcessParts, "world" | "node" | "life" | "torn">,
  random: Random,
): EventStore => {
  const { disk, calls, trace, plan } = world;
  const { delayMs, pageEvents, readsNow } = plan.world;
  return simStore({ disk, life, calls, trace, node, delayMs, pageEvents, readsNow, torn, random });
};

const optionsOf = ({ world, node, life, random, place, ...parts }: ProcessParts): LedgerOptions => {
  const { canary, plan } = world;
  const { hasWallets, nodes } = plan.world;
  const { torn, folder, acceptEnd } = parts;
  const store = storeOf({ world, node, life, torn }, random.fork("store"));
  const ids = processIds(random.fork("ids"));
  const config = configOf(world, nodes > 1);
  return {
    store: canary.store?.(store, place) ?? store,
    ids: canary.ids?.(ids, place) ?? ids,
    timers: life.timers(),
    packages: hasWallets ? coinPackages : [simPackage(canary.money ?? soundRules)],
    config: canary.config?.(config) ?? config,
    onNotice: ({ kind, message }) => void world.say(`node ${node}: ${kind} ${message}`),
    ...(folder === undefined ? {} : { data: folder }),
    ...(acceptEnd === undefined ? {} : { acceptJournalEnd: acceptEnd }),
  };
};

const configOf = ({ plan: { world } }: SimWorld, isShared: boolean) => ({
  projectorThread: "main" as const,
  sharedJournal: isShared,
  maxBatchSize: world.maxBatchSize,
  appendRetries: world.appendRetries,
  snapshotEveryEvents: world.snapshotEveryEvents,
  maxDeduplicationMicros: world.deduplicationSeconds * 1_000_000,
  maxWaitingSubmissions: world.maxWaitingSubmissions,
  scrubEventsPerSecond: 0,
});

const runsInThisThread: RunMaker = {
  make: async (job) => makeRunNow(job),
  close: async () => undefined,
};

/** The parts of the ledger: runs are written in this thread, and the state can be looked at. */
const partsOf = ({ world, place }: ProcessParts, found: (readState: ReadState) => void): Parts => {
  const sound = { ...ledgerParts, keeper: stateKeeperBy(runsInThisThread) };
  const parts = world.canary.parts?.(sound, place) ?? sound;
  return {
    ...parts,
    pipeline: {
      ...parts.pipeline,
      open: async (opening) => {
        const opened = await parts.pipeline.open(opening);
        if (!isLeft(opened)) found((read) => opened.right.reading((state) => right(read(state))));
        return opened;
      },
    },
  };
};
