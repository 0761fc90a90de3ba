import { wire, type Transaction } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import {
  CreatedEventWire,
  ExercisedEventWire,
  TraceContextWire,
  OffsetCheckpointWire,
} from "./event-wire.js";
import { wireMap, wireNullable, wireOffset, wireValue } from "./wire-kinds.js";

const { required, wireObject, wireString, wireUnion } = wire;

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

type TreeEvent = TypeOf<typeof TreeEventWire>;

/** The tree form of a transaction in the LEDGER_EFFECTS shape; that shape has no archived events. */
export const treeOf = ({
  events,
  externalTransactionHash: _external,
  paidTrafficCost: _cost,
  transactionHash: _hash,
  ...rest
}: Transaction): TransactionTree => {
  const eventsById: Record<string, TreeEvent> = {};
  for (const event of events) {
    if ("CreatedEvent" in event) {
      const value = event.CreatedEvent;
      eventsById[String(value.nodeId)] = { CreatedTreeEvent: { value } };
    } else if ("ExercisedEvent" in event) {
      const value = event.ExercisedEvent;
      eventsById[String(value.nodeId)] = { ExercisedTreeEvent: { value } };
    }
  }
  return { ...rest, eventsById };
};
