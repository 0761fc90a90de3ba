import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { EventStoreDBClient } from "@eventstore/db-client";
import { inMemoryStore } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { startEvents, type StoreFlags } from "../src/events.js";
import type { Environment } from "../src/settings.js";
import { endedLedger, invoked } from "./ledger-folder.js";
import { scratchFolder, start, type Started, startNode } from "./process.js";

const stop = async ({ child, ended }: Started): Promise<number | null> => {
  child.kill("SIGTERM");
  return (await ended).code;
};

const addressIn = (readyLine: string): string => /esdb:\/\/\S+/.exec(readyLine)?.[0] ?? "";

describe("tallystick events", () => {
  it("names another port where one is taken", async () => {
    const { data } = await endedLedger();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { code, err } = await invoked([
      "events",
      "--data",
      data,
      "--listen",
      `127.0.0.1:${port}`,
    ]);
    expect(code).to.equal(4);
    expect(err).to.match(/cannot listen on .*EADDRINUSE.*; choose another with --listen$/);
    taken.close();
  });

  it("serves the journal of a running node to the official client, for reading alone", async () => {
    const [data, remove] = await scratchFolder();
    const node = await startNode(data, ["--network", "off"]);
    const events = start(["events", "--data", data, "--listen", "127.0.0.1:0"]);
    const client = EventStoreDBClient.connectionString(addressIn(await events.firstLine));
    try {
      const subscription = client.subscribeToAll();
      const [first] = await once(subscription, "data");
      expect(first.event).to.include({ type: "LedgerInitialized", isJson: false });
      expect(first.event.streamId).to.match(/^participant-/);
      expect(first.event.metadata).to.have.all.keys("hash", "metadata");
      expect(Math.abs(first.event.created.getTime() - Date.now())).to.be.lessThan(600_000);
      await subscription.unsubscribe();
      const denied = await client
        .tombstoneStream(first.event.streamId)
        .catch((error: unknown) => error);
      expect(denied).to.include({ type: "access-denied" });
    } finally {
      await client.dispose();
      (await client["getChannel"]()).close();
      expect(await stop(events)).to.equal(0);
      expect(await stop(node)).to.equal(0);
      await remove();
    }
  });

  it("serves the journal of a store whose streams have permissions of their own", async () => {
    const behind = inMemoryStore();
    const stream = "participant-participant";
    const store = await startWritableServer({ store: behind, port: 0 });
    if (isLeft(store)) throw new Error(store.left.message);
    const address = `esdb://127.0.0.1:${store.right.port}?tls=false`;
    const config = { journal: address, sharedJournal: true };
    const ledger = await openLedger({ config });
    if (isLeft(ledger)) throw new Error(ledger.left.message);
    const end = ledger.right.ledgerEnd();
    await ledger.right.close();
    const acl = JSON.stringify({ $acl: { $d: "$admins", $mw: "$admins" } });
    const setting = { id: randomUUID(), type: "$metadata", data: acl, metadata: "" };
    await behind.append(`$$${stream}`, "no-stream", [setting]);

    const started = await startEvents({ store: address, listen: "127.0.0.1:0" }, {});
    const client = EventStoreDBClient.connectionString(addressIn(started.readyLine));
    try {
      const types: string[] = [];
      for await (const { event } of client.readStream(stream)) types.push(event?.type ?? "");
      expect(types).to.have.length(end);
      expect(types[0]).to.equal("LedgerInitialized");
      const subscription = client.subscribeToStream(stream);
      const [first] = await once(subscription, "data");
      expect(first.event).to.include({ type: "LedgerInitialized" });
      await subscription.unsubscribe();
    } finally {
      await client.dispose();
      (await client["getChannel"]()).close();
      await started.stop();
      await store.right.close();
    }
  });

  for (const [name, args, env, message] of [
    ["without a port", ["--listen", "localhost"], {}, /expected host:port/],
    ["to other machines in clear text", ["--listen", "0.0.0.0:2113"], {}, /--tls-certificate/],
    ["with half a certificate", ["--tls-key", "x"], {}, /given together/],
    [
      "with a certificate that is not there",
      ["--tls-key", "x", "--tls-certificate", "y"],
      {},
      /ENOENT/,
    ],
    [
      "with users and passwords in clear text",
      [],
      { TALLYSTICK_EVENTS_USERS: "me:secret" },
      /--clear-text-passwords/,
    ],
    [
      "with a switch that is neither on nor off",
      [],
      { TALLYSTICK_EVENTS_USERS: "me:secret", TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS: "1" },
      /TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS: expected on or off, found 1/,
    ],
    [
      "with half an address to advertise",
      ["--advertise", "db"],
      {},
      /--advertise: expected host:port, found db/,
    ],
    ["with a user without a password", [], { TALLYSTICK_EVENTS_USERS: "me" }, /name:password/],
  ] as const) {
    it(`does not start ${name}`, async () => {
      const { code, err } = await start(["events", ...args], env).ended;
      expect(code).to.equal(2);
      expect(err).to.match(message);
    });
  }

  const said: ReadonlyArray<
    readonly [what: string, flags: StoreFlags, env: Environment, line: RegExp]
  > = [
    ["that nobody logs in", {}, {}, /\| no users: everyone may read \|/],
    [
      "that users do",
      { "clear-text-passwords": true },
      { TALLYSTICK_EVENTS_USERS: "me:secret" },
      /\| users are required \|/,
    ],
    [
      "what it advertises",
      { advertise: "db.example:2114" },
      {},
      /\| advertised: db\.example:2114 \|/,
    ],
    [
      "what the environment advertises",
      {},
      { TALLYSTICK_EVENTS_ADVERTISE: "[::1]:7" },
      /\| advertised: \[::1\]:7 \|/,
    ],
  ];
  for (const [what, flags, env, line] of said) {
    it(`says when it is ready: ${what}`, async () => {
      const [data, remove] = await scratchFolder();
      const ledger = await openLedger({ data });
      if (isLeft(ledger)) throw new Error(ledger.left.message);
      await ledger.right.close();
      const started = await startEvents({ ...flags, data, listen: "127.0.0.1:0" }, env);
      expect(started.readyLine).to.match(line);
      await started.stop();
      await remove();
    });
  }

  it("does not start where there is no journal, and creates none", async () => {
    const [data, remove] = await scratchFolder();
    const { code, err } = await start(["events", "--data", data, "--listen", "127.0.0.1:0"]).ended;
    expect(code).to.equal(1);
    expect(err).to.match(/expected the folder of a journal/);
    await remove();
  });
});
