import { join } from "node:path";
import { coinPackages } from "@tallystick/coin";
import { openWalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { walletFileName } from "../journal/views-file.js";
import { defaultLedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { openDataFolder } from "../open/data-folder.js";
import { clockOf, noticesOf } from "../open/ledger-notices.js";
import { openLedger } from "../open/open-ledger.js";
import { manualClock } from "./manual-clock.js";
import type { Validator, ValidatorError, ValidatorOptions } from "./validator.js";
import { openWallet } from "./open-wallet.js";

/** See `openValidator`, which loads this file. */
export const startValidator = async (
  options: ValidatorOptions,
): Promise<Either<ValidatorError, Validator>> => {
  const { data, wallet: walletOptions = {}, manualClock: isManual = false, ...rest } = options;
  if (data !== undefined) {
    const folder = await openDataFolder(data);
    if (isLeft(folder)) return folder;
  }
  const { projectorThread } = { ...defaultLedgerConfig, ...options.config };
  const file = data === undefined ? ":memory:" : join(data, walletFileName);
  const opened = openWalletViews(file, projectorThread);
  if (isLeft(opened)) return left({ kind: "wallet", message: opened.left.message });
  const views = opened.right;
  const given: LedgerClock = clockOf(options);
  const manual = isManual ? manualClock(given()) : undefined;
  const clock = manual?.now ?? given;
  const ledger = await openLedger({
    ...rest,
    ...(data === undefined ? {} : { data }),
    packages: [...coinPackages, ...(options.packages ?? [])],
    clock,
    projections: [views],
  });
  if (isLeft(ledger)) {
    await views.stop();
    views.close();
    return ledger;
  }
  const wallet = await openWallet(ledger.right, views, {
    ...walletOptions,
    clock,
    onNotice: (message) => noticesOf(options)({ kind: "wallet", message }),
    ...(manual === undefined ? {} : { manualClock: manual }),
  });
  const close = async (): Promise<void> => {
    await ledger.right.close();
    await views.stop();
    views.close();
  };
  if (isLeft(wallet)) {
    await close();
    return wallet;
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
