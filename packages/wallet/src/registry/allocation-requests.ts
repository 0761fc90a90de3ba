import { allocationRequestV1, allocationRequestV2 } from "@tallystick/coin";
import { type Command, commandsOf, type Json, type PartyId } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { extraArgsOf } from "./choice-contexts.js";

const byV1 = commandsOf({ name: "splice-api-token-allocation-request-v1" });
const byV2 = commandsOf({ name: "splice-api-token-allocation-request-v2" });

/** The interfaces of requests, the newest first: it counts where a contract has both. */
export const allocationRequestInterfaces = [
  {
    version: 2,
    name: allocationRequestV2.AllocationRequest.name,
    id: `#splice-api-token-allocation-request-v2:${allocationRequestV2.AllocationRequest.name}`,
  },
  {
    version: 1,
    name: allocationRequestV1.AllocationRequest.name,
    id: `#splice-api-token-allocation-request-v1:${allocationRequestV1.AllocationRequest.name}`,
  },
] as const;

/** A version of the token standard that a request has. */
export type RequestVersion = (typeof allocationRequestInterfaces)[number]["version"];

/** A request of an app for allocations of a party, which may reject it. */
export interface AllocationAsked {
  readonly contractId: string;
  readonly version: RequestVersion;
  /** From when on nothing can be allocated for it; microseconds since the Unix epoch. */
  readonly lapsesAt: bigint;
}

const noContext = extraArgsOf({ context: { values: new Map() }, disclosed: [] });

/** The command with which a party refuses a request. */
export const rejectRequest = (
  version: RequestVersion,
  party: PartyId,
  contractId: string,
): Command =>
  version === 1
    ? byV1.exercise(allocationRequestV1.AllocationRequest_Reject, contractId, {
        actor: party,
        extraArgs: noContext,
      })
    : byV2.exercise(allocationRequestV2.AllocationRequest_Reject, contractId, {
        actors: [party],
        extraArgs: noContext,
      });

const lapseOfV1 = (view: Json, party: PartyId): bigint | undefined => {
  const read = allocationRequestV1.AllocationRequestView.decode(view);
  if (isLeft(read)) return undefined;
  const { settlement, transferLegs } = read.right;
  const pays = [...transferLegs.values()].some(({ sender }) => sender === party);
  return pays ? settlement.allocateBefore : undefined;
};

type View = allocationRequestV2.AllocationRequestView;

/** An app that names no actions leaves them to its choices. */
const mayReject = ({ availableActions }: View, party: PartyId): boolean =>
  availableActions.length === 0 ||
  availableActions.some(
    ([action, groups]) =>
      action.tag === "ARA_Reject" &&
      groups.some((group) => group.every((member) => member === party)),
  );

const lapseOfV2 = (view: Json, party: PartyId): bigint | undefined => {
  const read = allocationRequestV2.AllocationRequestView.decode(view);
  if (isLeft(read) || !mayReject(read.right, party)) return undefined;
  const own = read.right.allocations.filter(({ authorizer }) => authorizer.owner === party);
  return own.reduce<bigint | undefined>((last, { settlementDeadline: at }, index) => {
    // one that has no deadline can be made at any time
    if (at === undefined || (index > 0 && last === undefined)) return undefined;
    return last === undefined || at > last ? at : last;
  }, undefined);
};

/**
 * When a request is over for a party that may reject it. Undefined when it asks nothing of the
 * party, does not let it reject alone, or has no end.
 *
 * @param view of the version's interface, in wire form
 */
export const requestLapsesAt = (
  version: RequestVersion,
  view: Json,
  party: PartyId,
): bigint | undefined => (version === 1 ? lapseOfV1(view, party) : lapseOfV2(view, party));
