import {
  type Acceptance,
  canonicalJson,
  decodeLedgerEvent,
  emptyLedger,
  entriesOf,
  evolveAll,
  type Json,
  type LedgerState,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { sha256 } from "../../src/ledger/sha256.js";
import { headOf } from "../../src/snapshot/snapshot-head.js";
import { rightOf } from "../test-ledger.js";

/** The state a journal's events leave, folded one by one from nothing. */
export const replayed = (events: ReadonlyArray<RecordedEvent>): LedgerState =>
  evolveAll(
    emptyLedger(),
    events.map(({ type, data, revision }) => rightOf(decodeLedgerEvent(type, data, revision + 1))),
  );

/** Everything a state says, in an order that depends on nothing else. */
export const contentOf = (state: LedgerState): ReadonlyArray<unknown> => {
  const { participant, ...rest } = headOf({ stream: "any", journalId: "any" }, state, "any");
  const { packages, parties, users, identityProviders, vettingExceptions, ...others } = participant;
  const lists = [packages, parties, users, identityProviders, vettingExceptions];
  const { accepted, prunedOffset } = state.deduplication;
  const changes = new Map<string, Acceptance>();
  for (const [key, value] of entriesOf(accepted)) {
    // a run has digests of change ids: a list says an id, and beneath it the digest it replaces
    const digest = /^[0-9a-f]{64}$/.test(key) ? key : sha256(key);
    const isNewer = value.offset > (changes.get(digest)?.offset ?? prunedOffset);
    if (isNewer) changes.set(digest, value);
  }
  const tables = [[...entriesOf(state.contracts)], [...entriesOf(state.keys)], [...changes]];
  return [rest, others, ...lists.map(texts), ...tables.map(texts)];
};

const texts = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values
    .map((value) => {
      // border: events are JSON once they went through text
      const json: Json = JSON.parse(JSON.stringify(value)) as Json;
      return canonicalJson(json);
    })
    .toSorted();
