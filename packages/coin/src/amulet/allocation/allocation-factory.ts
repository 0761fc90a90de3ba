import { create, instance, type ChoiceProgram } from "@tallystick/core";
import {
  AllocationFactory,
  type AllocationFactoryAllocateArgument,
  type AllocationInstructionResult,
} from "../../token-standard/allocation-instruction-v1.js";
import { contextKeys, neededInContext } from "../../token-standard/choice-context.js";
import { emptyMetadata } from "../../token-standard/metadata-v1.js";
import { reasonOf, withReason } from "../../token-standard/token-metadata.js";
import { requireThat, requireBefore, requireReached } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { AmuletAllocation } from "./amulet-allocation.js";
import {
  requireCoin,
  requireExpectedAdmin,
  requireFundable,
  ExternalPartyAmuletRules,
} from "../instruction/external-party-amulet-rules.js";
import { lockFunds } from "../instruction/locked-funds.js";
import { requireShortLived } from "../instruction/token-standard-ttl.js";

function* requireValid(
  dso: string,
  { expectedAdmin, allocation, requestedAt, inputHoldingCids }: AllocationFactoryAllocateArgument,
): ChoiceProgram<void> {
  const { settlement, transferLeg } = allocation;
  yield* requireExpectedAdmin(dso, expectedAdmin);
  yield* requireCoin(dso, transferLeg.instrumentId);
  yield* requireFundable(transferLeg.amount, inputHoldingCids);
  yield* requireReached("SettlementInfo.requestedAt", settlement.requestedAt);
  yield* requireReached("AllocationFactory_Allocate.requestedAt", requestedAt);
  yield* requireBefore("SettlementInfo.allocateBefore", settlement.allocateBefore);
  yield* requireThat(
    settlement.allocateBefore <= settlement.settleBefore,
    "invalid-argument",
    "SettlementInfo.allocateBefore does not lie after SettlementInfo.settleBefore.",
  );
}

/** Sets CC of the leg's sender aside; it completes at once (wallet 11.7). */
function* allocate(
  dso: string,
  argument: AllocationFactoryAllocateArgument,
): ChoiceProgram<AllocationInstructionResult> {
  yield* requireValid(dso, argument);
  const { allocation, inputHoldingCids, extraArgs } = argument;
  const openRoundCid = yield* neededInContext(extraArgs.context, contextKeys.openRound);
  const { settlement, transferLeg, transferLegId } = allocation;
  const lifetime = {
    what: "An allocation",
    requestedAt: argument.requestedAt,
    deadline: settlement.settleBefore,
    deadlineName: "settleBefore",
  };
  yield* requireShortLived(lifetime, dso, openRoundCid);
  const { lockedAmulet, senderChangeCids, meta } = yield* lockFunds({
    dso,
    sender: transferLeg.sender,
    amount: transferLeg.amount,
    expiresAt: settlement.settleBefore,
    lockContext: `allocation for leg ${transferLegId} of settlement ${settlement.settlementRef.id} to ${transferLeg.receiver}`,
    inputHoldingCids,
    openRoundCid,
  });
  const allocationCid = yield* create(AmuletAllocation, { lockedAmulet, allocation });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    senderChangeCids,
    meta: withReason(meta, reasonOf(transferLeg.meta)),
  };
}

/** The rules for parties outside the node as the factory of allocations. */
export const allocationFactoryModule = modulePart({
  instances: [
    instance(ExternalPartyAmuletRules, AllocationFactory, {
      view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
      methods: ({ dso }) => ({
        allocate: (argument) => allocate(dso, argument),
        *publicFetch({ expectedAdmin }) {
          yield* requireExpectedAdmin(dso, expectedAdmin);
          return { admin: dso, meta: emptyMetadata };
        },
      }),
    }),
  ],
});
