import type { AmuletConfig } from "../configuration/amulet-config.js";
import type { Numeric, ChoiceProgram } from "@tallystick/core";
import { publicRound } from "../rounds/open-round.js";
import { type BurnResult, splitAndBurn } from "../transfer/burn.js";
import type { PaymentTransferContext, TransferInput } from "../transfer/transfer-types.js";
import { preapprovalFeeUsd } from "./preapproval-fee.js";
import { coinOfUsd } from "../../model/arithmetic.js";

/** Who pays for how long a life of a preapproval, and with what. */
interface PreapprovalPayment {
  readonly dso: string;
  readonly provider: string;
  readonly config: AmuletConfig;
  readonly lifetimeMicros: bigint;
  readonly context: PaymentTransferContext;
  readonly inputs: ReadonlyArray<TransferInput>;
  /** Said in the metadata. */
  readonly usage: string;
}

interface PaidPreapproval extends BurnResult {
  readonly amuletPaid: Numeric;
}

/** The provider pays: the fee is burned from the inputs. */
export function* payForPreapproval({
  dso,
  provider,
  config,
  lifetimeMicros,
  context: { context },
  inputs,
  usage,
}: PreapprovalPayment): ChoiceProgram<PaidPreapproval> {
  const usd = yield* preapprovalFeeUsd(lifetimeMicros, config);
  const { amuletPrice } = yield* publicRound(context.openMiningRound, dso, dso);
  const amuletPaid = yield* coinOfUsd(usd, amuletPrice);
  const burn = { dso, sender: provider, amount: amuletPaid, inputs, context, usage };
  return { ...(yield* splitAndBurn(burn)), amuletPaid };
}
