import {
  amuletPackage,
  ValidatorLicense,
  ValidatorLicense_RecordValidatorLivenessActivity,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/wire";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";

const { exercise } = commandsOf(amuletPackage);

/**
 * The operator records once per round that it is there, for the earliest open round it has not
 * recorded yet (wallet 12.2).
 */
export const recordLiveness: Automation = {
  name: "record-validator-liveness",
  runsFor: "operator",
  plan: ({ view, network, operator, now, isWaiting }) => {
    const license = view
      .of(ValidatorLicense, operator)
      .find(({ payload }) => payload.validator === operator && payload.dso === network.dso);
    if (license === undefined) return [];
    const last = license.payload.faucetState?.lastReceivedFor.number ?? -1n;
    const round = network.openRounds.find(
      ({ payload }) => payload.opensAt <= now && payload.round.number > last,
    );
    if (round === undefined) return [];
    const commandId = commandIdOf("liveness", license.contractId);
    if (isWaiting(commandId)) return [];
    const command = exercise(ValidatorLicense_RecordValidatorLivenessActivity, license.contractId, {
      openRoundCid: round.contractId,
    });
    return [{ commandId, actAs: [operator], readAs: [network.dso], commands: [command] }];
  },
};
