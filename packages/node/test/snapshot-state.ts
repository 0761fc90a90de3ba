import {
  canonicalJson,
  decodeLedgerEvent,
  emptyLedger,
  evolveAll,
  type Json,
  type LedgerState,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { snapshotLines } from "../src/snapshot-lines.js";
import { rightOf } from "./test-ledger.js";

/** The state a journal's events leave, folded one by one from nothing. */
export const replayed = (events: ReadonlyArray<RecordedEvent>): LedgerState =>
  evolveAll(
    emptyLedger(),
    events.map(({ type, data }) => rightOf(decodeLedgerEvent(type, data))),
  );

/** Everything a state holds, in an order that depends on nothing else. */
export const contentOf = (state: LedgerState): ReadonlyArray<unknown> => {
  const [header = "", ...lines] = snapshotLines("any", state, "any");
  const { packages, parties, users, ...rest } = JSON.parse(header);
  return [rest, sorted(packages), sorted(parties), sorted(users), lines.toSorted()];
};

const sorted = (values: ReadonlyArray<Json>): ReadonlyArray<string> =>
  values.map((value) => canonicalJson(value)).toSorted();
