import { exercise, ledgerTime, type ChoiceProgram } from "@tallystick/core";
import { fetchOfDso, requireDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { OpenMiningRound, OpenMiningRound_Fetch, type OpenRoundPayload } from "./round.js";

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

/**
 * A round of a DSO, read by a party that anybody may be. Stops the command with `wrong-contract`
 * when it is another's.
 */
export function* publicRound(
  contractId: string,
  dso: string,
  reader: string,
): ChoiceProgram<OpenRoundPayload> {
  const round = yield* exercise(OpenMiningRound_Fetch, contractId, { p: reader });
  yield* requireDso(OpenMiningRound, contractId, round, dso);
  return round;
}
