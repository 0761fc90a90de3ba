import { shownParty } from "../../model/shown.js";
import {
  bool,
  choice,
  type ChoiceProgram,
  exercise,
  int64,
  optional,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { requireDso } from "../../model/checked-fetch.js";
import { generalError } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { eventLogOf } from "../../token-standard/holdings-change.js";
import { type AmuletConfig, AmuletConfigSchedule, isValidAmuletConfig } from "./amulet-config.js";

const RulesPayload = record({
  dso: party,
  configSchedule: AmuletConfigSchedule,
  isDevNet: bool,
  contractStateSchemaVersion: optional(int64),
});
/** What the rules of the coin say. */
export type RulesPayload = Static<typeof RulesPayload>;

/**
 * The rules of the coin: its configuration, and what users can do with coins. There is one such
 * contract per network.
 */
export const AmuletRules = template("Splice.AmuletRules:AmuletRules", {
  payload: RulesPayload,
  signatories: ({ dso }) => [dso],
  ensure: ({ configSchedule: { initialValue, futureValues }, contractStateSchemaVersion }) =>
    isValidAmuletConfig(initialValue) &&
    futureValues.length === 0 &&
    (contractStateSchemaVersion ?? 0n) >= 0n,
});

/** Stops the command unless the submitter names the DSO of these rules. */
export function* requireExpectedDso(
  dso: string,
  expected: string | undefined,
): ChoiceProgram<void> {
  if (expected === undefined) {
    yield* generalError(
      "Expected DSO party not set by caller. Please change your code to set it as a prudent security measure.",
    );
  } else if (expected !== dso) {
    yield* generalError(
      `DSO party expected by caller ${shownParty(expected)} does not match actual DSO party ${shownParty(dso)}`,
    );
  }
}

/** The configuration in force. */
export const configOf = ({ configSchedule }: RulesPayload): AmuletConfig =>
  configSchedule.initialValue;

export const AmuletRules_Fetch = choice(AmuletRules, "AmuletRules_Fetch", {
  argument: record({ p: party }),
  result: RulesPayload,
  consuming: false,
  controllers: (_rules, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

/**
 * The rules of a DSO, read by a party that anyone may be. Stops the command when they are
 * another's.
 */
export function* publicRules(
  amuletRulesCid: string,
  dso: string,
  reader: string,
): ChoiceProgram<RulesPayload> {
  const rules = yield* exercise(AmuletRules_Fetch, amuletRulesCid, { p: reader });
  yield* requireDso(AmuletRules, rules, dso);
  return rules;
}

export const amuletRulesModule = modulePart({
  templates: [AmuletRules],
  choices: [AmuletRules_Fetch],
  later: { instances: [eventLogOf(AmuletRules)] },
});
