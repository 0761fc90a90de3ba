import { emptyMetadata } from "../token-standard/metadata-v1.js";
import { withText } from "../token-standard/token-metadata.js";
import { publicRound } from "../amulet/rounds/open-round.js";
import type { OpenRoundPayload } from "../amulet/rounds/round.js";
import {
  type ChoiceProgram,
  exercise,
  ledgerTime,
  type Numeric,
  type Static,
} from "@tallystick/core";
import type { Round } from "../amulet/configuration/round-number.js";
import { LockedAmulet_UnlockV2 } from "../amulet/holding/amulet.js";
import { AmuletRules_Transfer } from "../amulet/transfer/amulet-rules-transfer.js";
import {
  coinInputs,
  createdCids,
  type PaymentTransferContext,
  type TransferInput,
  type TransferOutput,
} from "../amulet/transfer/transfer-types.js";
import { laterBy, plus, zero } from "../model/arithmetic.js";
import { laterOf } from "../model/time-span.js";
import { generalError, requireThat } from "../model/coin-error.js";
import { type AppTransferContext, transferContextOf } from "./app-transfer-context.js";

/** Who gets how much of a payment, in CC. */
export interface Share {
  readonly receiver: string;
  readonly amount: Numeric;
}

/** A payment to be locked until it is collected. */
interface PaymentToLock {
  readonly dso: string;
  readonly sender: string;
  readonly provider: string;
  readonly walletProvider: string;
  readonly shares: ReadonlyArray<Share>;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: PaymentTransferContext;
  readonly openRound: OpenRoundPayload;
  readonly lockContext: string;
  /** Why, for the event log. */
  readonly lockReason: string;
}

/** A payment in a locked coin of the sender. */
interface LockedPayment {
  readonly lockedAmulet: string;
  readonly senderChange: string | undefined;
  /** The round it was locked in; it must be collected in the same. */
  readonly round: Round;
}

type Output = Static<typeof TransferOutput>;

const outputTo = ({ receiver, amount }: Share, lock: Output["lock"], reason: string): Output => ({
  receiver,
  receiverFeeRatio: zero,
  amount,
  lock,
  meta: withText(emptyMetadata, reason),
});

/**
 * Locks CC of the sender for the provider and all receivers, who can thus collect it only together;
 * until one tick from now or, when that is later, until the round is to close (wallet 18).
 */
export function* lockPayment(payment: PaymentToLock): ChoiceProgram<LockedPayment> {
  const { dso, sender, provider, walletProvider, shares, inputs, openRound, lockContext } = payment;
  const { amuletRules, context } = payment.context;
  const now = yield* ledgerTime();
  let total = zero;
  for (const { amount } of shares) total = yield* plus(total, amount);
  const lock = {
    holders: [...new Set([provider, ...shares.map(({ receiver }) => receiver)])].sort(),
    expiresAt: laterOf(yield* laterBy(now, openRound.tickDuration), openRound.targetClosesAt),
    optContext: lockContext,
  };
  const transfer = {
    sender,
    provider: walletProvider,
    inputs,
    outputs: [outputTo({ receiver: sender, amount: total }, lock, payment.lockReason)],
    beneficiaries: undefined,
  };
  const result = yield* exercise(AmuletRules_Transfer, amuletRules, {
    transfer,
    context,
    expectedDso: dso,
  });
  const [locked] = createdCids(result.createdAmulets);
  return locked === undefined
    ? yield* generalError("The payment was not locked")
    : { lockedAmulet: locked, senderChange: result.senderChangeAmulet, round: result.round };
}

/** A locked payment to be collected by its receivers. */
export interface PaymentToCollect
  extends Pick<PaymentToLock, "dso" | "sender" | "provider" | "shares"> {
  readonly lockedAmulet: string;
  readonly round: Round;
  readonly transferContext: AppTransferContext;
  /** Why, for the event log. */
  readonly reason: string;
}

/**
 * Stops the command in another round than the payment's.
 *
 * @param paidAt what the payment's round is called in the requirement
 */
export function* requireSameRound(
  { dso, provider, round, transferContext }: PaymentToCollect,
  paidAt: string,
): ChoiceProgram<void> {
  const current = yield* publicRound(transferContext.openMiningRound, dso, provider);
  yield* requireThat(
    current.round.number === round.number,
    `Round at ${paidAt} ${round.number} matches round at collection ${current.round.number}`,
  );
}

/**
 * Unlocks a payment and gives it to its receivers.
 *
 * @returns the receivers' coins, in the order of the shares
 */
export function* collectPayment(payment: PaymentToCollect): ChoiceProgram<ReadonlyArray<string>> {
  const { dso, sender, provider, shares, lockedAmulet, transferContext } = payment;
  const { amuletCid } = yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {});
  const transfer = {
    sender,
    provider,
    inputs: coinInputs([amuletCid]),
    outputs: shares.map((share) => outputTo(share, undefined, payment.reason)),
    beneficiaries: undefined,
  };
  const { createdAmulets } = yield* exercise(AmuletRules_Transfer, transferContext.amuletRules, {
    transfer,
    context: transferContextOf(transferContext),
    expectedDso: dso,
  });
  return createdCids(createdAmulets);
}
