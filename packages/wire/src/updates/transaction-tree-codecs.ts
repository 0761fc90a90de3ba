import type { TypeOf } from "io-ts";
import {
  CreatedEventWire,
  ExercisedEventWire,
  OffsetCheckpointWire,
  TraceContextWire,
} from "./event-codecs.js";
import { wireMap, wireNullable, wireOffset, wireValue } from "../types/wire-kinds.js";
import { required, wireObject, wireString, wireUnion } from "../types/wire-type.js";

const line = required(wireString);

const TreeEventWire = wireUnion("TreeEvent", {
  CreatedTreeEvent: wireValue(CreatedEventWire),
  ExercisedTreeEvent: wireValue(ExercisedEventWire),
});

/** A transaction as the older interface shows it: its events by node id (ledger-api 2.3). */
export const TransactionTreeWire = wireObject("JsTransactionTree", {
  updateId: line,
  commandId: line,
  workflowId: line,
  effectiveAt: line,
  offset: required(wireOffset),
  eventsById: required(wireMap(TreeEventWire)),
  synchronizerId: line,
  traceContext: required(wireNullable(TraceContextWire)),
  recordTime: line,
});

/** The decoded form of `TransactionTreeWire`. */
export type TransactionTree = TypeOf<typeof TransactionTreeWire>;

/** One frame of the older tree stream (ledger-api 1.3). */
export const UpdateTreesItemWire = wireObject("JsGetUpdateTreesResponse", {
  update: required(
    wireUnion("UpdateTree", {
      OffsetCheckpoint: wireValue(OffsetCheckpointWire),
      TransactionTree: wireValue(TransactionTreeWire),
    }),
  ),
});
