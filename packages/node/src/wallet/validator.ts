import type { Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import type { WalletOptions } from "./open-wallet.js";
import type { Wallet } from "./wallet.js";
import type { WalletError } from "./wallet-error.js";

/** What a validator is opened with: a ledger's options, and the wallet's. */
export interface ValidatorOptions extends Omit<LedgerOptions, "clock" | "projections"> {
  /**
   * Microseconds since the Unix epoch. Default: the system clock. With `manualClock` the moment it
   * begins at.
   */
  readonly clock?: () => number;
  /**
   * True: time does not move by itself but, by the wallet's `manualClock` or the
   * administration's endpoint.
   */
  readonly manualClock?: boolean;
  readonly wallet?: Omit<WalletOptions, "clock" | "manualClock">;
}

/** Why a validator could not be opened. */
export type ValidatorError = OpenError | WalletError;

/** A ledger that runs the coin, and its wallet. */
export interface Validator {
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  /** Ends the automations, then closes the ledger. */
  close(): Promise<void>;
}
