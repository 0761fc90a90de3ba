import { exercise, type ChoiceProgram, type ContractId } from "@tallystick/core";
import { requireDso } from "../../model/checked-fetch.js";
import { OpenMiningRound, OpenMiningRound_Fetch, type OpenRoundPayload } from "./round.js";

/**
 * A round of a DSO, whether it has opened or not, read by a party that anyone may be. Stops the
 * command when it is another's.
 */
export function* publicRound(
  contractId: ContractId,
  dso: string,
  reader: string,
): ChoiceProgram<OpenRoundPayload> {
  const round = yield* exercise(OpenMiningRound_Fetch, contractId, { p: reader });
  yield* requireDso(OpenMiningRound, round, dso);
  return round;
}
