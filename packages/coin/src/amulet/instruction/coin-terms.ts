import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { contextKeys, neededInContext } from "../../token-standard/choice-context.js";
import type { ChoiceContext } from "../../token-standard/metadata-v1.js";
import type { TransferConfigV2 } from "../configuration/amulet-config.js";
import { type ExpiringAmount, rateAtPrice } from "../configuration/fees.js";
import { amountInRound } from "../holding/amount-in-round.js";
import { ExternalPartyConfigState } from "../rounds/external-party-config-state.js";

/** What new coins count from, and how long what waits for others may live. */
export interface CoinTerms {
  /** It explains changes too. */
  readonly configStateCid: string;
  readonly config: TransferConfigV2;
  amountOf(amount: Numeric): ChoiceProgram<ExpiringAmount>;
}

/** The terms of the configuration state in a choice context. */
export function* coinTermsIn(context: ChoiceContext, dso: string): ChoiceProgram<CoinTerms> {
  const configStateCid = yield* neededInContext(context, contextKeys.externalPartyConfigState);
  const state = yield* fetchOfDso(ExternalPartyConfigState, configStateCid, dso);
  const { transferConfig, amuletPrice, holdingFeesOpenRoundNumber: round } = state;
  const holdingFee = yield* rateAtPrice(transferConfig.holdingFee, amuletPrice);
  return {
    configStateCid,
    config: transferConfig,
    amountOf: (amount) => amountInRound(amount, { round, holdingFee }),
  };
}
