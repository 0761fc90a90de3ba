// Where the live channel is, and when it is opened again; `data/live-channel.ts` opens it.

const leastBackOffMs = 500;
const mostBackOffMs = 30_000;

/**
 * How long to wait before the channel is opened again; milliseconds.
 * @param attempt how often it failed since it was open, from 0
 * @param random from 0 to below 1: many tabs do not come back at once
 */
export const backOffMs = (attempt: number, random: number): number => {
  const most = Math.min(mostBackOffMs, leastBackOffMs * 2 ** Math.min(attempt, 10));
  return Math.max(leastBackOffMs, Math.round(most / 2 + (random * most) / 2));
};

/** Where the channel is. The offset is that of the last event, from which it resumes. */
export interface ChannelState {
  readonly kind: "connecting" | "open" | "waiting" | "closed";
  readonly offset: number | undefined;
  readonly attempt: number;
  /** Whether what was read before is read again first. */
  readonly before: "nothing" | "load-all";
}

export type ChannelEvent =
  /** Follows from an offset; what was read before that is read again. */
  | { readonly kind: "start"; readonly offset: number }
  | { readonly kind: "opened" }
  | { readonly kind: "update"; readonly offset: number }
  | { readonly kind: "lost"; readonly code?: string }
  | { readonly kind: "retry" }
  | { readonly kind: "close" };

/** The channel before it was opened. */
export const newChannel: ChannelState = {
  kind: "connecting",
  offset: undefined,
  attempt: 0,
  before: "nothing",
};

const causes: Readonly<Record<string, ChannelState["before"]>> = {
  // other rights may show other contracts
  STALE_STREAM_AUTHORIZATION: "load-all",
  // what came after the last event is no longer there
  PARTICIPANT_PRUNED_DATA_ACCESSED: "load-all",
};

/** The channel after an event. Offsets never go back, so nothing is missed or taken twice. */
export const channelAfter = (state: ChannelState, event: ChannelEvent): ChannelState => {
  if (state.kind === "closed") return state;
  switch (event.kind) {
    case "start":
      return { ...state, offset: event.offset, before: "nothing" };
    case "opened":
      return { ...state, kind: "open", attempt: 0, before: "nothing" };
    case "update": {
      const isNew = state.offset === undefined || event.offset > state.offset;
      return isNew ? { ...state, offset: event.offset } : state;
    }
    case "lost": {
      const before = causes[event.code ?? ""] ?? "nothing";
      const offset = before === "load-all" ? undefined : state.offset;
      return { kind: "waiting", offset, attempt: state.attempt + 1, before };
    }
    case "retry":
      return state.kind === "waiting" ? { ...state, kind: "connecting" } : state;
    case "close":
      return { ...state, kind: "closed" };
  }
};
