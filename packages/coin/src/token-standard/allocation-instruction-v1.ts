import {
  contractId,
  defineInterface,
  genMap,
  interfaceChoice,
  list,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  text,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { AllocationSpecification } from "./allocation-v1.js";
import { HoldingCids } from "./holding-v1.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";

const moduleName = "Splice.Api.Token.AllocationInstructionV1";

const Output = variant({
  AllocationInstructionResult_Pending: record({ allocationInstructionCid: contractId }),
  AllocationInstructionResult_Completed: record({ allocationCid: contractId }),
  AllocationInstructionResult_Failed: unit,
});

/** The outcome of reserving holdings. */
export const AllocationInstructionResult = record(
  {
    output: Output,
    senderChangeCids: HoldingCids,
    meta: Metadata,
  },
  "AllocationInstructionResult",
);
export type AllocationInstructionResult = Static<typeof AllocationInstructionResult>;

/** The view of a pending allocation in the token standard. */
export const AllocationInstructionView = record(
  {
    originalInstructionCid: optional(contractId),
    allocation: AllocationSpecification,
    pendingActions: genMap(party, text),
    requestedAt: timestamp,
    inputHoldingCids: HoldingCids,
    meta: Metadata,
  },
  "AllocationInstructionView",
);
export type AllocationInstructionView = Static<typeof AllocationInstructionView>;

const BySender = record({ extraArgs: ExtraArgs });
const ByAdmin = record({ extraActors: list(party), extraArgs: ExtraArgs });

/** A template's implementation of the choices of {@link AllocationInstruction}. */
export interface AllocationInstructionMethods {
  withdraw(argument: Static<typeof BySender>): ChoiceProgram<AllocationInstructionResult>;
  update(argument: Static<typeof ByAdmin>): ChoiceProgram<AllocationInstructionResult>;
}

/** An allocation that waits for something; the coin never needs one, as it allocates at once. */
export const AllocationInstruction = defineInterface<
  AllocationInstructionView,
  AllocationInstructionMethods
>(`${moduleName}:AllocationInstruction`, AllocationInstructionView);

/** The sender takes it back. */
export const AllocationInstruction_Withdraw = interfaceChoice(
  AllocationInstruction,
  "AllocationInstruction_Withdraw",
  {
    argument: BySender,
    result: AllocationInstructionResult,
    controllers: ({ allocation }) => [allocation.transferLeg.sender],
    *body({ methods }, argument) {
      return yield* methods.withdraw(argument);
    },
  },
);

/** The administrator of the instrument moves it on. */
export const AllocationInstruction_Update = interfaceChoice(
  AllocationInstruction,
  "AllocationInstruction_Update",
  {
    argument: ByAdmin,
    result: AllocationInstructionResult,
    controllers: ({ allocation }, { extraActors }) => [
      allocation.transferLeg.instrumentId.admin,
      ...extraActors,
    ],
    *body({ methods }, argument) {
      return yield* methods.update(argument);
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
  expectedAdmin: party,
  allocation: AllocationSpecification,
  requestedAt: timestamp,
  inputHoldingCids: HoldingCids,
  extraArgs: ExtraArgs,
});
export type AllocationFactoryAllocateArgument = Static<typeof AllocationFactoryAllocateArgument>;

const PublicFetch = record({ expectedAdmin: party, actor: party });

/** A template's implementation of the choices of {@link AllocationFactory}. */
export interface AllocationFactoryMethods {
  allocate(argument: AllocationFactoryAllocateArgument): ChoiceProgram<AllocationInstructionResult>;
  publicFetch(
    argument: Static<typeof PublicFetch>,
  ): ChoiceProgram<Static<typeof AllocationFactoryView>>;
}

/** Where allocations of an instrument begin. */
export const AllocationFactory = defineInterface<
  Static<typeof AllocationFactoryView>,
  AllocationFactoryMethods
>(`${moduleName}:AllocationFactory`, AllocationFactoryView);

/** The sender of a leg reserves holdings for it. */
export const AllocationFactory_Allocate = interfaceChoice(
  AllocationFactory,
  "AllocationFactory_Allocate",
  {
    argument: AllocationFactoryAllocateArgument,
    result: AllocationInstructionResult,
    consuming: false,
    controllers: (_view, { allocation }) => [allocation.transferLeg.sender],
    *body({ methods }, argument) {
      return yield* methods.allocate(argument);
    },
  },
);

/** Anyone reads the factory's view. */
export const AllocationFactory_PublicFetch = interfaceChoice(
  AllocationFactory,
  "AllocationFactory_PublicFetch",
  {
    argument: PublicFetch,
    result: AllocationFactoryView,
    consuming: false,
    controllers: (_view, { actor }) => [actor],
    *body({ methods }, argument) {
      return yield* methods.publicFetch(argument);
    },
  },
);
