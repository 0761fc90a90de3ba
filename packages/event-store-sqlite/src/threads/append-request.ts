import type { ExpectedRevision, NewEvent } from "@tallystick/event-store";

/** An append on its way to the thread that makes it. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Most bytes that it may have. */
  readonly maxBytes: number;
  readonly ids: ReadonlyArray<string>;
  readonly types: ReadonlyArray<string>;
  readonly metadata: ReadonlyArray<string>;
  /** The data of all events, one behind the other: one long text is copied sooner than many. */
  readonly data: string;
  /** Where in `data` that of each event ends. */
  readonly ends: ReadonlyArray<number>;
}

/** An append as text for another thread. */
export const packAppend = (
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<NewEvent>,
  maxBytes: number,
): AppendRequest => {
  const ends: number[] = [];
  let end = 0;
  for (const { data } of events) {
    end += data.length;
    ends.push(end);
  }
  return {
    stream,
    expected,
    maxBytes,
    ids: events.map(({ id }) => id),
    types: events.map(({ type }) => type),
    metadata: events.map(({ metadata }) => metadata),
    data: events.map(({ data }) => data).join(""),
    ends,
  };
};

/** The events that were packed. */
export const eventsIn = ({
  ids,
  types,
  metadata,
  data,
  ends,
}: AppendRequest): ReadonlyArray<NewEvent> => {
  let start = 0;
  return ends.map((end, at) => {
    const text = data.slice(start, end);
    start = end;
    return { id: ids[at] ?? "", type: types[at] ?? "", metadata: metadata[at] ?? "", data: text };
  });
};
