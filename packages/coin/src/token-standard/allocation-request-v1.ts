import {
  defineInterface,
  interfaceChoice,
  party,
  record,
  type Static,
  type ChoiceProgram,
  textMap,
} from "@tallystick/core";
import { SettlementInfo, TransferLeg } from "./allocation-v1.js";
import { ChoiceExecutionMetadata, ExtraArgs, Metadata } from "./metadata-v1.js";

/** The token standard's view of an app's request for allocations; the legs by their ids. */
export const AllocationRequestView = record(
  {
    settlement: SettlementInfo,
    transferLegs: textMap(TransferLeg),
    meta: Metadata,
  },
  "AllocationRequestView",
);
export type AllocationRequestView = Static<typeof AllocationRequestView>;

const RejectArgument = record({ actor: party, extraArgs: ExtraArgs });
const WithdrawArgument = record({ extraArgs: ExtraArgs });

/** A template's implementation of the choices of {@link AllocationRequest}. */
export interface AllocationRequestMethods {
  reject(
    argument: Static<typeof RejectArgument>,
  ): ChoiceProgram<Static<typeof ChoiceExecutionMetadata>>;
  withdraw(
    argument: Static<typeof WithdrawArgument>,
  ): ChoiceProgram<Static<typeof ChoiceExecutionMetadata>>;
}

/** An app asks wallets to reserve holdings; apps implement it, the coin does not. */
export const AllocationRequest = defineInterface<AllocationRequestView, AllocationRequestMethods>(
  "Splice.Api.Token.AllocationRequestV1:AllocationRequest",
  AllocationRequestView,
);

/** The sender of a leg does not want it. */
export const AllocationRequest_Reject = interfaceChoice(
  AllocationRequest,
  "AllocationRequest_Reject",
  {
    argument: RejectArgument,
    result: ChoiceExecutionMetadata,
    controllers: (_view, { actor }) => [actor],
    *body({ methods }, argument) {
      return yield* methods.reject(argument);
    },
  },
);

/** The executor takes the request back. */
export const AllocationRequest_Withdraw = interfaceChoice(
  AllocationRequest,
  "AllocationRequest_Withdraw",
  {
    argument: WithdrawArgument,
    result: ChoiceExecutionMetadata,
    controllers: ({ settlement }) => [settlement.executor],
    *body({ methods }, argument) {
      return yield* methods.withdraw(argument);
    },
  },
);
