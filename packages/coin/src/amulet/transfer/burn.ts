import { termsInRound } from "./transfer-terms.js";
import { archive, create, type Numeric, type ChoiceProgram } from "@tallystick/core";
import type { Metadata } from "../../token-standard/metadata-v1.js";
import { txMetadata } from "../../token-standard/token-metadata.js";
import { zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { stopWith } from "../../model/coin-error.js";
import { Amulet } from "../holding/amulet.js";
import { executeTransfer } from "./execute-transfer.js";
import { BalanceSum } from "./transfer-balances.js";
import type { TransferContext, TransferInput, TransferResult } from "./transfer-types.js";
import { ValidatorRewardCoupon } from "../rewards/usage-coupons.js";

/** Who burns what, from which inputs, and what for. */
export interface Burn {
  readonly dso: string;
  readonly sender: string;
  /** In CC. */
  readonly amount: Numeric;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: TransferContext;
  /** Said in the metadata, e.g. "traffic purchase". */
  readonly usage: string;
}

/** A burn as the calling choice reports it; the metadata are its own. */
export interface BurnResult {
  readonly transferResult: TransferResult;
  readonly meta: Metadata;
}

/**
 * Splits an amount off the inputs of a sender and burns it; the rest goes back to the sender. The
 * sender's validator earns a coupon over the amount (wallet 12.2). An amount of 0 burns nothing and
 * earns nothing.
 */
export function* splitAndBurn(burn: Burn): ChoiceProgram<BurnResult> {
  const { dso, sender, amount, inputs, context, usage } = burn;
  const outputs =
    amount === 0n ? [] : [{ receiver: sender, receiverFeeRatio: zero, amount, lock: undefined }];
  const transfer = { sender, provider: sender, inputs, outputs, beneficiaries: undefined };
  const terms = yield* termsInRound(dso, transfer, context);
  const result = yield* executeTransfer(transfer, terms, undefined);
  const burned = yield* burnCreated(burn, result);
  const own = txMetadata({ kind: "burn", reason: usage, burned: amount });
  return {
    transferResult: { ...burned, meta: undefined },
    meta: { values: new Map([...(result.meta?.values ?? []), ...own.values]) },
  };
}

function* burnCreated(
  { dso, sender, amount }: Burn,
  result: TransferResult,
): ChoiceProgram<TransferResult> {
  const [coin] = result.createdAmulets;
  if (coin === undefined) return result;
  if (coin.tag !== "TransferResultAmulet")
    return yield* stopWith("wrong-contract", "Only an unlocked coin can be burned.");
  const { amount: burned } = yield* fetchOwned(Amulet, coin.value, dso, sender);
  yield* archive(Amulet, coin.value);
  yield* create(ValidatorRewardCoupon, { dso, user: sender, amount, round: result.round });
  const balances = new BalanceSum(result.summary.balanceChanges);
  balances.remove(sender, burned);
  const balanceChanges = yield* balances.changes();
  return { ...result, summary: { ...result.summary, balanceChanges } };
}
