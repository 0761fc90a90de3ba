import { setImmediate as nextTurn } from "node:timers/promises";
import type { Appended, EventStore } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { type AppendGroup, candidatesOf, groupOf, type WaitingAppend } from "./append-group.js";
import type { KnownIds } from "./placement.js";
import type { RecentIds } from "./recent-ids.js";
import { expectedBy } from "../streams/stream-metadata.js";
import { readStreamState } from "../../../src/server/streams/stream-state.js";
import { outcomeOf, positionAt, type WriteOutcome } from "./write-outcome.js";

export interface WriterParts {
  readonly store: EventStore;
  readonly remembered: RecentIds;
  readonly now: () => number;
}

/** An append in the queue, and its outcome if it was written together with an earlier one. */
export interface Turn extends WaitingAppend {
  outcome: WriteOutcome | undefined;
}

const storedIds =
  (store: EventStore, stream: string): KnownIds["storedIds"] =>
  async (from, maxCount) => {
    const ids: string[] = [];
    for await (const page of store.readStream(stream, { from, maxCount })) {
      if (isLeft(page)) break;
      for (const { id } of page.right) ids.push(id);
    }
    return ids;
  };

export const knownIds = ({ store, remembered }: WriterParts, stream: string): KnownIds => ({
  rememberedRevision: (id) => remembered.revisionOf(stream, id),
  storedIds: storedIds(store, stream),
});

/**
 * Positions may have gaps; those of one write have none if its ends are as far apart as its events.
 */
const positionsOf = async (
  store: EventStore,
  stream: string,
  { members, events }: AppendGroup<Turn>,
  last: Appended,
): Promise<ReadonlyArray<number | undefined>> => {
  const first = await positionAt(store, stream, last.revision - events.length + 1);
  const isGapless = first === last.position - events.length + 1;
  const positions: (number | undefined)[] = [];
  for (const { revision } of members) {
    const position = isGapless
      ? last.position - (last.revision - revision)
      : await positionAt(store, stream, revision);
    positions.push(position);
  }
  return positions;
};

/**
 * Writes the first queued appends as one write of the store, if that is possible, and stores their
 * outcomes. Otherwise it does nothing.
 */
export const appendTogether = async (
  parts: WriterParts,
  waiting: ReadonlyArray<Turn | undefined>,
): Promise<void> => {
  const { store, remembered, now } = parts;
  // lets appends of the same turn of the event loop join the queue
  await nextTurn();
  const candidates = candidatesOf(waiting);
  const [first] = candidates;
  if (first === undefined || candidates.length === 1) return;
  const { stream } = first;
  const state = await readStreamState(store, stream);
  if (isLeft(state)) return;
  const group = await groupOf(candidates, state.right, knownIds(parts, stream), now());
  const { members, events } = group;
  if (members.length < 2) return;
  const { storedHead } = state.right;
  const appended = await store.append(stream, expectedBy(storedHead), events);
  if (isLeft(appended)) {
    // Nothing was written: each is written alone.
    if (appended.left.kind !== "unavailable" || appended.left.outcome === "known") return;
    for (const { append } of members) append.outcome = outcomeOf(appended.left);
    return;
  }
  for (const [index, { id }] of events.entries())
    remembered.add(stream, id, storedHead + 1 + index);
  const positions = await positionsOf(store, stream, group, appended.right);
  for (const [index, { append, revision }] of members.entries())
    append.outcome = { kind: "written", revision, position: positions[index] };
};
