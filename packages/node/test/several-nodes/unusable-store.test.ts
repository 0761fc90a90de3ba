import { randomUUID } from "node:crypto";
import { type AllReader, type EventStore, inMemoryStore } from "@tallystick/event-store";
import { eventStoreDb, startEventServer } from "@tallystick/event-store-eventstoredb";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { afterwards, allocate, codeOf, openTest, pingBy, rightOf, until } from "../test-ledger.js";

const stream = "participant-participant";
const shared = { sharedJournal: true };

/** A server whose store the test can write to past the nodes, and nodes on it. */
const world = async () => {
  const behind = inMemoryStore();
  const serve = async (port: number) =>
    rightOf(await startEventServer({ store: behind, port, isWritable: () => true }));
  let server = await serve(0);
  const { port } = server;
  afterwards(() => server.close());
  const connectionString = `esdb://127.0.0.1:${port}?tls=false`;
  const said: Array<string> = [];
  const onNotice = ({ kind, message }: LedgerNotice): void => void said.push(`${kind} ${message}`);
  const open = async (config: object): Promise<Ledger> => {
    const store = rightOf(await eventStoreDb({ connectionString, limits: { readGiveUpMs: 500 } }));
    afterwards(() => store.close());
    return openTest({ store, onNotice, config: { ...shared, ...config } });
  };
  return {
    behind,
    said,
    open,
    away: () => server.close(),
    back: async () => {
      server = await serve(port);
    },
  };
};

const set = async (store: EventStore & AllReader, settings: string): Promise<void> => {
  const last = rightOf(await store.lastEvent(`$$${stream}`));
  const event = { id: randomUUID(), type: "$metadata", data: settings, metadata: "" };
  rightOf(await store.append(`$$${stream}`, last?.revision ?? "no-stream", [event]));
};

const unready = async (ledger: Ledger, reason: RegExp): Promise<void> => {
  await until(() => reason.test(ledger.unreadyReason() ?? ""), `not ready: ${reason.source}`);
  expect(ledger.ready()).to.equal(false);
};

const isReady = (ledger: Ledger): Promise<void> => until(() => ledger.ready(), "it is ready again");

describe("A node whose store cannot be used", () => {
  it("is not ready while the server is away, says why, and says when it is back", async () => {
    const { open, said, away, back } = await world();
    const ledger = await open({});
    await away();
    await unready(ledger, /127\.0\.0\.1:\d+.*ECONNREFUSED/);
    await back();
    await isReady(ledger);
    expect(said.map((line) => line.split(" ")[0])).to.deep.equal([
      "journal-interrupted",
      "journal-resumed",
    ]);
  });

  it("names a setting that removes events, and continues once it is taken out", async () => {
    const { open, behind } = await world();
    const ledger = await open({});
    const alice = await allocate(ledger, "alice");
    await set(behind, '{"$maxCount":1000}');
    await unready(ledger, /\$maxCount = 1000/);
    await set(behind, "{}");
    await isReady(ledger);
    expect(codeOf(await ledger.submitAndWait(pingBy(alice, "after")))).to.equal("ok");
  });

  it("names an event of another program, on the node that follows too", async () => {
    const { open, behind, said } = await world();
    const writer = await open({});
    const follower = await open({ follow: true });
    const last = rightOf(await behind.lastEvent(stream));
    const foreign = { id: randomUUID(), type: "Foreign", data: "{}", metadata: "" };
    rightOf(await behind.append(stream, last?.revision ?? "no-stream", [foreign]));
    for (const ledger of [writer, follower]) await unready(ledger, /type Foreign/);
    const told = (): number => said.filter((line) => line.includes("type Foreign")).length;
    await until(() => told() === 2, "each says so in its log");
  });
});
