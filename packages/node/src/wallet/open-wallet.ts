import type { LedgerError, UserRight, UserId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import {
  defaultWalletConfig,
  type NetworkKind,
  type NetworkSettings,
  publicTickMicros,
  type Submission,
  type WalletConfig,
} from "@tallystick/wallet";
import { numericFromText } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isPassing } from "./back-off.js";
import { networkMismatch } from "./begun-network.js";
import type { ManualClock } from "./manual-clock.js";
import { type RememberedReadings, rememberedReadings } from "./remembered-readings.js";
import { partyQueue } from "./party-queue.js";
import { readable } from "./readable.js";
import { WalletScheduler } from "./scheduler.js";
import { partyIdOf, partyNamed, setUpNetwork } from "./set-up.js";
import { outcomeOf, submitter } from "./submit.js";
import type { QueueFull, Wallet, WalletCommitted } from "./wallet.js";
import { type WalletError, walletError } from "./wallet-error.js";
import { nearlyCaughtUp, WalletStart } from "./wallet-start.js";
import { svUserId, walletUsers } from "./wallet-users.js";

/** What the validator's wallet is opened with. Everything has a default. */
export interface WalletOptions {
  /** What the network allows; default: a development network. */
  readonly network?: NetworkKind;
  /** USD per CC of new rounds, as text; default 0.005. */
  readonly amuletPrice?: string;
  /** The length of a tick in microseconds; default: the public network's 10 minutes. */
  readonly tickMicros?: number;
  /** The name of the operator's party; default `validator`. */
  readonly validatorPartyHint?: string;
  readonly config?: Partial<WalletConfig>;
  /** Where the time is driven by hand. */
  readonly manualClock?: ManualClock;
  /** Microseconds since the Unix epoch; the same clock as the ledger's. */
  readonly clock: () => number;
  /** Called with why the wallet cannot be begun yet. */
  readonly onNotice?: (message: string) => void;
  /** Called with what an automation could not do. */
  readonly onError?: (automation: string, commandId: string, error: string) => void;
}

const dsoName = "DSO";
const defaultOperatorName = "validator";
/** The name of the one super validator's party. */
const svName = "sv";
const defaultPrice = "0.005";

/** Operations of one party that may wait (wallet 19.1). */
const maxWaiting = 20;
/** Tries of an operation whose contracts were used up by another one. */
const maxTries = 5;
/** How long views may take to catch up; milliseconds. */
const catchUpTimeoutMs = 600_000;

const notMade = (what: string, { cause }: LedgerError): Either<WalletError, never> =>
  walletError(`${what} cannot be made: ${cause}`);

const settingsOf = async (
  ledger: Ledger,
  {
    network = "dev",
    amuletPrice = defaultPrice,
    tickMicros = publicTickMicros,
    validatorPartyHint,
  }: WalletOptions,
): Promise<Either<WalletError, NetworkSettings>> => {
  const price = numericFromText(amuletPrice);
  if (isLeft(price) || price.right <= 0n)
    return walletError(`amuletPrice: found ${amuletPrice}, expected a decimal above 0`);
  const dso = await partyNamed(ledger, dsoName);
  const operator = await partyNamed(ledger, validatorPartyHint ?? defaultOperatorName);
  const sv = await partyNamed(ledger, svName);
  if (isLeft(dso)) return notMade("the network's operator party", dso.left);
  if (isLeft(operator)) return notMade("the operator's party", operator.left);
  if (isLeft(sv)) return notMade("the super validator's party", sv.left);
  return right({
    dso: dso.right,
    operator: operator.right,
    sv: sv.right,
    kind: network,
    synchronizerId: ledger.synchronizerId,
    participantId: ledger.participantId,
    amuletPrice: price.right,
    tickMicros,
  });
};

/** Waits until the views have what is committed now. */
const catchingUp = (ledger: Ledger, views: WalletViews) => async (): Promise<void> => {
  await views.waitFor(ledger.ledgerEnd(), catchUpTimeoutMs);
};

/** Plans and submits; when other contracts were there than planned with, plans again. */
const performing = async <E>(
  plan: () => Either<E, Submission>,
  submit: ReturnType<typeof submitter>,
): Promise<Either<E | LedgerError, WalletCommitted>> => {
  for (let tries = 1; ; tries++) {
    const planned = plan();
    if (isLeft(planned)) return planned;
    const outcome = await submit(planned.right);
    if (!isLeft(outcome) || tries >= maxTries) return outcome;
    if (!isPassing(outcome.left.code) || outcome.left.code === "SUBMISSION_ALREADY_IN_FLIGHT")
      return outcome;
  }
};

/** Makes a user an administrator with the operator's wallet. */
const operatorUser = async (
  ledger: Ledger,
  users: ReturnType<typeof walletUsers>,
  userId: UserId,
  operator: string,
): Promise<Either<LedgerError, string>> => {
  const rights: ReadonlyArray<UserRight> = [{ kind: "ParticipantAdmin" }];
  const granted = await ledger.grantUserRights(userId, rights);
  if (isLeft(granted) && granted.left.code !== "USER_NOT_FOUND") return granted;
  if (isLeft(granted)) {
    const created = await ledger.createUser({ userId, rights });
    // unless another node of the ledger has
    if (isLeft(created) && created.left.code !== "USER_ALREADY_EXISTS") return created;
  }
  return users.onboard(userId, operator);
};

/**
 * Gives the super validator a wallet, and the operator's users the operator's, and makes these
 * administrators, each once: what is taken from them later stays taken.
 */
const onboardOperator = async (
  ledger: Ledger,
  views: WalletViews,
  users: ReturnType<typeof walletUsers>,
  config: WalletConfig,
  { operator, sv }: NetworkSettings,
): Promise<Either<WalletError, void>> => {
  // a node that writes has done it
  if (ledger.config.follow) return right(undefined);
  // the wallet is made last, in the journal
  const isDone = (userId: UserId): boolean => views.walletParty(operator, userId) !== undefined;
  const minted = isDone(svUserId) ? right(sv) : await users.onboard(svUserId, sv);
  if (isLeft(minted)) return notMade(`the super validator's user ${svUserId}`, minted.left);
  for (const userId of config.validatorWalletUsers) {
    if (isDone(userId)) continue;
    const made = await operatorUser(ledger, users, userId, operator);
    if (isLeft(made)) return notMade(`the operator's user ${userId}`, made.left);
  }
  return right(undefined);
};

/**
 * Opens the validator's wallet on a ledger that runs the coin's packages and folds into the
 * wallet's views: makes the parties of the network and the operator, sets the network up, and
 * begins the automations; where the views have to catch up with the journal for long, these two
 * once they have. Left: why it cannot be opened.
 */
export const openWallet = async (
  ledger: Ledger,
  views: WalletViews,
  options: WalletOptions,
): Promise<Either<WalletError, Wallet>> => {
  const { network = "dev" } = options;
  const mismatch = (): string | undefined =>
    networkMismatch(views, partyIdOf(ledger, dsoName), network);
  // and again when the network is set up: another node may have begun it, or the views were behind
  await nearlyCaughtUp(ledger, views);
  const before = readable(mismatch);
  if (before !== undefined) return left({ kind: "network", message: before });
  const found = await settingsOf(ledger, options);
  if (isLeft(found)) return found;
  const { begin, ...wallet } = walletOn(ledger, views, found.right, options);
  const start = new WalletStart({
    ledger,
    views,
    begin: () => begin(mismatch),
    notice: options.onNotice ?? (() => undefined),
  });
  const begun = await start.first();
  if (isLeft(begun)) return begun;
  return right({
    ...wallet,
    waitsFor: () => start.waitsFor(),
    close: async () => {
      await start.stop();
      await wallet.scheduler.stop();
    },
  });
};

/**
 * The time the ledger gives to a command: that of the clock, but never before the last event, so
 * that the round of that event is open still when the clock was set back.
 */
const recordClock = (clock: () => number, views: WalletViews) => (): number =>
  Math.max(clock(), readable(() => views.lastRecordTime()) ?? 0);

/** A wallet without what it does by itself, and what begins that. */
type UnbegunWallet = Omit<Wallet, "waitsFor" | "close" | "scheduler"> & {
  readonly scheduler: WalletScheduler;
  readonly begin: (mismatch: Mismatch) => Promise<Either<WalletError, void>>;
};

/** What is wrong when the journal was begun as another kind of network. */
type Mismatch = () => string | undefined;

/** The wallet's users, its automations, and its operations. */
const walletOn = (
  ledger: Ledger,
  views: WalletViews,
  settings: NetworkSettings,
  options: WalletOptions,
): UnbegunWallet => {
  const config = { ...defaultWalletConfig, ...options.config };
  const memberId = `PAR::${ledger.participantId}`;
  const now = recordClock(options.clock, views);
  const submit = submitter(ledger, views);
  const readings = rememberedReadings(views, settings, memberId, now);
  const queue = partyQueue(maxWaiting);
  const users = walletUsers({
    ledger,
    views,
    settings,
    submit,
    queue,
    operatorUsers: config.validatorWalletUsers,
    onChanged: readings.forgetParties,
  });
  const shared = {
    settings,
    config,
    views,
    memberId,
    now,
    network: readings.network,
    submit,
    extraTrafficLeft: readings.extraTrafficLeft,
    outcome: outcomeOf(ledger, views),
    upToDate: catchingUp(ledger, views),
  };
  const scheduler = new WalletScheduler({
    ...shared,
    queue,
    parties: readings.parties,
    // time that is moved by hand rests at a moment: what is due then is done then
    isSpread: options.manualClock === undefined,
    mayRun: () => ledger.isPreferredWriter(),
    onError: options.onError ?? (() => undefined),
  });
  return {
    ...shared,
    users,
    scheduler,
    manualClock: options.manualClock,
    perform: (party, plan) =>
      queue.run(party, () => performing(plan, submit)) ?? Promise.resolve<QueueFull>("queue-full"),
    begin: (mismatch) => beginWallet({ ledger, ...shared, users, scheduler, readings, mismatch }),
  };
};

/** What a wallet begins with. */
type BegunParts = Pick<Wallet, "config" | "settings" | "submit" | "upToDate" | "views"> & {
  readonly ledger: Ledger;
  readonly users: ReturnType<typeof walletUsers>;
  readonly scheduler: WalletScheduler;
  readonly readings: RememberedReadings;
  readonly mismatch: Mismatch;
};

/** Sets the network up, gives its own users their wallets, and begins the automations. */
const beginWallet = async (parts: BegunParts): Promise<Either<WalletError, void>> => {
  const { ledger, views, settings, users, scheduler, readings, mismatch } = parts;
  const before = mismatch();
  if (before !== undefined) return left({ kind: "network", message: before });
  const ready = ledger.config.follow
    ? right(undefined)
    : await setUpNetwork(views, settings, parts.submit, parts.upToDate);
  if (isLeft(ready)) return ready;
  const after = mismatch();
  if (after !== undefined) return left({ kind: "network", message: after });
  const bound = await onboardOperator(ledger, views, users, parts.config, settings);
  if (isLeft(bound)) return bound;
  views.onChanged = (changed) => {
    readings.changed(changed);
    scheduler.changed(changed);
  };
  readings.forgetParties();
  scheduler.start();
  ledger.onPreferredWriter(() => scheduler.touched(new Set([settings.dso, ...readings.parties()])));
  return right(undefined);
};
