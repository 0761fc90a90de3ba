import { termsInRound } from "./transfer-terms.js";
import { archive, type ChoiceProgram, create, type Numeric } from "@tallystick/core";
import { emptyMetadata, type Metadata } from "../../token-standard/metadata-v1.js";
import { txMetadata, withText } from "../../token-standard/token-metadata.js";
import { zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { Amulet } from "../holding/amulet.js";
import { logCoinBurn } from "../holding/event-log.js";
import { executeTransfer } from "./execute-transfer.js";
import { BalanceSum } from "./transfer-balances.js";
import type { TransferContext, TransferInput, TransferResult } from "./transfer-types.js";
import { ValidatorRewardCoupon } from "../rewards/usage-coupons.js";

/** Who burns what, from which inputs, and what for. */
interface Burn {
  readonly dso: string;
  readonly sender: string;
  /** In CC. */
  readonly amount: Numeric;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: TransferContext;
  /** The contract that explains what it changes. */
  readonly eventLog: string;
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
 * sender's validator earns a coupon over the amount (wallet 12.2). Stops the command when the
 * amount is not above 0.
 */
export function* splitAndBurn(burn: Burn): ChoiceProgram<BurnResult> {
  const { dso, sender, amount, inputs, context, usage, eventLog } = burn;
  const meta = withText(emptyMetadata, `split for ${usage}`);
  const outputs = [{ receiver: sender, receiverFeeRatio: zero, amount, lock: undefined, meta }];
  const transfer = { sender, provider: sender, inputs, outputs, beneficiaries: undefined };
  const terms = yield* termsInRound(dso, transfer, context, eventLog);
  const result = yield* executeTransfer(transfer, terms, "not rewarded");
  const burned = yield* burnCreated(burn, result);
  const own = txMetadata({ kind: "burn", reason: usage, burned: amount });
  return {
    transferResult: { ...burned, meta: undefined },
    meta: { values: new Map([...(result.meta?.values ?? []), ...own.values]) },
  };
}

function* burnCreated(
  { dso, sender, amount, eventLog, usage }: Burn,
  result: TransferResult,
): ChoiceProgram<TransferResult> {
  const [coin] = result.createdAmulets;
  // one unlocked output is requested
  if (coin?.tag !== "TransferResultAmulet") return result;
  const burned = yield* fetchOwned(Amulet, coin.value, dso, sender, ({ owner }) => owner);
  yield* archive(Amulet, coin.value);
  yield* logCoinBurn(burned, eventLog, usage, coin.value);
  yield* create(ValidatorRewardCoupon, { dso, user: sender, amount, round: result.round });
  const balances = new BalanceSum(result.summary.balanceChanges);
  yield* balances.remove(sender, burned.amount);
  return { ...result, summary: { ...result.summary, balanceChanges: balances.changes } };
}
