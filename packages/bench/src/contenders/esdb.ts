import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { binaryEvent, EventStoreDBClient } from "@eventstore/db-client";
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { type CapturedRow, readCapturedRows } from "../captured-rows.js";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { openProcessContender } from "../process-contender.js";
import { followed, nodeWarmRuns } from "../sizes.js";
import { crowd, serving, timed, type Work, working } from "../work.js";
import { submittingOn } from "./ledger.js";

/** Our server of EventStoreDB's protocol, on a journal that is flushed to disk at every append. */
export const server: OpenContender = async ({ folder }) => {
  const opened = await sqliteStore({ file: join(folder, "server.db") });
  const store = expectRight(opened, "opening the server's store");
  const started = await startWritableServer({ store, port: 0 });
  const running = expectRight(started, "starting the server");
  const close = async (): Promise<void> => {
    await running.close();
    await store.close();
  };
  return serving({ address: `esdb://127.0.0.1:${running.port}?tls=false` }, { close });
};

/** The server that the options name, or ours in a process of its own. */
const serverFor = async (settings: ContenderSettings) => {
  if (settings.esdb !== "") return { address: settings.esdb, close: async () => {} };
  const own = await openProcessContender("esdb-server", { ...settings, profileFolder: "" });
  return { address: String(own.info["address"]), close: () => own.close() };
};

/** @param contender made for the server's address; the server ends after it */
const onServer = async (
  settings: ContenderSettings,
  contender: (address: string) => Promise<Contender>,
): Promise<Contender> => {
  const running = await serverFor(settings);
  const opened = await contender(running.address);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await running.close();
    },
  };
};

/** The ledger on EventStoreDB's protocol: what waits goes into one append; views on disk here. */
export const ledger: OpenContender = (settings) =>
  onServer(settings, (journal) => {
    const config = { journal, participantName: settings.journal };
    return submittingOn({ data: join(settings.folder, "views"), config }, settings);
  });

/** One node of several on one journal. */
export const node: OpenContender = (settings) => {
  const { esdb: journal, journal: participantName, folder: data } = settings;
  const config = { journal, participantName, sharedJournal: true };
  return submittingOn({ data, config }, settings);
};

/**
 * Nodes in processes of their own on one journal, each with its share of the callers; their
 * commands together.
 */
export const nodes =
  (count: number): OpenContender =>
  (settings) =>
    onServer(settings, async (esdb) => {
      const opened: Array<Contender> = [];
      const inFlight = Math.round(settings.inFlight / count);
      // one after the other, as the first begins the journal
      for (let at = 0; at < count; at += 1) {
        const folder = join(settings.folder, `node-${at}`);
        await mkdir(folder);
        const one = { ...settings, esdb, folder, inFlight, profileFolder: "" };
        opened.push(await openProcessContender("esdb-node", one));
      }
      const run = () => Promise.all(opened.map((each) => each.run()));
      for (let warm = 0; warm < nodeWarmRuns; warm += 1) await run();
      return {
        info: {},
        run: async () => {
          const samples = await run();
          const shares = samples.map(({ notes }) => Number(notes["done"]));
          return {
            value: samples.reduce((sum, { value }) => sum + value, 0),
            notes: { least: Math.min(...shares), most: Math.max(...shares) },
          };
        },
        close: async () => void (await Promise.all(opened.map((each) => each.close()))),
      };
    });

const openClient = (address: string) => {
  const client = EventStoreDBClient.connectionString(address);
  const close = async (): Promise<void> => {
    await client.dispose();
    (await client["getChannel"]()).close();
  };
  return { client, close };
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
const appending = (settings: ContenderSettings, callers: number, eventsPerAppend: number) =>
  onServer(settings, async (address) => {
    const rows = await readCapturedRows(settings.rowsFile);
    const { client, close } = openClient(address);
    const append = () => {
      const events = Array.from({ length: eventsPerAppend }, () => eventOf(rows.next()));
      return client.appendToStream(settings.journal, events, { expectedRevision: "any" });
    };
    const run = async (): Promise<Work> => {
      const { completed, elapsedMs } = await crowd(callers, settings.runMs, append);
      return { completed: completed * eventsPerAppend, elapsedMs, notes: { eventsPerAppend } };
    };
    return working(run, { close });
  });

/** The official client, each event an append of its own, so many under way. */
export const single: OpenContender = (settings) => appending(settings, settings.inFlight, 1);

/** The official client, as many events in each append as callers would wait. */
export const batched: OpenContender = (settings) => appending(settings, 1, settings.inFlight);

/** Follows a stream of the rows that the ledger wrote, chained as the ledger chains them. */
const following = (
  settings: ContenderSettings,
  contender: (address: string) => Promise<Contender>,
): Promise<Contender> =>
  onServer(settings, async (address) => {
    const rows = await readCapturedRows(settings.rowsFile);
    const opened = await eventStoreDb({ connectionString: address });
    const store = expectRight(opened, "opening the store");
    let at: number | "no-stream" = "no-stream";
    for (let written = 0; written < followed.events; written += followed.eventsPerAppend) {
      const events = Array.from({ length: followed.eventsPerAppend }, () => ({
        ...rows.next(),
        id: randomUUID(),
      }));
      at = expectRight(await store.append(settings.journal, at, events), "appending").revision;
    }
    await store.close();
    return contender(address);
  });

/** A subscription of the store port, from the first event to the last, the chain checked. */
export const storeFollow: OpenContender = (settings) =>
  following(settings, async (connectionString) => {
    const store = expectRight(await eventStoreDb({ connectionString }), "opening the store");
    const follow = async (): Promise<number> => {
      let events = 0;
      for await (const item of store.subscribe(settings.journal, -1)) {
        const delivered = expectRight(item, "following");
        if (delivered.kind === "events") events += delivered.events.length;
        if (events >= followed.events) break;
      }
      return events;
    };
    return working(() => timed(follow), store);
  });

/** A subscription of the official client, from the first event to the last. */
export const clientFollow: OpenContender = (settings) =>
  following(settings, async (address) => {
    const { client, close } = openClient(address);
    const follow = async (): Promise<number> => {
      let events = 0;
      for await (const { event } of client.subscribeToStream(settings.journal)) {
        if (event !== undefined) events += 1;
        if (events >= followed.events) break;
      }
      return events;
    };
    return working(() => timed(follow), { close });
  });
