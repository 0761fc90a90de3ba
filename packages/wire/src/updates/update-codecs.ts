import { OffsetCheckpointWire, TraceContextWire, TransactionWire } from "./event-codecs.js";
import { ReassignmentWire } from "./reassignment-codecs.js";
import {
  wireEmptyNamed,
  wireEnum,
  wireNullable,
  wireOffset,
  wireWrapped,
} from "../types/wire-kinds.js";
import { wireArray, wireObject, wireString } from "../types/wire-type.js";
import { type WireField, always, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";
import { SchemaType } from "../types/schema-type.js";

const line = required(wireString);

const permission = required(
  wireEnum(
    "ParticipantPermission",
    "PARTICIPANT_PERMISSION_UNSPECIFIED",
    "PARTICIPANT_PERMISSION_SUBMISSION",
    "PARTICIPANT_PERMISSION_CONFIRMATION",
    "PARTICIPANT_PERMISSION_OBSERVATION",
  ),
);

const hosting = { partyId: line, participantId: line };
const permitted = { ...hosting, participantPermission: permission };

/** A case of the events of topology, with its payload under the published name. */
const authorization = <F extends Readonly<Record<string, WireField<unknown>>>>(
  name: string,
  fields: F,
) => wireWrapped(name, wireObject(`${name}1`, fields));

/**
 * Changes of who hosts a party (ledger-api 2.5); this ledger only has this kind of the published
 * events.
 */
export const TopologyTransactionWire = wireObject("JsTopologyTransaction", {
  updateId: line,
  offset: required(wireOffset),
  synchronizerId: line,
  recordTime: line,
  events: required(
    wireArray(
      wireObject("TopologyEvent", {
        event: always(
          wireUnion("TopologyEventEvent", {
            Empty: wireEmptyNamed("Empty7"),
            ParticipantAuthorizationAdded: authorization(
              "ParticipantAuthorizationAdded",
              permitted,
            ),
            ParticipantAuthorizationChanged: authorization(
              "ParticipantAuthorizationChanged",
              permitted,
            ),
            ParticipantAuthorizationOnboarding: authorization(
              "ParticipantAuthorizationOnboarding",
              permitted,
            ),
            ParticipantAuthorizationRevoked: authorization(
              "ParticipantAuthorizationRevoked",
              hosting,
            ),
          }),
        ),
      }),
    ),
  ),
  traceContext: always(wireNullable(TraceContextWire)),
});

/** The kinds of update that have an id (ledger-api 2.5). */
const updateKinds = {
  Reassignment: wireWrapped("Reassignment", ReassignmentWire),
  TopologyTransaction: wireWrapped("TopologyTransaction", TopologyTransactionWire),
  Transaction: wireWrapped("Transaction", TransactionWire),
};

const UpdateWire = wireUnion("Update", {
  OffsetCheckpoint: wireWrapped("OffsetCheckpoint2", OffsetCheckpointWire),
  ...updateKinds,
});

/** One update of a list (ledger-api 2.5). */
export const UpdateItemWire = wireObject("JsGetUpdatesResponse", { update: always(UpdateWire) });

const FoundUpdateWire = wireUnion("FoundUpdate", updateKinds);

/**
 * A single update, or one of a page (ledger-api 2.5). Never a checkpoint, though the published
 * schema has that case.
 */
export const JsGetUpdateResponse = wireObject("JsGetUpdateResponse", {
  update: always(
    new SchemaType(
      UpdateWire.name,
      UpdateWire.schema,
      FoundUpdateWire.read,
      UpdateWire.definitions,
    ),
  ),
});
