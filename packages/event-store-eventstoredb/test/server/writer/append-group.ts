import type { NewEvent } from "@tallystick/event-store";
import { type Expectation, type KnownIds, placeAppend } from "./placement.js";
import type { SentMessage } from "../streams/stored-event.js";
import { chainedTo } from "../streams/stream-metadata.js";
import { isMetastream, type StreamState } from "../../../src/server/streams/stream-state.js";

const MAX_APPENDS = 256;

/** Bytes of data and metadata of a group, if it is more than one append. */
const MAX_GROUP_BYTES = 512 * 1024;

export interface WaitingAppend {
  readonly stream: string;
  readonly expected: Expectation;
  readonly messages: ReadonlyArray<SentMessage>;
  readonly bytes: number;
}

/** Appends written as one, with the last revision of each and all their events. */
export interface AppendGroup<A extends WaitingAppend> {
  readonly members: ReadonlyArray<{ readonly append: A; readonly revision: number }>;
  readonly events: ReadonlyArray<NewEvent>;
}

/** The first queued appends that may be one write by their stream and size. */
export const candidatesOf = <A extends WaitingAppend>(
  waiting: ReadonlyArray<A | undefined>,
): ReadonlyArray<A> => {
  const candidates: A[] = [];
  const [first] = waiting;
  let bytes = 0;
  for (const append of waiting) {
    if (append === undefined || append.stream !== first?.stream) break;
    bytes += append.bytes;
    if (candidates.length === MAX_APPENDS || bytes > MAX_GROUP_BYTES) break;
    candidates.push(append);
  }
  return first === undefined || isMetastream(first.stream) ? [] : candidates;
};

/**
 * The first appends that all go to the end of their stream, one after the other. Appends that are
 * rejected, repeated, or restore a deleted stream are not grouped.
 */
export const groupOf = async <A extends WaitingAppend>(
  candidates: ReadonlyArray<A>,
  from: StreamState,
  known: KnownIds,
  nowMs: number,
): Promise<AppendGroup<A>> => {
  const members: { append: A; revision: number }[] = [];
  const events: NewEvent[] = [];
  const seen = new Set<string>();
  let state = from;
  for (const append of candidates) {
    const ids = append.messages.map(({ id }) => id);
    const before = seen.size;
    for (const id of ids) seen.add(id);
    if (ids.length === 0 || seen.size !== before + ids.length) break;
    const placement = await placeAppend(state, append.expected, ids, known);
    if (placement.kind !== "append" || placement.undelete) break;
    const chained = chainedTo(state, append.messages, nowMs);
    events.push(...chained.events);
    const head = state.head + ids.length;
    state = { ...state, head, storedHead: head, headHash: chained.hash };
    members.push({ append, revision: head });
  }
  return { members, events };
};
