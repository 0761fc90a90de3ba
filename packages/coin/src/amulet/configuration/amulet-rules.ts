import {
  bool,
  choice,
  fetch,
  ledgerTime,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { type AmuletConfig, AmuletConfigSchedule, isValidAmuletConfig } from "./amulet-config.js";
import { valueAt } from "./schedule.js";

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
    [initialValue, ...futureValues.map(({ _2 }) => _2)].every(isValidAmuletConfig),
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

/** The configuration that holds now. */
export function* configNow({ configSchedule }: RulesPayload): ChoiceProgram<AmuletConfig> {
  const now = yield* ledgerTime();
  return valueAt(configSchedule, (time) => time <= now);
}

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
