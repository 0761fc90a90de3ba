import type { EventStore, NewEvent, RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isRight } from "fp-ts/lib/Either.js";
import { turns } from "../test-ledger.js";

/** A store that counts its calls and can hold back appends. */
interface WatchedStore extends EventStore {
  /** The events of each append that was tried, in order. */
  readonly appends: Array<ReadonlyArray<NewEvent>>;
  /** Events returned by reads of a stream. */
  eventsRead: number;
  /** Appends write, but are answered only when this resolves. */
  hold: Promise<void>;
}

export const watchedStore = (inner: EventStore): WatchedStore => {
  const watched: WatchedStore = {
    ...inner,
    appends: [],
    eventsRead: 0,
    hold: Promise.resolve(),
    append: async (stream, expected, events) => {
      watched.appends.push(events);
      const outcome = await inner.append(stream, expected, events);
      await watched.hold;
      return outcome;
    },
    readStream: (stream, read) => counted(watched, inner.readStream(stream, read)),
  };
  return watched;
};

/** A store whose appends take some turns of the event loop each, as those over a network do. */
export const slowStore = (inner: EventStore, turnsOfAppend: () => number): EventStore => ({
  ...inner,
  append: async (stream, expected, events) => {
    const count = turnsOfAppend();
    await turns(count >> 1);
    const outcome = await inner.append(stream, expected, events);
    await turns(count - (count >> 1));
    return outcome;
  },
});

type Page = Either<StoreError, ReadonlyArray<RecordedEvent>>;

async function* counted(
  watched: WatchedStore,
  pages: AsyncIterable<Page>,
): AsyncGenerator<Page, void, void> {
  for await (const page of pages) {
    if (isRight(page)) watched.eventsRead += page.right.length;
    yield page;
  }
}

/** A lock that opens once. */
export const gate = (): { readonly wait: Promise<void>; readonly open: () => void } => {
  let open = (): void => {};
  const wait = new Promise<void>((resume) => {
    open = resume;
  });
  return { wait, open: () => open() };
};
