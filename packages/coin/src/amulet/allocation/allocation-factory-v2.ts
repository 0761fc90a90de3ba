import { type ChoiceProgram, create, instance, list, type Numeric, party } from "@tallystick/core";
import { constantInt, minus } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import {
  named,
  requireActors,
  requireExpected,
  requireRelated,
} from "../../model/require-related.js";
import {
  accountParties,
  principalOf,
  requireBasicAccount,
  requireNoAccount,
} from "../../token-standard/accounts.js";
import {
  AllocationFactory,
  type AllocationFactoryAllocateArgument,
  type AllocationInstructionResult,
} from "../../token-standard/allocation-instruction-v2.js";
import { SettlementFactory, TransferLegSide } from "../../token-standard/allocation-v2.js";
import { emptyMetadata, type Metadata } from "../../token-standard/metadata-v1.js";
import { settleBatch, settleBatchObservers } from "../../token-standard/settle-batch.js";
import { coinInstrumentName } from "../holding/amulet-payload.js";
import { coinTermsIn } from "../instruction/coin-terms.js";
import { ExternalPartyAmuletRules } from "../instruction/external-party-amulet-rules.js";
import { prepareTwoStepTransfer, unfeaturedContextIn } from "../instruction/two-step-transfer.js";
import {
  expiryOf,
  fundingOf,
  netCoins,
  requireLegs,
  settlementLockContext,
} from "./allocation-rules.js";
import { AmuletAllocationV2 } from "./amulet-allocation-v2.js";

/** What an account has reserved, and until when. */
interface Reserved {
  /** Undefined where the account sends nothing. */
  readonly lockedAmulet: string | undefined;
  readonly senderChangeCids: ReadonlyArray<string>;
  /** Microseconds since the Unix epoch. */
  readonly expiresAt: bigint;
  readonly meta: Metadata;
}

function* requireValid(
  dso: string,
  { allocation, requestedAt }: AllocationFactoryAllocateArgument,
): ChoiceProgram<void> {
  const { admin, transferLegSides, settlementDeadline, nextIterationFunding, meta } = allocation;
  if (settlementDeadline !== undefined)
    yield* requireBefore("Allocation.settlementDeadline", settlementDeadline);
  yield* requireExpected("allocation.admin", party, admin, dso);
  const legs = list(TransferLegSide);
  yield* requireRelated(
    nextIterationFunding !== undefined || transferLegSides.length > 0,
    named("transferLegSides", legs, transferLegSides),
    "is equal to",
    named("empty list", legs, []),
  );
  yield* requireLegs(transferLegSides);
  yield* requireNoAccount("allocation", "authorizer", meta);
  yield* requireReached("requestedAt", requestedAt);
}

/** Reserves CC for an allocation of either version of the token standard. */
export function* reserve(
  dso: string,
  argument: AllocationFactoryAllocateArgument,
  funding: Numeric,
): ChoiceProgram<Reserved> {
  const { settlement, allocation, requestedAt, inputHoldingCids, extraArgs, actors } = argument;
  const context = yield* unfeaturedContextIn(extraArgs.context, dso);
  yield* requireBasicAccount("allocation.authorizer", allocation.authorizer);
  const owner = principalOf(dso, allocation.authorizer);
  yield* requireActors(actors, [[owner]]);
  yield* requireValid(dso, argument);
  const { config } = yield* coinTermsIn(extraArgs.context, dso);
  const expiresAt = yield* expiryOf(config, requestedAt, allocation.settlementDeadline);
  if (funding <= 0n) {
    const senderChangeCids = inputHoldingCids;
    return { lockedAmulet: undefined, senderChangeCids, expiresAt, meta: emptyMetadata };
  }
  yield* requireThat(
    inputHoldingCids.length > 0,
    "At least one input holding must be provided for allocations that require funding",
  );
  const twoStep = {
    dso,
    sender: owner,
    receiver: owner,
    amount: funding,
    lockContext: settlementLockContext(settlement),
    transferBefore: expiresAt,
    transferBeforeName: "allocation.expiresAt",
    provider: owner,
    meta: emptyMetadata,
    allowsFeaturing: false,
  };
  const first = { requestedAt, inputHoldingCids, context };
  return { ...(yield* prepareTwoStepTransfer(twoStep, first)), expiresAt };
}

/** Reserves what an account sends and what it sets aside, less what it receives. */
function* allocate(
  dso: string,
  argument: AllocationFactoryAllocateArgument,
): ChoiceProgram<AllocationInstructionResult> {
  const { settlement, allocation, requestedAt } = argument;
  const net = yield* netCoins(allocation.authorizer, allocation.transferLegSides);
  const setAside = yield* fundingOf(allocation.nextIterationFunding);
  const { lockedAmulet, senderChangeCids, expiresAt, meta } = yield* reserve(
    dso,
    argument,
    yield* minus(setAside, net),
  );
  const allocationCid = yield* create(AmuletAllocationV2, {
    lockedAmulet,
    settlement,
    allocation,
    expiresAt,
    numIterations: constantInt(0n),
    createdAt: requestedAt,
  });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    authorizerChangeCids: new Map([[coinInstrumentName, senderChangeCids]]),
    meta,
  };
}

function* viewOf(dso: string) {
  return { admin: dso, meta: emptyMetadata };
}

/** The rules for parties outside the node as the factory of allocations and settlements. */
export const allocationFactoryV2Module = modulePart({
  later: {
    instances: [
      instance(ExternalPartyAmuletRules, AllocationFactory, {
        view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
        methods: ({ dso }) => ({
          allocate: (_self, argument) => allocate(dso, argument),
          allocateObservers: ({ settlement, allocation: { admin, authorizer } }) => [
            ...settlement.executors,
            ...accountParties(admin, authorizer),
          ],
          publicFetch: () => viewOf(dso),
        }),
      }),
      instance(ExternalPartyAmuletRules, SettlementFactory, {
        view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
        methods: ({ dso }) => ({
          settleBatch: (_self, argument) => settleBatch(dso, argument),
          settleBatchObservers: (argument) => settleBatchObservers(dso, argument),
          publicFetch: () => viewOf(dso),
        }),
      }),
    ],
  },
});
