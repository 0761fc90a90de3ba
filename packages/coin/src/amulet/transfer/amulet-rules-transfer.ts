import { noLongerSupported } from "../../model/coin-error.js";
import { termsInRound } from "./transfer-terms.js";
import { choice, list, numeric, optional, party, record } from "@tallystick/core";
import { AmuletRules, requireExpectedDso } from "../configuration/amulet-rules.js";
import { modulePart } from "../../model/module-part.js";
import { executeTransfer } from "./execute-transfer.js";
import { Transfer, TransferContext, TransferOutput, TransferResult } from "./transfer-types.js";

const controllersOf = ({ sender, provider, outputs }: Transfer): ReadonlyArray<string> => [
  sender,
  provider,
  ...outputs.flatMap(({ receiver, lock }) => [receiver, ...(lock?.holders ?? [])]),
];

/**
 * A transfer that everyone whose coins it makes agrees to. A featured provider leaves its reward
 * as markers, which the DSO turns into coupons of an open round (specification 2.6).
 */
export const AmuletRules_Transfer = choice(AmuletRules, "AmuletRules_Transfer", {
  argument: record({ transfer: Transfer, context: TransferContext, expectedDso: optional(party) }),
  result: TransferResult,
  consuming: false,
  controllers: (_rules, { transfer }) => controllersOf(transfer),
  *body({ self, payload }, { transfer, context, expectedDso }) {
    const { dso } = payload;
    yield* requireExpectedDso(dso, expectedDso);
    const terms = yield* termsInRound(dso, transfer, context, self);
    return yield* executeTransfer(transfer, terms, "rewarded");
  },
});

/**
 * What fees a transfer would have had to pay; there are none, and the choice is no longer
 * supported.
 */
const AmuletRules_ComputeFees = choice(AmuletRules, "AmuletRules_ComputeFees", {
  argument: record({
    context: TransferContext,
    sender: party,
    outputs: list(TransferOutput),
    expectedDso: optional(party),
  }),
  result: record({ fees: list(numeric) }),
  consuming: false,
  controllers: (_rules, { sender }) => [sender],
  *body() {
    return yield* noLongerSupported("AmuletRules_ComputeFees", "0.1.17");
  },
});

export const amuletRulesTransferModule = modulePart({
  choices: [AmuletRules_Transfer, AmuletRules_ComputeFees],
});
