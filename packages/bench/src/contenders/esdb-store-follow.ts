import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { followedEvents, followedStream, startJournal } from "./esdb-journal.js";

/** A subscription of the store port, from the first event to the last, the chain checked. */
export const open: OpenContender = async (settings) => {
  const server = await startJournal(settings);
  const { connectionString } = server;
  const store = expectRight(await eventStoreDb({ connectionString }), "opening the store");
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      let events = 0;
      for await (const item of store.subscribe(followedStream, -1)) {
        const delivered = expectRight(item, "following");
        if (delivered.kind === "events") events += delivered.events.length;
        if (events >= followedEvents) break;
      }
      return { value: (events * 1_000) / (performance.now() - start), notes: { events } };
    },
    close: async () => {
      await store.close();
      await server.close();
    },
  };
};
