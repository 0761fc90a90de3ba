import {
  chainHash,
  type EventStore,
  GENESIS_HASH,
  type NewEvent,
  type RecordedEvent,
} from "@tallystick/event-store";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Canary, CanaryPlace } from "../ledger/canary.js";
import { journalStream } from "../ledger/sim-world.js";
import type { Plan } from "../plan/plan.js";
import { replaced } from "./replaced.js";

/** An append that is under way. */
interface Pending {
  readonly after: number;
  readonly events: ReadonlyArray<NewEvent>;
}

/** Events as they would be recorded after the last one. */
const recordedAfter = (
  last: RecordedEvent | undefined,
  { events }: Pending,
): ReadonlyArray<RecordedEvent> => {
  let hash = last?.hash ?? GENESIS_HASH;
  let revision = last?.revision ?? -1;
  return events.map((event) => {
    revision += 1;
    const place = { stream: journalStream, revision };
    hash = chainHash(hash, { ...place, ...event });
    return { ...event, ...place, position: revision + 1, hash };
  });
};

/** A store that reads what is still being written too. */
const withPending = (store: EventStore, pending: () => Pending | undefined): EventStore => ({
  ...store,
  async *readStream(stream, read) {
    yield* store.readStream(stream, read);
    const found = pending();
    const last = await store.lastEvent(stream);
    if (found === undefined || stream !== journalStream || isLeft(last)) return;
    const { revision } = last.right ?? { revision: -1 };
    const isNext = revision === found.after && (read?.from ?? 0) <= revision + 1;
    if (isNext) yield right(recordedAfter(last.right, found));
  },
});

const signs = ({ world }: Plan): boolean => world.signs;

const signsBeforeWritten = (): Canary => {
  const underWay = new WeakMap<CanaryPlace, Pending>();
  return {
    name: "a checkpoint is signed before its events are durable",
    breaks: "the log of the journal includes events that are still being written",
    store: (store, place) => ({
      ...store,
      append: async (stream, expected, events) => {
        const after = expected === "no-stream" ? -1 : expected;
        if (stream === journalStream) underWay.set(place, { after, events });
        const appended = await store.append(stream, expected, events);
        underWay.delete(place);
        return appended;
      },
    }),
    logStore: (store, place) => withPending(store, () => underWay.get(place)),
    concerns: signs,
  };
};

const signsShorter: Canary = {
  name: "a checkpoint over a shorter history",
  breaks: "the log of the journal forgets the last checkpoint that it signed",
  logFolder: (folder) => replaced(folder, { lastCheckpoint: () => undefined }),
  concerns: signs,
};

const skipsLeaf: Canary = {
  name: "a checkpoint over other events",
  breaks: "the log of the journal records a different submission for one event in five",
  logStore: (store) => ({
    ...store,
    async *readStream(stream, read) {
      for await (const page of store.readStream(stream, read))
        yield isLeft(page) ? page : right(page.right.map(withOtherId));
    },
  }),
  concerns: signs,
};

/** One event in so many. */
const each = 5;

const withOtherId = (event: RecordedEvent): RecordedEvent =>
  event.revision % each === 0 && event.type !== "LedgerInitialized"
    ? { ...event, data: event.data.replace(/"commandId":"/, '"commandId":"x') }
    : event;

export const logCanaries: ReadonlyArray<Canary> = [signsBeforeWritten(), signsShorter, skipsLeaf];
