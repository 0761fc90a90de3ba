import {
  contractId,
  defineInterface,
  genMap,
  interfaceChoice,
  list,
  numeric,
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
import { HoldingCids, InstrumentId } from "./holding-v1.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";

const moduleName = "Splice.Api.Token.TransferInstructionV1";

/** A transfer as the sender asks for it. */
export const Transfer = record(
  {
    sender: party,
    receiver: party,
    amount: numeric,
    instrumentId: InstrumentId,
    requestedAt: timestamp,
    executeBefore: timestamp,
    inputHoldingCids: HoldingCids,
    meta: Metadata,
  },
  "Transfer",
);
export type Transfer = Static<typeof Transfer>;

/** How far a transfer has come. */
export const TransferInstructionResultOutput = variant({
  TransferInstructionResult_Pending: record({ transferInstructionCid: contractId }),
  TransferInstructionResult_Completed: record({ receiverHoldingCids: HoldingCids }),
  TransferInstructionResult_Failed: unit,
});

/** The outcome of a transfer: it waits, it is done, or it has failed. */
export const TransferInstructionResult = record(
  {
    output: TransferInstructionResultOutput,
    senderChangeCids: HoldingCids,
    meta: Metadata,
  },
  "TransferInstructionResult",
);
export type TransferInstructionResult = Static<typeof TransferInstructionResult>;

/** What a transfer instruction waits for. */
export const TransferInstructionStatus = variant({
  TransferPendingReceiverAcceptance: unit,
  TransferPendingInternalWorkflow: record({ pendingActions: genMap(party, text) }),
});

/** The token standard's view of a transfer instruction. */
export const TransferInstructionView = record(
  {
    originalInstructionCid: optional(contractId),
    transfer: Transfer,
    status: TransferInstructionStatus,
    meta: Metadata,
  },
  "TransferInstructionView",
);
export type TransferInstructionView = Static<typeof TransferInstructionView>;

const ByOneParty = record({ extraArgs: ExtraArgs });
const ByAdmin = record({ extraActors: list(party), extraArgs: ExtraArgs });

/** A template's implementation of the choices of {@link TransferInstruction}. */
export interface TransferInstructionMethods {
  accept(argument: Static<typeof ByOneParty>): ChoiceProgram<TransferInstructionResult>;
  reject(argument: Static<typeof ByOneParty>): ChoiceProgram<TransferInstructionResult>;
  withdraw(argument: Static<typeof ByOneParty>): ChoiceProgram<TransferInstructionResult>;
  update(argument: Static<typeof ByAdmin>): ChoiceProgram<TransferInstructionResult>;
}

/** A two-step transfer that is not over (specification 2.6). */
export const TransferInstruction = defineInterface<
  TransferInstructionView,
  TransferInstructionMethods
>(`${moduleName}:TransferInstruction`, TransferInstructionView);

/** The receiver takes what is offered. */
export const TransferInstruction_Accept = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Accept",
  {
    argument: ByOneParty,
    result: TransferInstructionResult,
    controllers: ({ transfer }) => [transfer.receiver],
    *body({ methods }, argument) {
      return yield* methods.accept(argument);
    },
  },
);

/** The receiver does not want it. */
export const TransferInstruction_Reject = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Reject",
  {
    argument: ByOneParty,
    result: TransferInstructionResult,
    controllers: ({ transfer }) => [transfer.receiver],
    *body({ methods }, argument) {
      return yield* methods.reject(argument);
    },
  },
);

/** The sender takes it back. */
export const TransferInstruction_Withdraw = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Withdraw",
  {
    argument: ByOneParty,
    result: TransferInstructionResult,
    controllers: ({ transfer }) => [transfer.sender],
    *body({ methods }, argument) {
      return yield* methods.withdraw(argument);
    },
  },
);

/** The administrator of the instrument moves it on, for example when its time is over. */
export const TransferInstruction_Update = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Update",
  {
    argument: ByAdmin,
    result: TransferInstructionResult,
    controllers: ({ transfer }, { extraActors }) => [transfer.instrumentId.admin, ...extraActors],
    *body({ methods }, argument) {
      return yield* methods.update(argument);
    },
  },
);

/** The token standard's view of a factory of transfers. */
export const TransferFactoryView = record({ admin: party, meta: Metadata }, "TransferFactoryView");

/** The argument of {@link TransferFactory_Transfer}. */
export const TransferFactoryTransferArgument = record({
  expectedAdmin: party,
  transfer: Transfer,
  extraArgs: ExtraArgs,
});
export type TransferFactoryTransferArgument = Static<typeof TransferFactoryTransferArgument>;

const PublicFetch = record({ expectedAdmin: party, actor: party });

/** A template's implementation of the choices of {@link TransferFactory}. */
export interface TransferFactoryMethods {
  transfer(argument: TransferFactoryTransferArgument): ChoiceProgram<TransferInstructionResult>;
  publicFetch(
    argument: Static<typeof PublicFetch>,
  ): ChoiceProgram<Static<typeof TransferFactoryView>>;
}

/** Where transfers of an instrument begin. */
export const TransferFactory = defineInterface<
  Static<typeof TransferFactoryView>,
  TransferFactoryMethods
>(`${moduleName}:TransferFactory`, TransferFactoryView);

/** The sender begins a transfer. */
export const TransferFactory_Transfer = interfaceChoice(
  TransferFactory,
  "TransferFactory_Transfer",
  {
    argument: TransferFactoryTransferArgument,
    result: TransferInstructionResult,
    consuming: false,
    controllers: (_view, { transfer }) => [transfer.sender],
    *body({ methods }, argument) {
      return yield* methods.transfer(argument);
    },
  },
);

/** Anyone reads the factory's view. */
export const TransferFactory_PublicFetch = interfaceChoice(
  TransferFactory,
  "TransferFactory_PublicFetch",
  {
    argument: PublicFetch,
    result: TransferFactoryView,
    consuming: false,
    controllers: (_view, { actor }) => [actor],
    *body({ methods }, argument) {
      return yield* methods.publicFetch(argument);
    },
  },
);
