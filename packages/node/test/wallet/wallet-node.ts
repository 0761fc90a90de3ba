import { join } from "node:path";
import { coinPackages } from "@tallystick/coin";
import { openWalletViews } from "@tallystick/views";
import type { WalletConfig } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type Ledger,
  type ManualClock,
  manualClock,
  openLedger,
  openWallet,
  type Wallet,
  type WalletOptions,
} from "../../src/index.js";

/** A node with a wallet. */
export interface WalletNode {
  readonly ledger: Ledger;
  readonly wallet: Wallet;
  readonly clock: ManualClock;
  readonly errors: Array<string>;
  close(): Promise<void>;
}

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000_000;
export const minute = 60_000_000;

/** Opens a node with a wallet whose clock is driven by hand. */
export const walletNode = async (
  data?: string,
  config: Partial<WalletConfig> = {},
  options: Partial<WalletOptions> = {},
): Promise<WalletNode> => {
  const views = openWalletViews(data === undefined ? ":memory:" : join(data, "wallet.db"));
  if (isLeft(views)) throw new Error(views.left.message);
  const clock = manualClock(Math.max(start, views.right.lastRecordTime()));
  const ledger = await openLedger({
    ...(data === undefined ? {} : { data }),
    packages: coinPackages,
    clock: clock.now,
    projections: [views.right],
    config: { projectorThread: "main" },
  });
  if (isLeft(ledger)) throw new Error(ledger.left.message);
  const errors: Array<string> = [];
  const wallet = await openWallet(ledger.right, views.right, {
    amuletPrice: "0.1",
    clock: clock.now,
    manualClock: clock,
    config: { validatorWalletUsers: ["administrator"], ...config },
    onError: (automation, _id, error) => errors.push(`${automation}: ${error}`),
    ...options,
  });
  if (isLeft(wallet)) throw new Error(wallet.left);
  return {
    ledger: ledger.right,
    wallet: wallet.right,
    clock,
    errors,
    close: async () => {
      await wallet.right.close();
      await ledger.right.close();
      views.right.close();
    },
  };
};
