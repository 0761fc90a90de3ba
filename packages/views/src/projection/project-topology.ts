import { hash } from "node:crypto";
import { textOfTime } from "./timestamp-text.js";
import { type Micros, updateIdOf, type PartyId } from "@tallystick/core";
import { traceOfUpdate } from "./trace-context.js";
import type { TopologyTransaction } from "@tallystick/wire";

/** A party newly hosted by the participant. */
export interface Allocation {
  readonly offset: number;
  readonly party: PartyId;
  readonly recordTime: Micros;
}

/**
 * The update id of a party's allocation: a hash of its content and its place, the same on every
 * replay of the journal.
 */
export const allocationUpdateId = (party: PartyId, offset: number, recordTime: Micros): string =>
  updateIdOf(
    hash("sha256", JSON.stringify(["PartyAllocated", offset, party, recordTime]), "hex"),
    offset,
  );

/**
 * An allocation as an update (ledger-api 2.5): the participant may now submit for the party.
 * @param participantId of the ledger
 * @param synchronizerId of the ledger
 */
export const projectAllocation = (
  { offset, party, recordTime }: Allocation,
  participantId: string,
  synchronizerId: string,
): TopologyTransaction => {
  const updateId = allocationUpdateId(party, offset, recordTime);
  return {
    updateId,
    offset,
    synchronizerId,
    recordTime: textOfTime(recordTime),
    events: [
      {
        event: {
          ParticipantAuthorizationAdded: {
            value: {
              partyId: party,
              participantId,
              participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION",
            },
          },
        },
      },
    ],
    traceContext: traceOfUpdate(updateId),
  };
};
