import {
  bool,
  choice,
  contractId,
  exercise,
  fetchView,
  list,
  party,
  record,
} from "@tallystick/core";
import { forDso, requireGroup } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { contextKeys } from "../../token-standard/choice-context.js";
import type { ExtraArgs } from "../../token-standard/metadata-v1.js";
import {
  TransferInstruction,
  TransferInstruction_Update,
} from "../../token-standard/transfer-instruction-v1.js";
import { AmuletRules } from "../configuration/amulet-rules.js";
import { requireThat } from "../../model/coin-error.js";

/**
 * The context of ending something whose CC is in a lock.
 *
 * @param expireLock false when the owner has taken the CC out of the expired lock already
 */
export const expireLockArgs = (expireLock: boolean): ExtraArgs => ({
  context: { values: new Map([[contextKeys.expireLock, { tag: "AV_Bool", value: expireLock }]]) },
  meta: { values: new Map() },
});

/**
 * The DSO ends transfers whose time is over, many in one transaction; the CC goes back to the
 * senders.
 */
export const AmuletRules_Amulet_ExpireTransferInstructions = choice(
  AmuletRules,
  "AmuletRules_Amulet_ExpireTransferInstructions",
  {
    argument: record({
      expectedDso: party,
      inputs: list(record({ transferInstructionCid: contractId, expireLock: bool })),
      observers: list(party),
    }),
    result: record({ results: list(TransferInstruction_Update.result) }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    observers: (_rules, { observers }) => observers,
    *body({ payload: { dso } }, { expectedDso, inputs }) {
      yield* requireThat(expectedDso === dso, "The expectedDso must match the AmuletDso");
      const results = [];
      for (const { transferInstructionCid: cid, expireLock } of inputs) {
        const view = yield* fetchView(TransferInstruction, cid);
        const { admin } = view.transfer.instrumentId;
        yield* requireGroup(forDso(dso), forDso(admin), () => TransferInstruction.view.show(view));
        const argument = { extraActors: [], extraArgs: expireLockArgs(expireLock) };
        results.push(yield* exercise(TransferInstruction_Update, cid, argument));
      }
      return { results };
    },
  },
);

/** The end of transfers no one accepted. */
export const expireTransferInstructionsModule = modulePart({
  choices: [AmuletRules_Amulet_ExpireTransferInstructions],
});
