import { EventStoreDBClient } from "@eventstore/db-client";
import type { OpenContender } from "../contender.js";
import { followedEvents, followedStream, startJournal } from "./esdb-journal.js";

/** A subscription of the official client, from the first event to the last. */
export const open: OpenContender = async (settings) => {
  const server = await startJournal(settings);
  const client = EventStoreDBClient.connectionString(server.connectionString);
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      let events = 0;
      for await (const { event } of client.subscribeToStream(followedStream)) {
        if (event !== undefined) events += 1;
        if (events >= followedEvents) break;
      }
      return { value: (events * 1_000) / (performance.now() - start), notes: { events } };
    },
    close: async () => {
      await client.dispose();
      (await client["getChannel"]()).close();
      await server.close();
    },
  };
};
