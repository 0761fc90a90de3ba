import {
  type ChoiceProgram,
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
  text,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { ByActors, byActors, FetchByActors, PartyGroups } from "./acting-parties.js";
import { HoldingCids, InstrumentId } from "./holding-v1.js";
import { Account } from "./holding-v2.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";
import { TransferInstructionResult } from "./transfer-instruction-v1.js";

export { TransferInstructionResult } from "./transfer-instruction-v1.js";

const moduleName = "Splice.Api.Token.TransferInstructionV2";

/** A transfer between two accounts as it is asked for. */
export const Transfer = record(
  {
    sender: Account,
    receiver: Account,
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

/** What can be done with a transfer instruction. */
export const TransferInstructionAction = variant({
  TIA_Accept: unit,
  TIA_Reject: unit,
  TIA_Withdraw: unit,
  TIA_Custom: record({ id: text }),
});

/** The token standard's view of a transfer instruction. */
export const TransferInstructionView = record(
  {
    originalInstructionCid: optional(contractId),
    transfer: Transfer,
    expiresAt: optional(timestamp),
    availableActions: genMap(TransferInstructionAction, PartyGroups),
    meta: Metadata,
  },
  "TransferInstructionView",
);
export type TransferInstructionView = Static<typeof TransferInstructionView>;

/**
 * A template's implementation of the choices of {@link TransferInstruction}, each with who else is
 * informed. The choices archive nothing: implementations archive the instruction, whose contract id
 * is `self`.
 */
export interface TransferInstructionMethods {
  accept(self: string, argument: ByActors): ChoiceProgram<TransferInstructionResult>;
  reject(self: string, argument: ByActors): ChoiceProgram<TransferInstructionResult>;
  withdraw(self: string, argument: ByActors): ChoiceProgram<TransferInstructionResult>;
  acceptObservers(argument: ByActors): ReadonlyArray<string>;
  rejectObservers(argument: ByActors): ReadonlyArray<string>;
  withdrawObservers(argument: ByActors): ReadonlyArray<string>;
}

/** A two-step transfer between accounts that is not over. */
export const TransferInstruction = defineInterface<
  TransferInstructionView,
  TransferInstructionMethods
>(`${moduleName}:TransferInstruction`, TransferInstructionView);

/** Who has to agree takes the transfer, as a rule owner and provider of the receiving account. */
export const TransferInstruction_Accept = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Accept",
  {
    argument: ByActors,
    result: TransferInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.acceptObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.accept(self, argument);
    },
  },
);

/** The receiving account refuses the transfer. */
export const TransferInstruction_Reject = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Reject",
  {
    argument: ByActors,
    result: TransferInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.rejectObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.reject(self, argument);
    },
  },
);

/** The sending account takes the transfer back. */
export const TransferInstruction_Withdraw = interfaceChoice(
  TransferInstruction,
  "TransferInstruction_Withdraw",
  {
    argument: ByActors,
    result: TransferInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.withdrawObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.withdraw(self, argument);
    },
  },
);

/** The token standard's view of a factory of transfers. */
export const TransferFactoryView = record({ admin: party, meta: Metadata }, "TransferFactoryView");

/** The argument of {@link TransferFactory_Transfer}. */
export const TransferFactoryTransferArgument = record({
  transfer: Transfer,
  actors: list(party),
  extraArgs: ExtraArgs,
});
export type TransferFactoryTransferArgument = Static<typeof TransferFactoryTransferArgument>;

/** A template's implementation of the choices of {@link TransferFactory}. */
export interface TransferFactoryMethods {
  transfer(
    self: string,
    argument: TransferFactoryTransferArgument,
  ): ChoiceProgram<TransferInstructionResult>;
  transferObservers(argument: TransferFactoryTransferArgument): ReadonlyArray<string>;
  publicFetch(argument: FetchByActors): ChoiceProgram<Static<typeof TransferFactoryView>>;
}

/** Where transfers between accounts begin. */
export const TransferFactory = defineInterface<
  Static<typeof TransferFactoryView>,
  TransferFactoryMethods
>(`${moduleName}:TransferFactory`, TransferFactoryView);

/** The actors begin a transfer, or make it at once where the implementation lets them. */
export const TransferFactory_Transfer = interfaceChoice(
  TransferFactory,
  "TransferFactory_Transfer",
  {
    argument: TransferFactoryTransferArgument,
    result: TransferInstructionResult,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.transferObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.transfer(self, argument);
    },
  },
);

/** Anyone reads the factory's view. */
export const TransferFactory_PublicFetch = interfaceChoice(
  TransferFactory,
  "TransferFactory_PublicFetch",
  {
    argument: FetchByActors,
    result: TransferFactoryView,
    consuming: false,
    controllers: byActors,
    *body({ methods }, argument) {
      return yield* methods.publicFetch(argument);
    },
  },
);
