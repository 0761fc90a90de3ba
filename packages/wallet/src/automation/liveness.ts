import { amuletPackage, ValidatorLicense_RecordValidatorLivenessActivity } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";
import { licenseOf } from "./license.js";

const { exercise } = commandsOf(amuletPackage);

/**
 * Records the operator's liveness once per round, for the earliest open round without a record
 * (wallet 12.2), unless such records earn nothing, or rewards are not collected.
 */
export const recordLiveness: Automation = {
  name: "record-validator-liveness",
  runsFor: "operator",
  bound: { oncePer: "open round" },
  lack: "pays nothing",
  plan: (context) => {
    const { network, operator, config, now, isWaiting } = context;
    const license = config.collectRewards ? licenseOf(context) : undefined;
    if (license === undefined) return [];
    const last = license.payload.faucetState?.lastReceivedFor.number ?? -1n;
    const round = network.openRounds.find(
      ({ payload }) => payload.opensAt <= now && payload.round.number > last,
    );
    const cap = round?.payload.issuanceConfig.optValidatorFaucetCap;
    // a record would earn nothing
    if (round === undefined || (cap !== undefined && cap <= 0n)) return [];
    const commandId = commandIdOf("liveness", license.contractId);
    if (isWaiting(commandId)) return [];
    const command = exercise(ValidatorLicense_RecordValidatorLivenessActivity, license.contractId, {
      openRoundCid: round.contractId,
    });
    return [{ commandId, actAs: [operator], readAs: [network.dso], commands: [command] }];
  },
};
