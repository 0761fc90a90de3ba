import type { Json, LedgerError, Micros, PartyId, UserId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import type { NetworkSettings, NetworkState, Submission, WalletConfig } from "@tallystick/wallet";
import type { Either } from "fp-ts/lib/Either.js";
import type { ManualClock } from "./manual-clock.js";

/** A submission of the wallet that took effect. */
export interface WalletCommitted {
  readonly updateId: string;
  readonly offset: number;
  /**
   * What its first command answered: of a choice what the choice answers, of a create the contract
   * id.
   */
  readonly result: Json;
}

/** What automations have done, by their name. */
export interface AutomationStatus {
  /** How often it has looked at a party. */
  readonly runs: number;
  /** Commands that have taken effect. */
  readonly submitted: number;
  readonly failed: number;
  /**
   * What failed, by the code of the command's error; PLANNING for what failed before there was one.
   */
  readonly errors: Readonly<Record<string, number>>;
  /** The latest error: its code, and what it said. */
  readonly lastError: string | undefined;
}

/** How the automations are doing. */
export interface SchedulerStatus {
  readonly paused: boolean;
  /** Parties with a wallet. */
  readonly parties: number;
  /** Work of parties that waits or runs. */
  readonly waiting: number;
  /** How long the party that waits longest to be looked at has waited; milliseconds. */
  readonly lagMs: number;
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
  /** Runs everything that is due, and what follows from it, until there is nothing left to do. */
  settle(): Promise<void>;
}

/** The users with wallets. */
export interface WalletUsers {
  /**
   * The party whose wallet a user has; undefined when it has none.
   *
   * @param userId its id
   */
  partyOf(userId: UserId): string | undefined;
  /**
   * Gives a user a wallet: of a party given, of its primary party, or of the one that is called
   * like the user. Repeatable. Left INVALID_ARGUMENT for the wallet's own user, PERMISSION_DENIED
   * when the user may not act as its primary party.
   *
   * @param userId its id
   * @param party whose wallet it gets; absent: as above
   * @returns the party
   */
  onboard(userId: UserId, party?: PartyId): Promise<Either<LedgerError, string>>;
  /**
   * Ends a user's wallet and deletes the user, if they are there; party and holdings stay. Left
   * INVALID_ARGUMENT for the users of the operator, the super validator and the wallet.
   *
   * @param userId its id
   */
  offboard(userId: UserId): Promise<Either<LedgerError, void>>;
  /** Users with a wallet, by name. */
  names(): ReadonlyArray<string>;
}

/** Why work of a party was not begun. */
export type QueueFull = "queue-full";

/** The validator's wallet: the coin's network in the node, users' wallets, their automations. */
export interface Wallet {
  readonly settings: NetworkSettings;
  readonly config: WalletConfig;
  readonly views: WalletViews;
  /** The validator as a member of the synchronizer, `PAR::name::fingerprint`. */
  readonly memberId: string;
  readonly users: WalletUsers;
  readonly scheduler: Scheduler;
  /** Present when the clock is driven by hand. */
  readonly manualClock: ManualClock | undefined;
  /** The time of the wallet, microseconds since 1970. */
  now(): Micros;
  /** The network as it is now; undefined while it is not set up. */
  network(): NetworkState | undefined;
  /**
   * Submits, and resolves when the wallet's views have what it did.
   *
   * @param submission the commands of one operation
   */
  submit(submission: Submission): Promise<Either<LedgerError, WalletCommitted>>;
  /**
   * Plans and submits for a party when all of its operations before are done. When contracts were
   * used up in between, it plans again. Right "queue-full" when too much waits.
   *
   * @param party whose operation it is
   * @param plan Left: why it cannot be done
   */
  perform<E>(
    party: PartyId,
    plan: () => Either<E, Submission>,
  ): Promise<Either<E | LedgerError, WalletCommitted> | QueueFull>;
  /**
   * What a command of the wallet has led to; undefined when it took no effect in the last two days.
   * Left also when that was pruned since.
   *
   * @param commandId of the operation
   */
  outcome(commandId: string): Promise<Either<LedgerError, WalletCommitted | undefined>>;
  /**
   * Why the wallet cannot be used at the moment, and how far that is: its views are folded from the
   * journal, or its network is being set up. Undefined when it can.
   */
  waitsFor(): string | undefined;
  /** Resolves when the wallet's views have everything that is in the journal now. */
  upToDate(): Promise<void>;
  /** Extra traffic that is left, bytes; never below 0. */
  extraTrafficLeft(): bigint;
  /** Ends the automations. */
  close(): Promise<void>;
}
