import {
  bool,
  type ChoiceProgram,
  contractId,
  defineInterface,
  genMap,
  int64,
  interfaceChoice,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { ByActors, byActors, FetchByActors, PartyGroups } from "./acting-parties.js";
import { HoldingCids } from "./holding-v1.js";
import { Account } from "./holding-v2.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";
import { TransferLegSide } from "./transfer-leg-side.js";

export { TransferLegSide, TransferSide } from "./transfer-leg-side.js";

const moduleName = "Splice.Api.Token.AllocationV2";

/** A settlement that its executors carry out together: named by a text, a contract, or both. */
export const SettlementInfo = record(
  { executors: list(party), id: text, cid: optional(contractId), meta: Metadata },
  "SettlementInfo",
);
export type SettlementInfo = Static<typeof SettlementInfo>;

/** One transfer of a settlement. */
export const TransferLeg = record(
  {
    transferLegId: text,
    sender: Account,
    receiver: Account,
    amount: numeric,
    instrumentId: text,
    meta: Metadata,
  },
  "TransferLeg",
);
export type TransferLeg = Static<typeof TransferLeg>;

/** What of each instrument a later iteration of a settlement may use, by the instrument's id. */
export const NextIterationFunding = optional(textMap(numeric));

/**
 * What the owner of an account authorises: its sides of the legs, until when, whether settlement
 * goes on in iterations with further funds, and whether it binds until the deadline.
 */
export const AllocationSpecification = record(
  {
    admin: party,
    authorizer: Account,
    transferLegSides: list(TransferLegSide),
    settlementDeadline: optional(timestamp),
    nextIterationFunding: NextIterationFunding,
    committed: bool,
    meta: Metadata,
  },
  "AllocationSpecification",
);
export type AllocationSpecification = Static<typeof AllocationSpecification>;

/** What can be done with an allocation. */
export const AllocationAction = variant({
  AA_Settle: unit,
  AA_Cancel: unit,
  AA_Withdraw: unit,
  AA_Custom: record({ id: text }),
});

/** The token standard's view of an allocation. */
export const AllocationView = record(
  {
    originalAllocationCid: optional(contractId),
    settlement: SettlementInfo,
    allocation: AllocationSpecification,
    holdingCids: HoldingCids,
    createdAt: timestamp,
    numIterations: int64,
    expiresAt: optional(timestamp),
    availableActions: genMap(AllocationAction, PartyGroups),
    meta: Metadata,
  },
  "AllocationView",
);
export type AllocationView = Static<typeof AllocationView>;

const AllocationResultOutput = variant({
  AllocationResult_Pending: record({ allocationCid: contractId }),
  AllocationResult_Settled: record({ nextIterationAllocationCid: optional(contractId) }),
  AllocationResult_Cancelled: unit,
  AllocationResult_Withdrawn: unit,
});

/** The outcome of a step of an allocation, with the holdings the account has from it. */
export const AllocationResult = record(
  {
    output: AllocationResultOutput,
    authorizerHoldingCids: textMap(HoldingCids),
    meta: Metadata,
  },
  "AllocationResult",
);
export type AllocationResult = Static<typeof AllocationResult>;

/** The argument of {@link Allocation_Settle}. */
export const AllocationSettleArgument = record({
  actors: list(party),
  extraTransferLegSides: list(TransferLegSide),
  nextIterationFunding: NextIterationFunding,
  extraArgs: ExtraArgs,
});
export type AllocationSettleArgument = Static<typeof AllocationSettleArgument>;

/**
 * A template's implementation of the choices of {@link Allocation}, each with who else is informed.
 * The choices archive nothing: implementations archive the allocation, whose contract id is `self`.
 */
export interface AllocationMethods {
  settle(self: string, argument: AllocationSettleArgument): ChoiceProgram<AllocationResult>;
  cancel(self: string, argument: ByActors): ChoiceProgram<AllocationResult>;
  withdraw(self: string, argument: ByActors): ChoiceProgram<AllocationResult>;
  settleObservers(argument: AllocationSettleArgument): ReadonlyArray<string>;
  cancelObservers(argument: ByActors): ReadonlyArray<string>;
  withdrawObservers(argument: ByActors): ReadonlyArray<string>;
}

/** The authorisation of an account for its sides of a settlement, with what it sends reserved. */
export const Allocation = defineInterface<AllocationView, AllocationMethods>(
  `${moduleName}:Allocation`,
  AllocationView,
);

/**
 * Executors and administrator settle this allocation's sides; for use inside of
 * {@link SettlementFactory_SettleBatch}, which checks that they fit those of the other allocations.
 */
export const Allocation_Settle = interfaceChoice(Allocation, "Allocation_Settle", {
  argument: AllocationSettleArgument,
  result: AllocationResult,
  consuming: false,
  controllers: byActors,
  observers: (_view, argument, methods) => methods.settleObservers(argument),
  *body({ self, methods }, argument) {
    return yield* methods.settle(self, argument);
  },
});

/** The executors give the reserved holdings free again. */
export const Allocation_Cancel = interfaceChoice(Allocation, "Allocation_Cancel", {
  argument: ByActors,
  result: AllocationResult,
  consuming: false,
  controllers: byActors,
  observers: (_view, argument, methods) => methods.cancelObservers(argument),
  *body({ self, methods }, argument) {
    return yield* methods.cancel(self, argument);
  },
});

/** The account takes its authorisation back. */
export const Allocation_Withdraw = interfaceChoice(Allocation, "Allocation_Withdraw", {
  argument: ByActors,
  result: AllocationResult,
  consuming: false,
  controllers: byActors,
  observers: (_view, argument, methods) => methods.withdrawObservers(argument),
  *body({ self, methods }, argument) {
    return yield* methods.withdraw(self, argument);
  },
});

/** An allocation with what its executors settle beyond what it names itself. */
export const FinalizedAllocation = record(
  {
    allocationCid: contractId,
    extraTransferLegSides: list(TransferLegSide),
    nextIterationFunding: NextIterationFunding,
  },
  "FinalizedAllocation",
);
export type FinalizedAllocation = Static<typeof FinalizedAllocation>;

/** The token standard's view of a factory of settlements. */
export const SettlementFactoryView = record(
  { admin: party, meta: Metadata },
  "SettlementFactoryView",
);

/** The argument of {@link SettlementFactory_SettleBatch}. */
export const SettleBatchArgument = record({
  settlement: SettlementInfo,
  transferLegs: list(TransferLeg),
  allocations: list(FinalizedAllocation),
  actors: list(party),
  extraArgs: ExtraArgs,
});
export type SettleBatchArgument = Static<typeof SettleBatchArgument>;

/** The outcomes of a batch, in the order of its allocations. */
export const SettleBatchResult = record(
  { allocationSettleResults: list(AllocationResult), meta: Metadata },
  "SettlementFactory_SettleBatchResult",
);
export type SettleBatchResult = Static<typeof SettleBatchResult>;

/** A template's implementation of the choices of {@link SettlementFactory}. */
export interface SettlementFactoryMethods {
  settleBatch(self: string, argument: SettleBatchArgument): ChoiceProgram<SettleBatchResult>;
  settleBatchObservers(argument: SettleBatchArgument): ReadonlyArray<string>;
  publicFetch(argument: FetchByActors): ChoiceProgram<Static<typeof SettlementFactoryView>>;
}

/** Where an administrator's legs of a settlement are settled. */
export const SettlementFactory = defineInterface<
  Static<typeof SettlementFactoryView>,
  SettlementFactoryMethods
>(`${moduleName}:SettlementFactory`, SettlementFactoryView);

/** The executors settle legs, for all of which there are allocations, in one transaction. */
export const SettlementFactory_SettleBatch = interfaceChoice(
  SettlementFactory,
  "SettlementFactory_SettleBatch",
  {
    argument: SettleBatchArgument,
    result: SettleBatchResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.settleBatchObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.settleBatch(self, argument);
    },
  },
);

/** Anyone reads the factory's view. */
export const SettlementFactory_PublicFetch = interfaceChoice(
  SettlementFactory,
  "SettlementFactory_PublicFetch",
  {
    argument: FetchByActors,
    result: SettlementFactoryView,
    consuming: false,
    controllers: byActors,
    *body({ methods }, argument) {
      return yield* methods.publicFetch(argument);
    },
  },
);
