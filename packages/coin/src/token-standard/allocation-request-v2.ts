import {
  type ChoiceProgram,
  contractId,
  defineInterface,
  genMap,
  interfaceChoice,
  list,
  optional,
  record,
  type Static,
  text,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { ByActors, byActors, PartyGroups } from "./acting-parties.js";
import { AllocationSpecification, SettlementInfo } from "./allocation-v2.js";
import { ChoiceExecutionMetadata, Metadata } from "./metadata-v1.js";

/** What can be done with a request. */
export const AllocationRequestAction = variant({
  ARA_Accept: unit,
  ARA_Reject: unit,
  ARA_Custom: record({ id: text }),
});

/** The token standard's view of an app's request for allocations. */
export const AllocationRequestView = record(
  {
    originalRequestCid: optional(contractId),
    settlement: SettlementInfo,
    allocations: list(AllocationSpecification),
    requestedAt: timestamp,
    settleAt: optional(timestamp),
    availableActions: genMap(AllocationRequestAction, PartyGroups),
    meta: Metadata,
  },
  "AllocationRequestView",
);
export type AllocationRequestView = Static<typeof AllocationRequestView>;

type Ended = ChoiceProgram<Static<typeof ChoiceExecutionMetadata>>;

/**
 * A template's implementation of the choices of {@link AllocationRequest}, each with who else is
 * informed. Implementations archive the request, whose contract id is `self`.
 */
export interface AllocationRequestMethods {
  accept(self: string, argument: ByActors): Ended;
  reject(self: string, argument: ByActors): Ended;
  withdraw(self: string, argument: ByActors): Ended;
  acceptObservers(argument: ByActors): ReadonlyArray<string>;
  rejectObservers(argument: ByActors): ReadonlyArray<string>;
  withdrawObservers(argument: ByActors): ReadonlyArray<string>;
}

/** An app asks wallets for allocations; apps implement it, the coin does not. */
export const AllocationRequest = defineInterface<AllocationRequestView, AllocationRequestMethods>(
  "Splice.Api.Token.AllocationRequestV2:AllocationRequest",
  AllocationRequestView,
);

/** The account says that the allocations are made, or will be. */
export const AllocationRequest_Accept = interfaceChoice(
  AllocationRequest,
  "AllocationRequest_Accept",
  {
    argument: ByActors,
    result: ChoiceExecutionMetadata,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.acceptObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.accept(self, argument);
    },
  },
);

/** The account says that it makes no allocation. */
export const AllocationRequest_Reject = interfaceChoice(
  AllocationRequest,
  "AllocationRequest_Reject",
  {
    argument: ByActors,
    result: ChoiceExecutionMetadata,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.rejectObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.reject(self, argument);
    },
  },
);

/** The executors take the request back. */
export const AllocationRequest_Withdraw = interfaceChoice(
  AllocationRequest,
  "AllocationRequest_Withdraw",
  {
    argument: ByActors,
    result: ChoiceExecutionMetadata,
    consuming: false,
    controllers: byActors,
    observers: (_view, argument, methods) => methods.withdrawObservers(argument),
    *body({ self, methods }, argument) {
      return yield* methods.withdraw(self, argument);
    },
  },
);
