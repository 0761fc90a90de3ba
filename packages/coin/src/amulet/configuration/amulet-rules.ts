import {
  bool,
  choice,
  fetch,
  ledgerTime,
  optional,
  party,
  record,
  type Static,
  type Steps,
  template,
} from "@tallystick/core";
import { demand } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { type AmuletConfig, AmuletConfigSchedule, isValidAmuletConfig } from "./amulet-config.js";
import { executeTransfer } from "../transfer/execute-transfer.js";
import { valueAt } from "./schedule.js";
import { Transfer, TransferContext, TransferResult } from "../transfer/transfer-types.js";

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
export const demandExpectedDso = (dso: string, expected: string | undefined): Steps<void> =>
  demand(
    expected === undefined || expected === dso,
    "wrong-contract",
    `The rules are those of ${dso}, expected were those of ${expected}.`,
  );

/** The configuration that holds now. */
export function* configNow({ configSchedule }: RulesPayload): Steps<AmuletConfig> {
  const now = yield* ledgerTime();
  return valueAt(configSchedule, (time) => time <= now);
}

/** The rules of a DSO. Stops the command with `wrong-contract` when they are another's. */
export function* rulesOf(amuletRulesCid: string, dso: string): Steps<RulesPayload> {
  const rules = yield* fetch(AmuletRules, amuletRulesCid);
  yield* demandExpectedDso(rules.dso, dso);
  return rules;
}

const controllersOf = ({ sender, provider, outputs }: Transfer): ReadonlyArray<string> => [
  sender,
  provider,
  ...outputs.flatMap(({ receiver, lock }) => [receiver, ...(lock?.holders ?? [])]),
];

/** A transfer that everybody whose coins it makes agrees to. */
export const AmuletRules_Transfer = choice(AmuletRules, "AmuletRules_Transfer", {
  argument: record({ transfer: Transfer, context: TransferContext, expectedDso: optional(party) }),
  result: TransferResult,
  consuming: false,
  controllers: (_rules, { transfer }) => controllersOf(transfer),
  *body({ payload: { dso } }, { transfer, context, expectedDso }) {
    yield* demandExpectedDso(dso, expectedDso);
    return yield* executeTransfer(dso, transfer, context);
  },
});

/** Anybody reads the rules. */
export const AmuletRules_Fetch = choice(AmuletRules, "AmuletRules_Fetch", {
  argument: record({ p: party }),
  result: RulesPayload,
  consuming: false,
  controllers: (_rules, { p }) => [p],
  // biome-ignore lint/correctness/useYield: reading takes no further step
  *body({ payload }) {
    return payload;
  },
});

/** The rules and their transfers. */
export const amuletRulesModule = modulePart({
  templates: [AmuletRules],
  choices: [AmuletRules_Transfer, AmuletRules_Fetch],
});
