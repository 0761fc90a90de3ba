import { systemTimers, type Timers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
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
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { Ledger } from "../ledger/ledger.js";
import type { PartState } from "../ledger/part-state.js";
import { thrownText } from "../ledger/thrown-text.js";
import { contained } from "../open/guarded-observer.js";
import { type Part, Startup } from "../open/startup.js";
import { isPassing } from "./automations/back-off.js";
import { beginWallet } from "./begin-wallet.js";
import { networkMismatch } from "./begun-network.js";
import { releaseAt } from "./latest-packages.js";
import type { ManualClock } from "./manual-clock.js";
import { askedAllocations } from "./contracts/asked-allocations.js";
import { walletReadings } from "./contracts/wallet-readings.js";
import { partyQueue } from "./party-queue.js";
import { readable } from "./contracts/readable.js";
import type { SchedulerParts } from "./automations/scheduler-parts.js";
import { WalletScheduler } from "./automations/scheduler.js";
import { partyIdOf } from "./set-up.js";
import { outcomeOf, submitAsWallet } from "./submit.js";
import type { QueueFull, Wallet, WalletCommitted } from "./wallet.js";
import { type WalletError, walletError } from "./wallet-error.js";
import { nearlyCaughtUp, WalletStart } from "./wallet-start.js";
import { walletReadingArguments } from "./wallet-borders.js";
import { walletSwitches } from "./wallet-switches.js";
import { walletUsers } from "./wallet-users.js";

/** Options of the validator's wallet. All have defaults. */
export interface WalletOptions {
  /** The kind of network; default: a development network. */
  readonly network?: NetworkKind;
  /** USD per CC of new rounds, as text; default 0.005. */
  readonly amuletPrice?: string;
  /** The length of a tick in microseconds; default: the public network's 10 minutes. */
  readonly tickMicros?: number;
  /**
   * From when on commands use the coin's latest packages (`splice-amulet` 0.1.22) instead of those
   * of Splice 0.6.1: a time such as `2026-07-08T00:00:00Z`, or `never`. Default: the vetting stays
   * as it is, which is the latest at once on a new ledger.
   */
  readonly latestPackagesFrom?: string;
  /** The name of the operator's party; default `validator`. */
  readonly validatorPartyHint?: string;
  readonly config?: Partial<WalletConfig>;
  /** The manual clock, if time is set manually. */
  readonly manualClock?: ManualClock;
  /** Microseconds since the Unix epoch; the same clock as the ledger's. */
  readonly clock: () => number;
  /** Must be the ledger's timers; default: the system's. */
  readonly timers?: Timers;
  /**
   * Called with why the wallet cannot start yet.
   *
   * @param message for the operator
   */
  readonly onNotice?: (message: string) => void;
  /**
   * Called with errors of automations.
   *
   * @param automation its name
   * @param commandId of the command that failed
   * @param error why it failed
   */
  readonly onError?: (automation: string, commandId: string, error: string) => void;
}

const dsoName = "DSO";
const defaultOperatorName = "validator";
/** The name of the one super validator's party. */
const svName = "sv";
const defaultPrice = "0.005";

/** Operations of one party that may wait (wallet 19.1). */
const maxWaiting = 20;
/** Attempts of an operation whose contracts were archived by another one. */
const maxTries = 5;
/** Time limit for views to catch up; milliseconds. */
const catchUpTimeoutMs = 600_000;

const settingsOf = (
  ledger: Ledger,
  {
    network = "dev",
    amuletPrice = defaultPrice,
    tickMicros = publicTickMicros,
    validatorPartyHint = defaultOperatorName,
    latestPackagesFrom,
    clock,
  }: WalletOptions,
): Either<WalletError, NetworkSettings> => {
  const price = numericFromText(amuletPrice);
  if (isLeft(price) || price.right <= 0n)
    return walletError(`amuletPrice: found ${amuletPrice}, expected a decimal above 0`);
  if ([dsoName, svName].includes(validatorPartyHint)) {
    return walletError(
      `wallet.validatorPartyHint: found ${validatorPartyHint}, which is a party of the network; expected another name`,
    );
  }
  return right({
    dso: partyIdOf(ledger, dsoName),
    operator: partyIdOf(ledger, validatorPartyHint),
    sv: partyIdOf(ledger, svName),
    kind: network,
    synchronizerId: ledger.synchronizerId,
    participantId: ledger.participantId,
    amuletPrice: price.right,
    tickMicros,
    release: releaseAt(latestPackagesFrom, clock()),
  });
};

const timersOf = ({ timers = systemTimers }: WalletOptions): Timers => timers;

/** Waits until the views have all events committed now. */
const catchingUp = (ledger: Ledger, views: WalletViews) => async (): Promise<void> => {
  await views.waitFor(ledger.ledgerEnd(), catchUpTimeoutMs);
};

/** Plans and submits; plans again when the contracts have changed meanwhile. */
const performing = async <E>(
  plan: () => Either<E, Submission>,
  submit: ReturnType<typeof submitAsWallet>,
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

interface WalletOpening {
  readonly ledger: Ledger;
  readonly views: WalletViews;
  readonly options: WalletOptions;
}

const networkSettings: Part<WalletOpening, WalletError, NetworkSettings> = {
  open: async ({ ledger, views, options }) => {
    const settings = settingsOf(ledger, options);
    if (isLeft(settings)) return settings;
    // and again once the views have caught up, when another node may have begun it
    await nearlyCaughtUp(ledger, views);
    const message = readable(() => networkMismatch(views, settings.right));
    return message === undefined ? settings : left({ kind: "network", message });
  },
};

const unbegun: Part<
  WalletOpening & { readonly settings: NetworkSettings },
  WalletError,
  UnbegunWallet
> = {
  open: (opening) => right(walletOn(opening)),
  close: ({ scheduler }) => scheduler.stop(),
};

const walletStart: Part<
  WalletOpening & { readonly wallet: UnbegunWallet },
  WalletError,
  WalletStart
> = {
  open: async ({ ledger, views, options, wallet: { begin } }) => {
    const notice = options.onNotice ?? (() => undefined);
    const start = new WalletStart({ ledger, views, begin, notice, timers: timersOf(options) });
    return map(() => start)(await start.first());
  },
  close: (start) => start.stop(),
};

/** What a wallet consists of, in the order in which it is opened; it is closed in reverse. */
const walletParts = Startup.of<WalletError, WalletOpening>()
  .add("settings", networkSettings)
  .add("wallet", unbegun)
  .add("start", walletStart);

/**
 * Opens the validator's wallet on a ledger with the coin's packages and the wallet's views:
 * allocates the parties of the network and the operator, sets up the network, and starts the
 * automations; the last two later if the views have to catch up with a long journal. Left: why it
 * cannot be opened.
 */
export const openWallet = async (
  ledger: Ledger,
  views: WalletViews,
  options: WalletOptions,
): Promise<Either<WalletError, Wallet>> => {
  return pipe(
    await walletParts.open({ ledger, views, options }),
    map(({ parts, close }) => {
      const { begin: _begin, ...wallet } = parts.wallet;
      const waitsFor = (): string | undefined => parts.start.waitsFor();
      const states = (): ReadonlyArray<PartState> => [
        { name: "wallet", unready: waitsFor() },
        { name: "automations", unready: parts.start.automationsUnready() },
      ];
      return walletReadingArguments({ ...wallet, waitsFor, parts: states, close }, (name, thrown) =>
        options.onNotice?.(`${name} threw: ${thrownText(thrown)}`),
      );
    }),
  );
};

/**
 * The time of a command: the clock's, but not before the last event, so that the round of that
 * event is still open when the clock was set back.
 */
const recordClock = (clock: () => number, views: WalletViews) => (): number =>
  Math.max(clock(), readable(() => views.lastRecordTime()) ?? 0);

/** A wallet without its automations, and the function that starts them. */
type UnbegunWallet = Omit<Wallet, "waitsFor" | "parts" | "close" | "scheduler"> & {
  readonly scheduler: WalletScheduler;
  readonly begin: () => Promise<Either<WalletError, void>>;
};

/** Tells the program of errors of automations, whatever it does with them. */
const errorsOf =
  (options: WalletOptions): SchedulerParts["onError"] =>
  (...failure) =>
    contained(
      () => options.onError?.(...failure),
      (thrown) => options.onNotice?.(`wallet.onError threw: ${thrownText(thrown)}`),
    );

/** The wallet's users, its automations, and its operations. */
const walletOn = ({
  ledger,
  views,
  options,
  settings,
}: WalletOpening & { readonly settings: NetworkSettings }): UnbegunWallet => {
  const config = { ...defaultWalletConfig, ...options.config };
  const memberId = `PAR::${ledger.participantId}`;
  const now = recordClock(options.clock, views);
  const submit = submitAsWallet(ledger, views);
  const sharing = new Set(config.rewardSharing.keys());
  const readings = walletReadings(views, settings, memberId, now, timersOf(options), sharing);
  const queue = partyQueue(maxWaiting);
  const users = walletUsers({
    ledger,
    views,
    settings,
    submit,
    queue,
    operatorUsers: config.validatorWalletUsers,
    administrators: config.administrators,
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
  const switches = walletSwitches(ledger, (party) => scheduler.touched(new Set([party])));
  const scheduler = new WalletScheduler({
    ...shared,
    queue,
    switchesOf: switches.of,
    timers: timersOf(options),
    parties: readings.parties,
    askedAllocations: askedAllocations(ledger, config.rejectLapsedRequestsOf),
    // manual time only moves on request: all work due is done then
    isSpread: options.manualClock === undefined,
    mayRun: () => ledger.isPreferredWriter(),
    onError: errorsOf(options),
  });
  return {
    ...shared,
    users,
    scheduler,
    switches,
    manualClock: options.manualClock,
    submitInTurn: (party, plan) =>
      queue.run(party, () => performing(plan, submit)) ?? Promise.resolve<QueueFull>("queue-full"),
    begin: () => beginWallet({ ledger, ...shared, users, scheduler, readings }),
  };
};
