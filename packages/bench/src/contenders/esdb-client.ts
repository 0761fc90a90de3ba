import { randomUUID } from "node:crypto";
import { binaryEvent, EventStoreDBClient } from "@eventstore/db-client";
import { type CapturedRow, readCapturedRows } from "../captured-rows.js";
import type { Contender, ContenderSettings } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import { startEsdbServer } from "./esdb-server.js";

const stream = "bench";

const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  (await client["getChannel"]()).close();
};

const eventOf = ({ type, data, metadata }: CapturedRow) =>
  binaryEvent({
    id: randomUUID(),
    type,
    data: Buffer.from(data),
    metadata: new Uint8Array(Buffer.from(JSON.stringify({ hash: "0".repeat(64), metadata }))),
  });

/**
 * The official client alone, appending the rows that the ledger wrote, so many in one append.
 * @param callers how many appends are under way at once
 */
export const openEsdbClient = async (
  { folder, rowsFile, runMs }: ContenderSettings,
  callers: number,
  eventsPerAppend: number,
): Promise<Contender> => {
  const rows = await readCapturedRows(rowsFile);
  const server = await startEsdbServer(folder);
  const client = EventStoreDBClient.connectionString(server.connectionString);
  let next = 0;
  const append = async (): Promise<void> => {
    const events = Array.from({ length: eventsPerAppend }, () => {
      const row = rows[next % rows.length];
      if (row === undefined) throw new Error("no row to append");
      next += 1;
      return eventOf(row);
    });
    await client.appendToStream(stream, events, { expectedRevision: "any" });
  };
  return {
    info: {},
    run: async () => {
      const work = await crowd(callers, runMs, append);
      return {
        value: perSecond(work) * eventsPerAppend,
        notes: { eventsPerAppend, appends: work.completed },
      };
    },
    close: async () => {
      await closeClient(client);
      await server.close();
    },
  };
};
