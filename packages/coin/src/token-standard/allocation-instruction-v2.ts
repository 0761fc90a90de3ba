import {
  type ChoiceProgram,
  contractId,
  defineInterface,
  genMap,
  interfaceChoice,
  list,
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
import { AllocationSpecification, SettlementInfo } from "./allocation-v2.js";
import { HoldingCids } from "./holding-v1.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";

const moduleName = "Splice.Api.Token.AllocationInstructionV2";

const Output = variant({
  AllocationInstructionResult_Pending: record({ allocationInstructionCid: contractId }),
  AllocationInstructionResult_Completed: record({ allocationCid: contractId }),
  AllocationInstructionResult_Failed: unit,
});

/** The outcome of a step towards an allocation, with the change by the instrument's id. */
export const AllocationInstructionResult = record(
  {
    output: Output,
    authorizerChangeCids: textMap(HoldingCids),
    meta: Metadata,
  },
  "AllocationInstructionResult",
);
export type AllocationInstructionResult = Static<typeof AllocationInstructionResult>;

/** What can be done with a pending allocation. */
export const AllocationInstructionAction = variant({
  AIA_Withdraw: unit,
  AIA_Accept: unit,
  AIA_Custom: record({ id: text }),
});

/** The token standard's view of a pending allocation. */
export const AllocationInstructionView = record(
  {
    originalInstructionCid: optional(contractId),
    settlement: SettlementInfo,
    allocation: AllocationSpecification,
    requestedAt: timestamp,
    inputHoldingCids: HoldingCids,
    expiresAt: optional(timestamp),
    availableActions: genMap(AllocationInstructionAction, PartyGroups),
    meta: Metadata,
  },
  "AllocationInstructionView",
);
export type AllocationInstructionView = Static<typeof AllocationInstructionView>;

/**
 * A template's implementation of the choices of {@link AllocationInstruction}, each with who else
 * is informed. Implementations archive the instruction, whose contract id is `self`.
 */
export interface AllocationInstructionMethods {
  accept(self: string, argument: ByActors): ChoiceProgram<AllocationInstructionResult>;
  withdraw(self: string, argument: ByActors): ChoiceProgram<AllocationInstructionResult>;
  acceptObservers(argument: ByActors): ReadonlyArray<string>;
  withdrawObservers(argument: ByActors): ReadonlyArray<string>;
}

/** An allocation that waits for something; the coin never needs one, as it allocates at once. */
export const AllocationInstruction = defineInterface<
  AllocationInstructionView,
  AllocationInstructionMethods
>(`${moduleName}:AllocationInstruction`, AllocationInstructionView);

/** Who has to agree to the allocation does so. */
export const AllocationInstruction_Accept = interfaceChoice(
  AllocationInstruction,
  "AllocationInstruction_Accept",
  {
    argument: ByActors,
    result: AllocationInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.acceptObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.accept(self, argument);
    },
  },
);

/** The account takes it back. */
export const AllocationInstruction_Withdraw = interfaceChoice(
  AllocationInstruction,
  "AllocationInstruction_Withdraw",
  {
    argument: ByActors,
    result: AllocationInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.withdrawObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.withdraw(self, argument);
    },
  },
);

/** The token standard's view of a factory of allocations. */
export const AllocationFactoryView = record(
  { admin: party, meta: Metadata },
  "AllocationFactoryView",
);

/** The argument of {@link AllocationFactory_Allocate}. */
export const AllocationFactoryAllocateArgument = record({
  settlement: SettlementInfo,
  allocation: AllocationSpecification,
  requestedAt: timestamp,
  inputHoldingCids: HoldingCids,
  extraArgs: ExtraArgs,
  actors: list(party),
});
export type AllocationFactoryAllocateArgument = Static<typeof AllocationFactoryAllocateArgument>;

/** A template's implementation of the choices of {@link AllocationFactory}. */
export interface AllocationFactoryMethods {
  allocate(
    self: string,
    argument: AllocationFactoryAllocateArgument,
  ): ChoiceProgram<AllocationInstructionResult>;
  allocateObservers(argument: AllocationFactoryAllocateArgument): ReadonlyArray<string>;
  publicFetch(argument: FetchByActors): ChoiceProgram<Static<typeof AllocationFactoryView>>;
}

/** Where allocations of an instrument begin. */
export const AllocationFactory = defineInterface<
  Static<typeof AllocationFactoryView>,
  AllocationFactoryMethods
>(`${moduleName}:AllocationFactory`, AllocationFactoryView);

/** An account authorises its sides of a settlement, and reserves what it sends. */
export const AllocationFactory_Allocate = interfaceChoice(
  AllocationFactory,
  "AllocationFactory_Allocate",
  {
    argument: AllocationFactoryAllocateArgument,
    result: AllocationInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.allocateObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.allocate(self, argument);
    },
  },
);

/** Anyone reads the factory's view. */
export const AllocationFactory_PublicFetch = interfaceChoice(
  AllocationFactory,
  "AllocationFactory_PublicFetch",
  {
    argument: FetchByActors,
    result: AllocationFactoryView,
    consuming: false,
    controllers: byActors,
    *body({ methods }, argument) {
      return yield* methods.publicFetch(argument);
    },
  },
);
