import { OffsetCheckpointWire, TraceContextWire, TransactionWire } from "./event-codecs.js";
import { ReassignmentWire } from "./reassignment-codecs.js";
import { wireEnum, wireNullable, wireOffset, wireValue } from "../types/wire-kinds.js";
import { required, wireArray, wireObject, wireString, wireUnion } from "../types/wire-type.js";

const line = required(wireString);

const ParticipantAuthorizationWire = wireObject("ParticipantAuthorizationAdded", {
  partyId: line,
  participantId: line,
  participantPermission: required(
    wireEnum(
      "ParticipantPermission",
      "PARTICIPANT_PERMISSION_UNSPECIFIED",
      "PARTICIPANT_PERMISSION_SUBMISSION",
      "PARTICIPANT_PERMISSION_CONFIRMATION",
      "PARTICIPANT_PERMISSION_OBSERVATION",
    ),
  ),
});

/** Changes of who hosts a party (ledger-api 2.5); of the published events this ledger has the one kind. */
export const TopologyTransactionWire = wireObject("JsTopologyTransaction", {
  updateId: line,
  offset: required(wireOffset),
  synchronizerId: line,
  recordTime: line,
  events: required(
    wireArray(
      wireObject("TopologyEvent", {
        event: required(
          wireUnion("TopologyEventEvent", {
            ParticipantAuthorizationAdded: wireValue(ParticipantAuthorizationWire),
          }),
        ),
      }),
    ),
  ),
  traceContext: required(wireNullable(TraceContextWire)),
});

/** The kinds of update that have an id (ledger-api 2.5). */
const updateKinds = {
  Reassignment: wireValue(ReassignmentWire),
  TopologyTransaction: wireValue(TopologyTransactionWire),
  Transaction: wireValue(TransactionWire),
};

/** One update of a list (ledger-api 2.5). */
export const UpdateItemWire = wireObject("JsGetUpdatesResponse", {
  update: required(
    wireUnion("Update", { OffsetCheckpoint: wireValue(OffsetCheckpointWire), ...updateKinds }),
  ),
});

/** One update that was asked for by itself, or one of a page (ledger-api 2.5). */
export const JsGetUpdateResponse = wireObject("JsGetUpdateResponse", {
  update: required(wireUnion("FoundUpdate", updateKinds)),
});
