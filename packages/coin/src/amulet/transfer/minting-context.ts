import type { Static, ChoiceProgram } from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireReached, stopWith } from "../../model/coin-error.js";
import type { Round } from "../configuration/round-number.js";
import { IssuingMiningRound } from "../rounds/round.js";
import type { TransferContext } from "./transfer-types.js";

/** Who mints, on whose ledger, and the rounds and rights to do it with. */
export interface MintingContext {
  readonly dso: string;
  readonly sender: string;
  readonly context: TransferContext;
}

/** The issuing round of a coupon, from the transfer's context. Stops the command when it is missing, foreign or not open yet. */
export function* issuingRound(
  round: Round,
  { dso, context }: MintingContext,
): ChoiceProgram<Static<(typeof IssuingMiningRound)["payload"]>> {
  const found = context.issuingMiningRounds.find(([{ number }]) => number === round.number);
  if (found === undefined)
    return yield* stopWith(
      "missing-context",
      `The context lacks the issuing round ${round.number} of a coupon.`,
    );
  const issuing = yield* fetchOfDso(IssuingMiningRound, found[1], dso);
  if (issuing.round.number !== round.number)
    return yield* stopWith(
      "wrong-contract",
      `The context has round ${issuing.round.number} in the place of round ${round.number}.`,
    );
  yield* requireReached("IssuingMiningRound.opensAt", issuing.opensAt);
  return issuing;
}
