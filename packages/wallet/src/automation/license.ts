import {
  amuletPackage,
  ValidatorLicense,
  ValidatorLicense_ReportActive,
  ValidatorLicense_UpdateMetadata,
} from "@tallystick/coin";
import { type Command, commandsOf, type Static } from "@tallystick/core";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(amuletPackage);

/** The version of the public validator whose interfaces are served; also in the licence. */
export const interfaceVersion = "0.6.1";

/** Minimum time between two updates; microseconds. */
const leastIntervalMicros = 3_600_000_000;

type License = ActiveContract<Static<(typeof ValidatorLicense)["payload"]>>;

/** The operator's licence from the DSO; others can be made by anyone. */
export const licenseOf = ({ view, network, operator }: AutomationContext): License | undefined =>
  firstOf(view, {
    template: ValidatorLicense,
    party: operator,
    keep: ({ payload }) => payload.validator === operator && payload.dso === network.dso,
    wanted: 1,
  })[0];

/** The update that the licence needs: contact and version, or activity. */
const report = (
  { contractId, payload: { metadata, lastActiveAt } }: License,
  contactPoint: string,
  now: number,
): Command | undefined => {
  const isOver = (since: bigint): boolean => now - Number(since) > leastIntervalMicros;
  const isOther = metadata?.version !== interfaceVersion || metadata.contactPoint !== contactPoint;
  if (metadata === undefined || (isOther && isOver(metadata.lastUpdatedAt))) {
    const argument = { version: interfaceVersion, contactPoint };
    return exercise(ValidatorLicense_UpdateMetadata, contractId, argument);
  }
  return lastActiveAt === undefined || isOver(lastActiveAt)
    ? exercise(ValidatorLicense_ReportActive, contractId, {})
    : undefined;
};

/**
 * Updates the operator's contact in its licence, and reports activity after an hour without
 * recorded liveness (wallet 19.2).
 */
export const reportInLicense: Automation = {
  name: "report-in-validator-license",
  runsFor: "operator",
  bound: { oncePer: "hour" },
  lack: "pays nothing",
  plan: (context) => {
    const { operator, config, now, isWaiting } = context;
    const license = licenseOf(context);
    const command = license && report(license, config.contactPoint, now);
    if (license === undefined || command === undefined) return [];
    const commandId = commandIdOf("report-in-license", license.contractId);
    if (isWaiting(commandId)) return [];
    return [{ commandId, actAs: [operator], readAs: [], commands: [command] }];
  },
};
