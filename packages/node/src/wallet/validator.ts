import type { Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import type { WalletOptions } from "./open-wallet.js";
import type { Wallet } from "./wallet.js";
import type { WalletError } from "./wallet-error.js";

/** Options of a validator: the ledger's and the wallet's. */
export interface ValidatorOptions extends Omit<LedgerOptions, "clock" | "projections"> {
  /**
   * Microseconds since the Unix epoch. Default: the system clock. With `manualClock` its start
   * time.
   */
  readonly clock?: () => number;
  /** True: time only moves by the wallet's `manualClock` or the administration's endpoint. */
  readonly manualClock?: boolean;
  readonly wallet?: Omit<WalletOptions, "clock" | "timers" | "manualClock" | "onNotice">;
}

/** Why a validator could not be opened. */
export type ValidatorError = OpenError | WalletError;

/** A ledger with the coin, and its wallet. */
export interface Validator {
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  /** Stops the automations, then closes the ledger. */
  close(): Promise<void>;
}
