import {
  canonicalJson,
  decodeLedgerEvent,
  emptyLedger,
  evolveAll,
  type Json,
  type LedgerState,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { headOf, recordsOf, tableNames } from "../../src/snapshot/snapshot-state.js";
import { rightOf } from "../test-ledger.js";

/** The state a journal's events leave, folded one by one from nothing. */
export const replayed = (events: ReadonlyArray<RecordedEvent>): LedgerState =>
  evolveAll(
    emptyLedger(),
    events.map(({ type, data, revision }) => rightOf(decodeLedgerEvent(type, data, revision + 1))),
  );

/** Everything a state holds, in an order that depends on nothing else. */
export const contentOf = (state: LedgerState): ReadonlyArray<unknown> => {
  const { packages, parties, users, identityProviders, vettingExceptions, ...rest } = headOf(
    { stream: "any", journalId: "any" },
    state,
    "any",
  );
  const tables = tableNames.map((name) =>
    Array.from(recordsOf(state, name), (record) => JSON.stringify([name, record])).toSorted(),
  );
  const lists = [packages, parties, users, identityProviders, vettingExceptions];
  return [rest, ...lists.map(texts), ...tables];
};

const texts = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values
    .map((value) => {
      // border: events are JSON once they went through text
      const json: Json = JSON.parse(JSON.stringify(value)) as Json;
      return canonicalJson(json);
    })
    .toSorted();
