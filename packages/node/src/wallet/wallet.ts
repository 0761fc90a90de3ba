import type {
  Json,
  LedgerError,
  Micros,
  PartyId,
  TransactionCommitted,
  UserId,
} from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import type {
  NetworkSettings,
  NetworkState,
  Lack,
  RestingSweep,
  Submission,
  WalletConfig,
  WalletSwitches,
} from "@tallystick/wallet";
import type { Either } from "fp-ts/lib/Either.js";
import type { PartState } from "../ledger/part-state.js";
import type { ManualClock } from "./manual-clock.js";

/** A submission of the wallet that took effect. */
export interface WalletCommitted {
  readonly updateId: string;
  readonly offset: number;
  /** The result of its first command: of a choice its result, of a create the contract id. */
  readonly result: Json;
}

/** What an earlier submission of the wallet asked, and its outcome. */
export interface WalletEarlier extends WalletCommitted {
  /** The argument of its first command: of a choice its argument, of a create the payload. */
  readonly argument: Json;
  /** Its creates and exercises in order, those inside of choices too. */
  readonly nodes: TransactionCommitted["nodes"];
}

/** The work of an automation. */
export interface AutomationStatus {
  /** Runs for a party. */
  readonly runs: number;
  /** Commands that took effect. */
  readonly submitted: number;
  /** Coins that its commands brought to somebody, units of 10^-10. */
  readonly movedUnits: bigint;
  readonly failed: number;
  /** Errors by code; PLANNING for those before there was a command. */
  readonly errors: Readonly<Record<string, number>>;
  /** The latest error: code and text. */
  readonly lastError: string | undefined;
  /** By the ledger's clock. */
  readonly lastFailedAt: Micros | undefined;
  /** By the ledger's clock; undefined before the first run. */
  readonly lastRunAt: Micros | undefined;
  /** In how long it runs again at the latest, milliseconds; undefined while it rests. */
  readonly nextRunInMs: number | undefined;
  /** Who had too few coins for it in its last run, one of each payer; the first ones. */
  readonly lacking: ReadonlyArray<Lack>;
}

/** Status of the automations. */
export interface SchedulerStatus {
  readonly paused: boolean;
  /** Parties with a wallet. */
  readonly parties: number;
  /** Waiting and running work of parties. */
  readonly waiting: number;
  /** How long the longest waiting party has waited; milliseconds. */
  readonly lagMs: number;
  /** Sweeps in a ring that rest, as they would hand back what sweeps brought. */
  readonly restingSweeps: ReadonlyArray<RestingSweep>;
  readonly automations: Readonly<Record<string, AutomationStatus>>;
}

/** The control of the automations. */
export interface Scheduler {
  /** Stops the automations after what they are doing. */
  pause(): void;
  /** Lets the automations work again. */
  resume(): void;
  /** How far the automations are. */
  status(): SchedulerStatus;
  /** Runs all due work, and the work that follows from it, until none is left. */
  settle(): Promise<void>;
}

export interface Switches {
  /**
   * The switches of a party's wallet.
   *
   * @param party whose wallet
   */
  of(party: PartyId): WalletSwitches;
  /**
   * Sets some switches of a party's wallet. Left when there is no such party.
   *
   * @param party whose wallet
   * @param change absent ones stay
   */
  set(party: PartyId, change: Partial<WalletSwitches>): Promise<Either<LedgerError, void>>;
}

/** The users with wallets. */
export interface WalletUsers {
  /**
   * The party of a user's wallet; undefined when it has none.
   *
   * @param userId its id
   */
  partyOf(userId: UserId): string | undefined;
  /**
   * Gives a user a wallet: of a party given, of its primary party, or of the one with the user's
   * name. Idempotent. Left INVALID_ARGUMENT for the wallet's own user, PERMISSION_DENIED when the
   * user may not act as its primary party.
   *
   * @param userId its id
   * @param party whose wallet it gets; absent: as above
   * @returns the party
   */
  onboard(userId: UserId, party?: PartyId): Promise<Either<LedgerError, string>>;
  /**
   * Ends a user's wallet and deletes the user, if they exist; party and holdings remain. Left
   * INVALID_ARGUMENT for the users of the operator, the super validator and the wallet.
   *
   * @param userId its id
   */
  offboard(userId: UserId): Promise<Either<LedgerError, void>>;
  /** Users with a wallet, by name. */
  names(): ReadonlyArray<string>;
}

/** Why work of a party was not started. */
export type QueueFull = "queue-full";

/** The validator's wallet: the coin's simulated network, users' wallets, their automations. */
export interface Wallet {
  readonly settings: NetworkSettings;
  readonly config: WalletConfig;
  readonly views: WalletViews;
  /** The validator as a member of the synchronizer, `PAR::name::fingerprint`. */
  readonly memberId: string;
  readonly users: WalletUsers;
  readonly scheduler: Scheduler;
  readonly switches: Switches;
  /** Present when time is set manually. */
  readonly manualClock: ManualClock | undefined;
  /** The time of the wallet, microseconds since 1970. */
  now(): Micros;
  /** The current network; undefined while it is not set up. */
  network(): NetworkState | undefined;
  /**
   * Submits, and resolves when the wallet's views have folded it.
   *
   * @param submission the commands of one operation
   */
  submit(submission: Submission): Promise<Either<LedgerError, WalletCommitted>>;
  /**
   * Plans and submits for a party after its earlier operations. Plans again when contracts were
   * archived in between. Right "queue-full" when too much waits.
   *
   * @param party whose operation it is
   * @param plan Left: the error. What it throws is SERVICE_INTERNAL_ERROR, and a notice
   */
  submitInTurn<E>(
    party: PartyId,
    plan: () => Either<E, Submission>,
  ): Promise<Either<E | LedgerError, WalletCommitted> | QueueFull>;
  /**
   * An earlier command of the wallet and its result; undefined when it did not take effect in the
   * last two days. Left also when it was pruned since.
   *
   * @param commandId of the operation
   */
  outcome(commandId: string): Promise<Either<LedgerError, WalletEarlier | undefined>>;
  /**
   * Why the wallet cannot be used now, with the progress: its views are being folded, or its
   * network is being set up. Undefined when it can.
   */
  waitsFor(): string | undefined;
  /** Its parts, as `Ledger.parts`: `wallet`, and `automations` until they have started. */
  parts(): ReadonlyArray<PartState>;
  /** Resolves when the wallet's views have folded the journal's current end. */
  upToDate(): Promise<void>;
  /** Extra traffic that is left, bytes; never below 0. */
  extraTrafficLeft(): bigint;
  /** Ends the automations. */
  close(): Promise<void>;
}
