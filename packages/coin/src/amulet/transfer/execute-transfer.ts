import { amountInRound } from "../holding/amount-in-round.js";
import { openRound } from "../rounds/open-round.js";
import {
  create,
  type Int64,
  ledgerTime,
  type Numeric,
  numericFromUnits,
  numericNegate,
  numericToText,
  type ChoiceProgram,
} from "@tallystick/core";
import { metadataKeys, txMetadata } from "../../token-standard/token-metadata.js";
import type { Metadata } from "../../token-standard/metadata-v1.js";
import { one, plus, computed, zero } from "../../model/arithmetic.js";
import { type CoinError, requireThat, stopWith } from "../../model/coin-error.js";
import { Amulet, LockedAmulet } from "../holding/amulet.js";
import type { TransferConfig } from "../configuration/amulet-config.js";
import { type InputTotals, unitsOfInputs } from "./input-totals.js";
import { type OpenRoundPayload } from "../rounds/round.js";
import type { TimeLock } from "../holding/time-lock.js";
import type { BalanceChanges, BalanceSum } from "./transfer-balances.js";
import { consumeInputs } from "./transfer-inputs.js";
import type {
  CreatedAmulet,
  Transfer,
  TransferContext,
  TransferOutput,
  TransferResult,
  TransferSummary,
} from "./transfer-types.js";

/**
 * Carries out a transfer with the authority of the DSO, the sender and all that sign the outputs: uses up the inputs,
 * makes the outputs, gives the rest back to the sender. There are no fees (specification 8), so what goes in and what
 * comes out is the same to the last unit. Stops the command with `insufficient-funds`, `maximum-inputs-exceeded`,
 * `maximum-outputs-exceeded`, `wrong-contract`, and others of `CoinError`.
 */
export function* executeTransfer(
  dso: string,
  transfer: Transfer,
  context: TransferContext,
): ChoiceProgram<TransferResult> {
  const round = yield* openRound(context.openMiningRound, dso);
  const { sender, inputs, outputs } = transfer;
  yield* requireLimits(transfer, round.transferConfigUsd);
  const { totals, balances } = yield* consumeInputs(inputs, { dso, sender, context });
  const change = yield* changeOf(totals, outputs);
  const making = { dso, sender, round, balances };
  const createdAmulets = yield* makeOutputs(making, outputs);
  const senderChangeAmulet = yield* makeChange(making, change);
  // clients that know of coupons for burns only must not miss what liveness records minted
  const validatorRewards = yield* plus(totals.validatorRewards, totals.validatorFaucets);
  const shown = { ...totals, validatorRewards };
  return {
    round: round.round,
    summary: summaryOf(shown, outputs, change, yield* balances.changes(), round),
    createdAmulets,
    senderChangeAmulet,
    meta: metadataOf(transfer, shown),
  };
}

function* requireLimits(
  { inputs, outputs }: Transfer,
  config: TransferConfig,
): ChoiceProgram<void> {
  yield* requireAtMost("maximum-inputs-exceeded", "inputs", inputs.length, config.maxNumInputs);
  yield* requireAtMost("maximum-outputs-exceeded", "outputs", outputs.length, config.maxNumOutputs);
  const now = yield* ledgerTime();
  for (const { amount, receiverFeeRatio, lock } of outputs) {
    yield* requireThat(amount > 0n, "invalid-argument", "The amount of an output is above 0.");
    yield* requireThat(
      receiverFeeRatio >= zero && receiverFeeRatio <= one,
      "invalid-argument",
      "The receiver's fee ratio lies between 0 and 1.",
    );
    if (lock === undefined) continue;
    yield* requireThat(lock.expiresAt > now, "deadline-exceeded", "A lock expires in the future.");
    yield* requireAtMost(
      "maximum-lock-holders-exceeded",
      "lock holders",
      lock.holders.length,
      config.maxNumLockHolders,
    );
  }
}

const requireAtMost = (
  failure: CoinError,
  what: string,
  found: number,
  most: Int64,
): ChoiceProgram<void> =>
  requireThat(found <= most, failure, `A transfer has at most ${most} ${what}, found ${found}.`);

/** What is left for the sender. */
function* changeOf(
  totals: InputTotals,
  outputs: ReadonlyArray<TransferOutput>,
): ChoiceProgram<Numeric> {
  const outputUnits = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const spent = yield* computed(numericFromUnits(outputUnits));
  const change = yield* computed(numericFromUnits(unitsOfInputs(totals) - spent));
  if (change >= 0n) return change;
  const missing = numericToText(numericNegate(change));
  return yield* stopWith("insufficient-funds", `The inputs lack ${missing} CC.`, {
    missingAmount: missing,
  });
}

/** Who makes coins in which round, and what has changed so far. */
interface Making {
  readonly dso: string;
  readonly sender: string;
  readonly round: OpenRoundPayload;
  readonly balances: BalanceSum;
}

function* makeOutputs(
  { dso, round, balances }: Making,
  outputs: ReadonlyArray<TransferOutput>,
): ChoiceProgram<ReadonlyArray<CreatedAmulet>> {
  const created: Array<CreatedAmulet> = [];
  for (const { receiver, amount, lock } of outputs) {
    const expiring = yield* amountInRound(amount, round);
    const amulet = { dso, owner: receiver, amount: expiring };
    created.push(
      lock === undefined
        ? { tag: "TransferResultAmulet", value: yield* create(Amulet, amulet) }
        : {
            tag: "TransferResultLockedAmulet",
            value: yield* create(LockedAmulet, { amulet, lock: othersHold(lock, receiver) }),
          },
    );
    balances.add(receiver, expiring);
  }
  return created;
}

/** A lock as it is kept: its holders once each, in order, without the owner, who holds the coin anyway. */
const othersHold = (lock: TimeLock, owner: string): TimeLock => ({
  ...lock,
  holders: [...new Set(lock.holders)].filter((holder) => holder !== owner).sort(),
});

/** @returns the coin that goes back to the sender, if anything does */
function* makeChange(
  { dso, sender, round, balances }: Making,
  change: Numeric,
): ChoiceProgram<string | undefined> {
  if (change === 0n) return undefined;
  const amount = yield* amountInRound(change, round);
  balances.add(sender, amount);
  return yield* create(Amulet, { dso, owner: sender, amount });
}

const summaryOf = (
  totals: InputTotals,
  outputs: ReadonlyArray<TransferOutput>,
  senderChangeAmount: Numeric,
  balanceChanges: BalanceChanges,
  { amuletPrice }: OpenRoundPayload,
): TransferSummary => ({
  inputAppRewardAmount: totals.appRewards,
  inputValidatorRewardAmount: totals.validatorRewards,
  inputSvRewardAmount: totals.svRewards,
  inputAmuletAmount: totals.coins,
  balanceChanges,
  holdingFees: zero,
  outputFees: outputs.map(() => zero),
  senderChangeFee: zero,
  senderChangeAmount,
  amuletPrice,
  inputValidatorFaucetAmount: totals.validatorFaucets,
  inputUnclaimedActivityRecordAmount: totals.unclaimedActivityRecords,
  inputDevelopmentFundAmount: totals.developmentFund,
});

/** A transfer whose outputs the sender alone controls only merges and splits. */
const staysWithSender = ({ sender, outputs }: Transfer): boolean =>
  outputs.every(
    ({ receiver, lock }) =>
      receiver === sender && (lock?.holders.every((holder) => holder === sender) ?? true),
  );

const metadataOf = (transfer: Transfer, totals: InputTotals): Metadata => {
  const described = staysWithSender(transfer)
    ? txMetadata({ kind: "merge-split" })
    : txMetadata({ kind: "transfer", sender: transfer.sender });
  const rewards: ReadonlyArray<readonly [string, Numeric]> = [
    [metadataKeys.appRewards, totals.appRewards],
    [metadataKeys.validatorRewards, totals.validatorRewards],
    [metadataKeys.svRewards, totals.svRewards],
    [metadataKeys.unclaimedActivityRecords, totals.unclaimedActivityRecords],
    [metadataKeys.developmentFund, totals.developmentFund],
  ];
  const minted = rewards
    .filter(([, amount]) => amount > 0n)
    .map(([key, amount]): readonly [string, string] => [key, numericToText(amount)]);
  return { values: new Map([...described.values, ...minted]) };
};
