import { ReassignmentWire } from "./reassignment-codecs.js";
import type { TypeOf } from "io-ts";
import {
  CreatedEventWire,
  ExercisedEventWire,
  OffsetCheckpointWire,
  TraceContextWire,
} from "./event-codecs.js";
import { wireMapNamed, wireNullable, wireOffset, wireWrapped } from "../types/wire-kinds.js";
import { wireObject, wireString } from "../types/wire-type.js";
import { always, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";

const line = required(wireString);

const TreeEventWire = wireUnion("TreeEvent", {
  CreatedTreeEvent: wireWrapped("CreatedTreeEvent", CreatedEventWire),
  ExercisedTreeEvent: wireWrapped("ExercisedTreeEvent", ExercisedEventWire),
});

/** A transaction in the older interface: its events by node id (ledger-api 2.3). */
export const TransactionTreeWire = wireObject("JsTransactionTree", {
  updateId: line,
  commandId: always(wireString),
  workflowId: always(wireString),
  effectiveAt: line,
  offset: required(wireOffset),
  eventsById: required(wireMapNamed("Map_Int_TreeEvent", TreeEventWire)),
  synchronizerId: line,
  traceContext: always(wireNullable(TraceContextWire)),
  recordTime: line,
});

/** The decoded form of `TransactionTreeWire`. */
export type TransactionTree = TypeOf<typeof TransactionTreeWire>;

/** One frame of the older tree stream (ledger-api 1.3). */
export const UpdateTreesItemWire = wireObject("JsGetUpdateTreesResponse", {
  update: always(
    wireUnion("Update1", {
      OffsetCheckpoint: wireWrapped("OffsetCheckpoint3", OffsetCheckpointWire),
      Reassignment: wireWrapped("Reassignment1", ReassignmentWire),
      TransactionTree: wireWrapped("TransactionTree", TransactionTreeWire),
    }),
  ),
});
