import {
  bool,
  choice,
  fetch,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { type AmuletConfig, AmuletConfigSchedule, isValidAmuletConfig } from "./amulet-config.js";

const RulesPayload = record({
  dso: party,
  configSchedule: AmuletConfigSchedule,
  isDevNet: bool,
});
/** What the rules of the coin say. */
export type RulesPayload = Static<typeof RulesPayload>;

/** The rules of the coin: its configuration, and what users can do with coins. There is one such contract per network. */
export const AmuletRules = template("Splice.AmuletRules:AmuletRules", {
  payload: RulesPayload,
  signatories: ({ dso }) => [dso],
  ensure: ({ configSchedule: { initialValue, futureValues } }) =>
    isValidAmuletConfig(initialValue) && futureValues.length === 0,
});

/** Stops the command with `wrong-contract` when the submitter expects other rules than these. */
export const requireExpectedDso = (
  dso: string,
  expected: string | undefined,
): ChoiceProgram<void> =>
  requireThat(
    expected === undefined || expected === dso,
    "wrong-contract",
    `The rules are those of ${dso}, expected were those of ${expected}.`,
  );

/** The configuration in force. */
export const configOf = ({ configSchedule }: RulesPayload): AmuletConfig =>
  configSchedule.initialValue;

/** The rules of a DSO. Stops the command with `wrong-contract` when they are another's. */
export function* rulesOf(amuletRulesCid: string, dso: string): ChoiceProgram<RulesPayload> {
  const rules = yield* fetch(AmuletRules, amuletRulesCid);
  yield* requireExpectedDso(rules.dso, dso);
  return rules;
}

/** Anybody reads the rules. */
export const AmuletRules_Fetch = choice(AmuletRules, "AmuletRules_Fetch", {
  argument: record({ p: party }),
  result: RulesPayload,
  consuming: false,
  controllers: (_rules, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

/** The rules. */
export const amuletRulesModule = modulePart({
  templates: [AmuletRules],
  choices: [AmuletRules_Fetch],
});
