import { ledgerTime, type ChoiceProgram } from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { OpenMiningRound, type OpenRoundPayload } from "./round.js";

/**
 * An open round that has opened. Stops the command with `deadline-not-exceeded` or
 * `wrong-contract`.
 */
export function* openRound(contractId: string, dso: string): ChoiceProgram<OpenRoundPayload> {
  const round = yield* fetchOfDso(OpenMiningRound, contractId, dso);
  yield* requireThat(
    round.opensAt <= (yield* ledgerTime()),
    "deadline-not-exceeded",
    `Round ${round.round.number} has not opened yet.`,
  );
  return round;
}
