import { minus, one, plus, zero } from "../../model/arithmetic.js";
import { generalError, requireThat, stopWith } from "../../model/coin-error.js";
import { requireBefore } from "../../model/deadline.js";
import { shownDecimal } from "../../model/shown.js";
import type { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys, txMetadata } from "../../token-standard/token-metadata.js";
import { sharesOf } from "../featured/featured-reward.js";
import { amountInRound } from "../holding/amount-in-round.js";
import { Amulet, LockedAmulet } from "../holding/amulet.js";
import { usesMarkers } from "../configuration/amulet-config.js";
import type { TimeLock } from "../holding/time-lock.js";
import { type InputTotals, sumOfInputs } from "./input-totals.js";
import type { BalanceChanges, BalanceSum } from "./transfer-balances.js";
import { logTransfer } from "./transfer-events.js";
import { consumeInputs } from "./transfer-inputs.js";
import { termsOfExternalParty, type TransferTerms } from "./transfer-terms.js";
import type {
  CreatedAmulet,
  ExternalPartyTransferContext,
  Transfer,
  TransferOutput,
  TransferResult,
  TransferSummary,
} from "./transfer-types.js";
import { type ChoiceProgram, create, type Numeric, numericNegate } from "@tallystick/core";
import { createMarkers } from "../featured/featured-app-right.js";

/** Whether a transfer leaves the reward of a featured provider. */
type Rewarding = "rewarded" | "not rewarded";

/**
 * Carries out a transfer with the authority of the DSO, the sender and all that sign the outputs:
 * uses up the inputs, makes the outputs, gives the rest back to the sender. There are no fees
 * (specification 8), so what goes in and what comes out is the same to the last unit. Stops the
 * command with `insufficient-funds`, `maximum-inputs-exceeded`, `maximum-outputs-exceeded`,
 * `wrong-contract`, and others of `CoinError`.
 *
 * @param rewarding without reward the transfer names no beneficiaries
 */
export function* executeTransfer(
  transfer: Transfer,
  terms: TransferTerms,
  rewarding: Rewarding,
): ChoiceProgram<TransferResult> {
  const { totals, balances } = yield* consumeInputs(transfer.inputs, terms);
  const outputs = yield* checkedOutputs(transfer.outputs, terms);
  const change = yield* changeOf(totals, transfer, terms);
  if (rewarding === "rewarded") yield* rewardProvider(transfer, terms);
  yield* requireAmounts(outputs, change, terms);
  const createdAmulets = yield* makeOutputs(outputs, terms, balances);
  const senderChangeAmulet = yield* makeChange(change, terms, balances);
  // clients that know of coupons for burns only must not miss what liveness records minted
  const validatorRewards = yield* plus(totals.validatorRewards, totals.validatorFaucets);
  const shown = { ...totals, validatorRewards };
  const summary = summaryOf(shown, outputs, change, balances.changes, terms);
  const minted = mintedMetadata(shown);
  const made = { transfer, outputs, created: createdAmulets, change: senderChangeAmulet };
  yield* logTransfer({ ...made, summary, minted }, terms);
  const { values } = describedBy(transfer);
  return {
    round: terms.round,
    summary,
    createdAmulets,
    senderChangeAmulet,
    meta: { values: new Map([...values, ...minted.values]) },
  };
}

/**
 * A transfer that outlives open rounds; the reward of its provider is left as markers, which need
 * no round.
 */
export function* executeExternalPartyTransfer(
  dso: string,
  transfer: Transfer,
  context: ExternalPartyTransferContext,
): ChoiceProgram<TransferResult> {
  const terms = yield* termsOfExternalParty(dso, transfer, context);
  return yield* executeTransfer(transfer, terms, "rewarded");
}

function* rewardProvider(
  { provider, beneficiaries }: Transfer,
  { dso, isFeatured, rewardVersion }: TransferTerms,
): ChoiceProgram<void> {
  if (!usesMarkers(rewardVersion)) return;
  const shares = yield* sharesOf(provider, beneficiaries);
  if (isFeatured) yield* createMarkers({ dso, provider }, shares);
}

/** Daml looks at these before anything else of the outputs, from the last to the first. */
function* requireFeeRatios(outputs: ReadonlyArray<TransferOutput>): ChoiceProgram<void> {
  const wrong = outputs.findLast(
    ({ receiverFeeRatio }) => receiverFeeRatio < zero || receiverFeeRatio > one,
  );
  if (wrong !== undefined) {
    yield* generalError(
      `Receiver fee ratio ${shownDecimal(wrong.receiverFeeRatio)} is not between 0.0 and 1.0`,
    );
  }
}

/**
 * The outputs as they are made: the holders of a lock once each, in order, without the owner, who
 * holds the coin anyway.
 */
function* checkedOutputs(
  outputs: ReadonlyArray<TransferOutput>,
  { limits: { maxNumLockHolders } }: TransferTerms,
): ChoiceProgram<ReadonlyArray<TransferOutput>> {
  yield* requireFeeRatios(outputs);
  const checked: Array<TransferOutput> = [];
  for (const { receiver, receiverFeeRatio, amount, lock, meta } of outputs) {
    const kept = lock === undefined ? undefined : othersHold(lock, receiver);
    if (kept !== undefined) {
      yield* requireBefore("lock.expiresAt", kept.expiresAt);
      yield* requireThat(
        kept.holders.length <= maxNumLockHolders,
        "Fewer than the allowed number of lock holders",
      );
    }
    yield* requireThat(amount > 0n, "Amount is positive");
    checked.push({ receiver, receiverFeeRatio, amount, lock: kept, meta });
  }
  return checked;
}

const othersHold = (lock: TimeLock, owner: string): TimeLock => ({
  ...lock,
  holders: [...new Set(lock.holders)].filter((holder) => holder !== owner).sort(),
});

/** What is left for the sender, after the limits of a transfer. */
function* changeOf(
  totals: InputTotals,
  { inputs, outputs }: Transfer,
  { limits: { maxNumInputs, maxNumOutputs } }: TransferTerms,
): ChoiceProgram<Numeric> {
  let spent = zero;
  for (const { amount } of outputs) spent = yield* plus(spent, amount);
  const change = yield* minus(yield* sumOfInputs(totals), spent);
  if (inputs.length > maxNumInputs)
    yield* stopWith("maximum-inputs-exceeded", "More than the maximum number of inputs");
  if (outputs.length > maxNumOutputs)
    yield* stopWith("maximum-outputs-exceeded", "More than the maximum number of outputs");
  if (change >= 0n) return change;
  const requiredAmount = shownDecimal(numericNegate(change));
  return yield* stopWith(
    "insufficient-funds",
    `Insufficient funds: you are missing ${requiredAmount} to complete this transfer.`,
    { requiredAmount },
  );
}

/** Daml looks at the amounts before it makes any coin: the change, then the last to the first. */
function* requireAmounts(
  outputs: ReadonlyArray<TransferOutput>,
  change: Numeric,
  terms: TransferTerms,
): ChoiceProgram<void> {
  if (change > 0n) yield* amountInRound(change, terms);
  for (const { amount } of outputs.toReversed()) yield* amountInRound(amount, terms);
}

function* makeOutputs(
  outputs: ReadonlyArray<TransferOutput>,
  terms: TransferTerms,
  balances: BalanceSum,
): ChoiceProgram<ReadonlyArray<CreatedAmulet>> {
  const created: Array<CreatedAmulet> = [];
  for (const { receiver, amount, lock } of outputs) {
    const expiring = yield* amountInRound(amount, terms);
    const amulet = { dso: terms.dso, owner: receiver, amount: expiring };
    created.push(
      lock === undefined
        ? { tag: "TransferResultAmulet", value: yield* create(Amulet, amulet) }
        : {
            tag: "TransferResultLockedAmulet",
            value: yield* create(LockedAmulet, { amulet, lock }),
          },
    );
    yield* balances.add(receiver, expiring);
  }
  return created;
}

/** @returns the coin that goes back to the sender, if anything does */
function* makeChange(
  change: Numeric,
  terms: TransferTerms,
  balances: BalanceSum,
): ChoiceProgram<string | undefined> {
  if (change === 0n) return undefined;
  const { dso, sender } = terms;
  const amount = yield* amountInRound(change, terms);
  yield* balances.add(sender, amount);
  return yield* create(Amulet, { dso, owner: sender, amount });
}

const summaryOf = (
  totals: InputTotals,
  outputs: ReadonlyArray<TransferOutput>,
  senderChangeAmount: Numeric,
  balanceChanges: BalanceChanges,
  { amuletPrice }: TransferTerms,
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

const describedBy = (transfer: Transfer): Metadata =>
  staysWithSender(transfer)
    ? txMetadata({ kind: "merge-split" })
    : txMetadata({ kind: "transfer", sender: transfer.sender });

const mintedMetadata = (totals: InputTotals): Metadata => {
  const rewards: ReadonlyArray<readonly [string, Numeric]> = [
    [metadataKeys.appRewards, totals.appRewards],
    [metadataKeys.validatorRewards, totals.validatorRewards],
    [metadataKeys.svRewards, totals.svRewards],
    [metadataKeys.unclaimedActivityRecords, totals.unclaimedActivityRecords],
    [metadataKeys.developmentFund, totals.developmentFund],
  ];
  const minted = rewards
    .filter(([, amount]) => amount > 0n)
    .map(([key, amount]): readonly [string, string] => [key, shownDecimal(amount)]);
  return { values: new Map(minted) };
};
