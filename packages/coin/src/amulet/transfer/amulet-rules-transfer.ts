import { choice, optional, party, record } from "@tallystick/core";
import { AmuletRules, requireExpectedDso } from "../configuration/amulet-rules.js";
import { modulePart } from "../../model/module-part.js";
import { executeTransfer } from "./execute-transfer.js";
import { Transfer, TransferContext, TransferResult } from "./transfer-types.js";

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
    yield* requireExpectedDso(dso, expectedDso);
    return yield* executeTransfer(dso, transfer, context);
  },
});

/** Transfers by the rules. */
export const amuletRulesTransferModule = modulePart({ choices: [AmuletRules_Transfer] });
