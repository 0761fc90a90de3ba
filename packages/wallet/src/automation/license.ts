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

/** The version of the public validator whose interfaces are served; the licence says it too. */
export const interfaceVersion = "0.6.1";

/** What is said again is not said sooner; microseconds. */
const leastIntervalMicros = 3_600_000_000;

type License = ActiveContract<Static<(typeof ValidatorLicense)["payload"]>>;

/** The licence that the DSO has given the operator; anyone can make others that name it. */
export const licenseOf = ({ view, network, operator }: AutomationContext): License | undefined =>
  firstOf(view, {
    template: ValidatorLicense,
    party: operator,
    keep: ({ payload }) => payload.validator === operator && payload.dso === network.dso,
    wanted: 1,
  })[0];

/** What the licence does not say yet: who runs the validator with what, or that it is there. */
const report = (
  { contractId, payload: { metadata, lastActiveAt } }: License,
  contactPoint: string,
  now: number,
): Command | undefined => {
  const isOver = (since: number): boolean => now - since > leastIntervalMicros;
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
 * The operator says in its licence how it can be reached, and after an hour in which it has not
 * recorded its liveness that it is there (wallet 19.2).
 */
export const reportInLicense: Automation = {
  name: "report-in-validator-license",
  runsFor: "operator",
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
