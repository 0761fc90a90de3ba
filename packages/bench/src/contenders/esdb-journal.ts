import { randomUUID } from "node:crypto";
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { readCapturedRows } from "../captured-rows.js";
import type { ContenderSettings } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { type EsdbServer, startEsdbServer } from "./esdb-server.js";

/** The stream that is followed. */
export const followedStream = "bench";

/** Its events. */
export const followedEvents = 30_000;

const eventsPerAppend = 500;

/** A server with a stream of the rows that the ledger wrote, chained as the ledger chains them. */
export const startJournal = async ({
  folder,
  rowsFile,
}: ContenderSettings): Promise<EsdbServer> => {
  const rows = await readCapturedRows(rowsFile);
  const server = await startEsdbServer(folder);
  const { connectionString } = server;
  const store = expectRight(await eventStoreDb({ connectionString }), "opening the store");
  let at: number | "no-stream" = "no-stream";
  for (let written = 0; written < followedEvents; written += eventsPerAppend) {
    const events = Array.from({ length: eventsPerAppend }, (_, n) => {
      const row = rows[(written + n) % rows.length];
      if (row === undefined) throw new Error("no row to append");
      return { ...row, id: randomUUID() };
    });
    const appended = await store.append(followedStream, at, events);
    at = expectRight(appended, "appending").revision;
  }
  await store.close();
  return server;
};
