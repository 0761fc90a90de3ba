import { getIn, type LedgerEvent, type ParticipantState, partyOf } from "@tallystick/core";
import { isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Administration } from "../ledger/administration.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { pageOf, sortedValues } from "./sorted-values.js";

/** The event of one of these types among those of a command. */
export const eventOf = <T extends LedgerEvent["type"]>(
  events: ReadonlyArray<LedgerEvent>,
  type: T,
): Extract<LedgerEvent, { type: T }> => {
  const found = events.find(isOf(type));
  if (found === undefined) throw new Error(`a command produced no ${type}`);
  return found;
};

export const isOf =
  <T extends LedgerEvent["type"]>(type: T) =>
  (event: LedgerEvent): event is Extract<LedgerEvent, { type: T }> =>
    event.type === type;

/** The quota in a request to allocate a party, as in a command. */
export const quotaIn = ({
  maxPartiesOfUser,
}: {
  readonly maxPartiesOfUser?: number;
}): { readonly maxPartiesOfUser?: number } =>
  maxPartiesOfUser === undefined ? {} : { maxPartiesOfUser };

/** The parties of a participant (ledger-api 2.10). */
export const partyAdministration = (
  pipeline: Pipeline,
): Pick<Administration, "parties" | "party" | "allocateParty" | "updateParty" | "moveParty"> => {
  const participant = (): ParticipantState => pipeline.committed().state.participant;
  const sorted = sortedValues<ReturnType<typeof partyOf>>();
  return {
    parties: ({ identityProviderId, ...query }) =>
      pageOf(sorted(participant().parties), {
        ...query,
        keeps:
          identityProviderId === undefined
            ? undefined
            : (party) => party.identityProviderId === identityProviderId,
      }),
    party: (party) => getIn(participant().parties, party),
    allocateParty: async (request) => {
      const outcome = await pipeline.enqueue({
        kind: "AllocateParty",
        partyIdHint: request.partyIdHint ?? "",
        annotations: request.annotations ?? {},
        identityProviderId: request.identityProviderId ?? "",
        synchronizerId: request.synchronizerId ?? "",
        userId: request.userId ?? "",
        ...quotaIn(request),
      });
      return isLeft(outcome)
        ? outcome
        : right(partyOf(eventOf(outcome.right.events, "PartyAllocated")));
    },
    updateParty: async (request) => {
      const outcome = await pipeline.enqueue({ ...request, kind: "UpdateParty" });
      return isLeft(outcome)
        ? outcome
        : right(partyOf(eventOf(outcome.right.events, "PartyUpdated")));
    },
    moveParty: async (party, sourceProviderId, targetProviderId) => {
      const moving = { kind: "MoveParty", party, sourceProviderId, targetProviderId } as const;
      return map(() => undefined)(await pipeline.enqueue(moving));
    },
  };
};
