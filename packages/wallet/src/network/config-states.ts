import { AmuletRules_UpdateExternalPartyConfigStates, amuletPackage } from "@tallystick/coin";
import { commandsOf, type Micros } from "@tallystick/core";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const { exercise } = commandsOf(amuletPackage);

/**
 * Replaces the older of the two states that transfers of external parties use when it has expired.
 */
export const renewConfigStates = (
  { dso, amuletRules, openRounds, externalPartyConfigStates }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => {
  const [older, newer] = externalPartyConfigStates;
  const [round0, round1, round2] = openRounds.map(({ contractId }) => contractId);
  if (older === undefined || newer === undefined || now < older.payload.targetArchiveAfter)
    return [];
  if (round0 === undefined || round1 === undefined || round2 === undefined) return [];
  const command = exercise(AmuletRules_UpdateExternalPartyConfigStates, amuletRules, {
    externalPartyConfigStateCid0: older.contractId,
    externalPartyConfigStateCid1: newer.contractId,
    openMiningRoundTriple: { round0Cid: round0, round1Cid: round1, round2Cid: round2 },
  });
  const commandId = commandIdOf("renew-config-states", older.contractId);
  return [{ commandId, actAs: [dso], readAs: [], commands: [command] }];
};
