import type { WalletConfig } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type ManualClock,
  openValidator,
  type Validator,
  type ValidatorOptions,
} from "../../src/index.js";

/** A validator whose clock is driven by hand. */
export interface WalletNode extends Validator {
  readonly clock: ManualClock;
  readonly errors: Array<string>;
}

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000_000;
export const minute = 60_000_000;
export const day = 24 * 60 * minute;

/** Opens a validator whose clock is driven by hand. */
export const walletNode = async (
  data?: string,
  config: Partial<WalletConfig> = {},
  options: ValidatorOptions["wallet"] = {},
): Promise<WalletNode> => {
  const errors: Array<string> = [];
  const opened = await openValidator({
    ...(data === undefined ? {} : { data }),
    clock: () => start,
    manualClock: true,
    config: { projectorThread: "main" },
    wallet: {
      amuletPrice: "0.1",
      config: {
        validatorWalletUsers: ["administrator"],
        administrators: ["administrator"],
        ...config,
      },
      onError: (automation, _id, error) => errors.push(`${automation}: ${error}`),
      ...options,
    },
  });
  if (isLeft(opened)) throw new Error(opened.left.message);
  const { manualClock: clock } = opened.right.wallet;
  if (clock === undefined) throw new Error("the clock is not driven by hand");
  return { ...opened.right, clock, errors };
};
