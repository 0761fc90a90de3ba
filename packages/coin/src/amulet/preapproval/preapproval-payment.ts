import { type ChoiceProgram, ledgerTime, type Numeric } from "@tallystick/core";
import { coinOfUsd, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { isLater } from "../../model/release.js";
import { emptyMetadata } from "../../token-standard/metadata-v1.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { publicRound } from "../rounds/open-round.js";
import { OpenMiningRound } from "../rounds/round.js";
import { type BurnResult, splitAndBurn } from "../transfer/burn.js";
import type { PaymentTransferContext, TransferInput } from "../transfer/transfer-types.js";
import { freeMicros, preapprovalFeeUsd } from "./preapproval-fee.js";

/** Who pays for how long a life of a preapproval, and with what. */
interface PreapprovalPayment {
  readonly dso: string;
  readonly provider: string;
  /** Where the earlier release has the configuration from. */
  readonly earlierConfig: () => ChoiceProgram<AmuletConfig>;
  readonly lifetimeMicros: bigint;
  readonly context: PaymentTransferContext;
  readonly inputs: ReadonlyArray<TransferInput>;
  /** Said in the metadata. */
  readonly usage: string;
}

interface PaidPreapproval extends BurnResult {
  readonly amuletPaid: Numeric;
}

/**
 * The provider pays: the fee is burned from the inputs. The later release has a first part of the
 * life for free (CIP-0119).
 */
export function* payForPreapproval(payment: PreapprovalPayment): ChoiceProgram<PaidPreapproval> {
  const { dso, context, lifetimeMicros } = payment;
  if (!(yield* isLater()))
    return yield* burnFee(payment, yield* payment.earlierConfig(), lifetimeMicros);
  const config = configOf(yield* fetchOfDso(AmuletRules, context.amuletRules, dso));
  const paid = lifetimeMicros - freeMicros(config);
  return paid > 0n ? yield* burnFee(payment, config, paid) : yield* freeOfCharge(payment);
}

function* burnFee(
  { dso, provider, context: { amuletRules, context }, inputs, usage }: PreapprovalPayment,
  config: AmuletConfig,
  micros: bigint,
): ChoiceProgram<PaidPreapproval> {
  const usd = yield* preapprovalFeeUsd(micros, config);
  const { amuletPrice } = yield* publicRound(context.openMiningRound, dso, dso);
  const amuletPaid = yield* coinOfUsd(usd, amuletPrice);
  const whose = { dso, sender: provider, eventLog: amuletRules };
  const burn = { ...whose, amount: amuletPaid, inputs, context, usage };
  return { ...(yield* splitAndBurn(burn)), amuletPaid };
}

/** The result of a payment of nothing. */
function* freeOfCharge({
  dso,
  context: { context },
}: PreapprovalPayment): ChoiceProgram<PaidPreapproval> {
  const round = yield* fetchOfDso(OpenMiningRound, context.openMiningRound, dso);
  return {
    amuletPaid: zero,
    meta: emptyMetadata,
    transferResult: {
      round: round.round,
      summary: {
        inputAppRewardAmount: zero,
        inputValidatorRewardAmount: zero,
        inputSvRewardAmount: zero,
        inputAmuletAmount: zero,
        balanceChanges: [],
        holdingFees: zero,
        outputFees: [],
        senderChangeFee: zero,
        senderChangeAmount: zero,
        amuletPrice: round.amuletPrice,
        inputValidatorFaucetAmount: undefined,
        inputUnclaimedActivityRecordAmount: undefined,
        inputDevelopmentFundAmount: undefined,
      },
      createdAmulets: [],
      senderChangeAmulet: undefined,
      meta: undefined,
    },
  };
}

/**
 * When a preapproval begins: now, or a little earlier where the submitter says so. Stops the
 * command when it would be over already.
 */
export function* beginningOf(
  endName: string,
  endsAt: bigint,
  given: bigint | undefined,
): ChoiceProgram<bigint> {
  if (given !== undefined) yield* requireReached("createdAt", given);
  const createdAt = given ?? (yield* ledgerTime());
  if (yield* isLater()) yield* requireBefore(endName, endsAt);
  else yield* requireThat(endsAt > createdAt, `${endName} is not in the past`);
  return createdAt;
}
