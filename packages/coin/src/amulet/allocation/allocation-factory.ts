import { prepareTwoStepTransfer, unfeaturedContextIn } from "../instruction/two-step-transfer.js";
import { type ChoiceProgram, create, instance, timestamp } from "@tallystick/core";
import { isLater } from "../../model/release.js";
import { named, requireRelated } from "../../model/require-related.js";
import { allocationToV2, settlementToV2 } from "../../token-standard/bridge-v1.js";
import { reserve } from "./allocation-factory-v2.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import {
  AllocationFactory,
  type AllocationFactoryAllocateArgument,
  type AllocationInstructionResult,
} from "../../token-standard/allocation-instruction-v1.js";
import { emptyMetadata } from "../../token-standard/metadata-v1.js";
import {
  ExternalPartyAmuletRules,
  publicView,
  requireExpectedAdmin,
} from "../instruction/external-party-amulet-rules.js";
import { AmuletAllocation, twoStepOfAllocation } from "./amulet-allocation.js";
import { coinInstrumentName } from "../holding/amulet.js";

function* requireValid(
  dso: string,
  { allocation, requestedAt, inputHoldingCids }: AllocationFactoryAllocateArgument,
): ChoiceProgram<void> {
  const { settlement, transferLeg } = allocation;
  yield* requireReached("Allocation.settlement.requestedAt", settlement.requestedAt);
  yield* requireBefore("Allocation.settlement.allocateBefore", settlement.allocateBefore);
  yield* requireThat(
    settlement.allocateBefore <= settlement.settleBefore,
    "Allocation.settlement.allocateBefore <= Allocation.settlement.settleBefore",
  );
  yield* requireThat(transferLeg.amount > 0n, "Transfer amount must be positive");
  const { admin, id } = transferLeg.instrumentId;
  yield* requireThat(
    admin === dso && id === coinInstrumentName,
    "Instrument-id must match the factory",
  );
  yield* requireReached("requestedAt", requestedAt);
  yield* requireThat(inputHoldingCids.length > 0, "At least one input holding must be provided");
}

/** Reserves CC of the leg's sender; it completes at once (wallet 11.7). */
function* allocate(
  dso: string,
  argument: AllocationFactoryAllocateArgument,
): ChoiceProgram<AllocationInstructionResult> {
  const { allocation, requestedAt, inputHoldingCids, extraArgs } = argument;
  yield* requireExpectedAdmin(dso, argument.expectedAdmin);
  if (yield* isLater()) return yield* allocateByV2(dso, argument);
  const context = yield* unfeaturedContextIn(extraArgs.context, dso);
  yield* requireValid(dso, argument);
  const twoStep = yield* twoStepOfAllocation(allocation);
  const first = { requestedAt, inputHoldingCids, context };
  const { lockedAmulet, ...rest } = yield* prepareTwoStepTransfer(twoStep, first);
  const allocationCid = yield* create(AmuletAllocation, { lockedAmulet, allocation });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    ...rest,
  };
}

/** The later release reserves CC by the rules of the second version. */
function* allocateByV2(
  dso: string,
  { allocation, requestedAt, inputHoldingCids, extraArgs }: AllocationFactoryAllocateArgument,
): ChoiceProgram<AllocationInstructionResult> {
  const { allocateBefore, settleBefore } = allocation.settlement;
  yield* requireBefore("allocation.settlement.allocateBefore", allocateBefore);
  yield* requireRelated(
    allocateBefore <= settleBefore,
    named("allocation.settlement.allocateBefore", timestamp, allocateBefore),
    "is greater than",
    named("allocation.settlement.settleBefore", timestamp, settleBefore),
  );
  const argument = {
    settlement: settlementToV2(allocation.settlement),
    allocation: allocationToV2(allocation),
    requestedAt,
    inputHoldingCids,
    extraArgs,
    actors: [allocation.transferLeg.sender],
  };
  const { lockedAmulet, expiresAt, ...rest } = yield* reserve(
    dso,
    argument,
    allocation.transferLeg.amount,
  );
  if (lockedAmulet === undefined)
    return yield* generalError("unexpected: no locked amulet created");
  const allocationCid = yield* create(AmuletAllocation, { lockedAmulet, allocation, expiresAt });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    ...rest,
  };
}

/** The rules for parties outside the node as the factory of allocations. */
export const allocationFactoryModule = modulePart({
  instances: [
    instance(ExternalPartyAmuletRules, AllocationFactory, {
      view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
      methods: ({ dso }) => ({
        allocate: (argument) => allocate(dso, argument),
        publicFetch: ({ expectedAdmin }) => publicView(dso, expectedAdmin),
      }),
    }),
  ],
});
