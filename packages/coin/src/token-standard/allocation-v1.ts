import {
  contractId,
  defineInterface,
  interfaceChoice,
  numeric,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  text,
  timestamp,
} from "@tallystick/core";
import { HoldingCids, InstrumentId } from "./holding-v1.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";

/** What an app calls a settlement: a text, a contract, or both. */
export const Reference = record({ id: text, cid: optional(contractId) }, "Reference");

/** A settlement an app would like to execute. */
export const SettlementInfo = record(
  {
    executor: party,
    settlementRef: Reference,
    requestedAt: timestamp,
    allocateBefore: timestamp,
    settleBefore: timestamp,
    meta: Metadata,
  },
  "SettlementInfo",
);

/** One transfer of a settlement. */
export const TransferLeg = record(
  {
    sender: party,
    receiver: party,
    amount: numeric,
    instrumentId: InstrumentId,
    meta: Metadata,
  },
  "TransferLeg",
);

/** Which leg of which settlement something is reserved for. */
export const AllocationSpecification = record(
  {
    settlement: SettlementInfo,
    transferLegId: text,
    transferLeg: TransferLeg,
  },
  "AllocationSpecification",
);
export type AllocationSpecification = Static<typeof AllocationSpecification>;

/** The token standard's view of an allocation. */
export const AllocationView = record(
  {
    allocation: AllocationSpecification,
    holdingCids: HoldingCids,
    meta: Metadata,
  },
  "AllocationView",
);
export type AllocationView = Static<typeof AllocationView>;

/** The result of executing an allocation. */
export const Allocation_ExecuteTransferResult = record({
  senderHoldingCids: HoldingCids,
  receiverHoldingCids: HoldingCids,
  meta: Metadata,
});

/** The result of cancelling an allocation. */
export const Allocation_CancelResult = record({ senderHoldingCids: HoldingCids, meta: Metadata });

/** The result of withdrawing an allocation. */
export const Allocation_WithdrawResult = record({ senderHoldingCids: HoldingCids, meta: Metadata });

const Argument = record({ extraArgs: ExtraArgs });

/** A template's implementation of the choices of {@link Allocation}. */
export interface AllocationMethods {
  executeTransfer(
    argument: Static<typeof Argument>,
  ): ChoiceProgram<Static<typeof Allocation_ExecuteTransferResult>>;
  cancel(argument: Static<typeof Argument>): ChoiceProgram<Static<typeof Allocation_CancelResult>>;
  withdraw(
    argument: Static<typeof Argument>,
  ): ChoiceProgram<Static<typeof Allocation_WithdrawResult>>;
}

/** Holdings reserved for one leg of a settlement. */
export const Allocation = defineInterface<AllocationView, AllocationMethods>(
  "Splice.Api.Token.AllocationV1:Allocation",
  AllocationView,
);

const allThree = ({ allocation }: AllocationView): ReadonlyArray<string> => [
  allocation.settlement.executor,
  allocation.transferLeg.sender,
  allocation.transferLeg.receiver,
];

/** Executor, sender and receiver together have the leg carried out. */
export const Allocation_ExecuteTransfer = interfaceChoice(
  Allocation,
  "Allocation_ExecuteTransfer",
  {
    argument: Argument,
    result: Allocation_ExecuteTransferResult,
    controllers: allThree,
    *body({ methods }, argument) {
      return yield* methods.executeTransfer(argument);
    },
  },
);

/** Executor, sender and receiver together give the holdings free again. */
export const Allocation_Cancel = interfaceChoice(Allocation, "Allocation_Cancel", {
  argument: Argument,
  result: Allocation_CancelResult,
  controllers: allThree,
  *body({ methods }, argument) {
    return yield* methods.cancel(argument);
  },
});

/** The sender takes the holdings back. */
export const Allocation_Withdraw = interfaceChoice(Allocation, "Allocation_Withdraw", {
  argument: Argument,
  result: Allocation_WithdrawResult,
  controllers: ({ allocation }) => [allocation.transferLeg.sender],
  *body({ methods }, argument) {
    return yield* methods.withdraw(argument);
  },
});
