import { join } from "node:path";
import { coinPackages } from "@tallystick/coin";
import { openWalletViews } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger, LedgerOptions, OpenError } from "../ledger/ledger.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { openDataFolder } from "../open/data-folder.js";
import { clockOf } from "../open/ledger-notices.js";
import { openLedger } from "../open/open-ledger.js";
import { manualClock } from "./manual-clock.js";
import { openWallet, type WalletOptions } from "./open-wallet.js";
import type { Wallet } from "./wallet.js";

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
export type ValidatorError = OpenError | { readonly kind: "wallet"; readonly message: string };

/** A ledger that runs the coin, and its wallet. */
export interface Validator {
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  /** Ends the automations, then closes the ledger. */
  close(): Promise<void>;
}

/**
 * Opens a ledger that runs the network coin, plays the network, and has users' wallets. Left: why
 * it cannot be opened, with what to do about it.
 *
 * @example
 * const opened = await openValidator({ data: "./data" });
 * if (isLeft(opened)) throw new Error(opened.left.message);
 * const { wallet, close } = opened.right;
 * await close();
 */
export const openValidator = async (
  options: ValidatorOptions,
): Promise<Either<ValidatorError, Validator>> => {
  const { data, wallet: walletOptions = {}, manualClock: isManual = false, ...rest } = options;
  if (data !== undefined) {
    const folder = await openDataFolder(data);
    if (isLeft(folder)) return folder;
  }
  const opened = openWalletViews(data === undefined ? ":memory:" : join(data, "wallet.db"));
  if (isLeft(opened)) return left({ kind: "wallet", message: opened.left.message });
  const views = opened.right;
  const given: LedgerClock = clockOf(options);
  // time that was moved forward by hand does not go back when the node is started again
  const manual = isManual ? manualClock(Math.max(given(), views.lastRecordTime())) : undefined;
  const clock = manual?.now ?? given;
  const ledger = await openLedger({
    ...rest,
    ...(data === undefined ? {} : { data }),
    packages: [...coinPackages, ...(options.packages ?? [])],
    clock,
    projections: [views],
  });
  if (isLeft(ledger)) {
    views.close();
    return ledger;
  }
  const wallet = await openWallet(ledger.right, views, {
    ...walletOptions,
    clock,
    ...(manual === undefined ? {} : { manualClock: manual }),
  });
  const close = async (): Promise<void> => {
    await ledger.right.close();
    views.close();
  };
  if (isLeft(wallet)) {
    await close();
    return left({ kind: "wallet", message: wallet.left });
  }
  return right({
    ledger: ledger.right,
    wallet: wallet.right,
    close: async () => {
      await wallet.right.close();
      await close();
    },
  });
};
