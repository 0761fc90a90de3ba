import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore, type StoreError } from "@tallystick/event-store";
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { LedgerNotice } from "../../src/ledger/ledger-observer.js";
import { gate } from "../pipeline/watched-store.js";
import {
  afterwards,
  allocate,
  codeOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  turns,
  until,
} from "../test-ledger.js";

const stream = "participant-participant";
const shared = { sharedJournal: true };

/** A server whose store the test can write to past the nodes, and nodes on it. */
const world = async () => {
  const behind = inMemoryStore();
  const serve = async (port: number, store: EventStore = behind) =>
    rightOf(await startWritableServer({ store, port }));
  let server = await serve(await lastingPort());
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
    back: async (store?: EventStore) => {
      server = await serve(port, store);
    },
  };
};

const set = async (store: EventStore, settings: string): Promise<void> => {
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

  for (const [name, reason] of [
    ["away", /ECONNREFUSED/],
    ["emptied", /it was emptied, truncated or restored/],
  ] as const) {
    it(`refuses commands for certain while the store is ${name}, whatever they are`, async () => {
      const { open, away, back } = await world();
      const ledger = await open({});
      const alice = await allocate(ledger, "alice");
      const end = ledger.ledgerEnd();
      await away();
      if (name === "emptied") await back(inMemoryStore());
      await unready(ledger, reason);
      const refused = [
        leftOf(await ledger.submitAndWait(pingBy(alice, "c"))),
        leftOf(await ledger.submit(pingBy(alice, "d"))),
        leftOf(await ledger.allocateParty({ partyIdHint: "bob" })),
        leftOf(await ledger.uploadDar(new Uint8Array(10), true)),
      ];
      for (const { code, cause, definiteAnswer } of refused) {
        expect([code, definiteAnswer]).to.deep.equal(["SERVICE_NOT_RUNNING", true]);
        expect(cause).to.match(reason);
      }
      if (name === "emptied") await away();
      await back();
      await isReady(ledger);
      const { completionOffset } = rightOf(await ledger.submitAndWait(pingBy(alice, "c")));
      expect(completionOffset).to.equal(end + 1);
    });
  }

  it("refuses commands that wait behind an append once the store is unusable", async () => {
    const plain = inMemoryStore();
    let looked: Either<StoreError, number> = right(-1);
    let held: Promise<void> = Promise.resolve();
    const store: EventStore = {
      ...plain,
      capabilities: {
        ...plain.capabilities,
        remote: {
          address: "esdb://h:1",
          maxAppendBytes: 1_000_000,
          leader: () => undefined,
          look: async () => looked,
        },
      },
      append: async (...of) => {
        await held;
        return plain.append(...of);
      },
    };
    const ledger = await openTest({ store });
    const alice = await allocate(ledger, "alice");
    looked = right(ledger.ledgerEnd() - 1);
    const { wait, open } = gate();
    held = wait;
    const first = ledger.submitAndWait(pingBy(alice, "first"));
    await turns();
    const second = ledger.submitAndWait(pingBy(alice, "second"));
    looked = left({ kind: "unavailable", outcome: "known", reason: "no", refusal: "login" });
    expect(leftOf(await second)).to.include({ code: "SERVICE_NOT_RUNNING", definiteAnswer: true });
    open();
    expect(codeOf(await first)).to.equal("ok");
  });

  it("says that the outcome of a command is not known whose append was running", async () => {
    const { open, behind, away, back } = await world();
    const ledger = await open({});
    const alice = await allocate(ledger, "alice");
    const { wait, open: release } = gate();
    await away();
    let isRunning = false;
    const append: EventStore["append"] = async (...of) => {
      isRunning = true;
      await wait;
      return behind.append(...of);
    };
    await back({ ...behind, append });
    await isReady(ledger);
    const outcome = ledger.submitAndWait(pingBy(alice, "c"));
    await until(() => isRunning, "the append is running");
    await away();
    const { code, cause, definiteAnswer } = leftOf(await outcome);
    expect([code, definiteAnswer]).to.deep.equal(["REQUEST_TIME_OUT", false]);
    expect(cause).to.match(/not known whether the command took effect: .*ECONNREFUSED/);
    expect(ledger.ready()).to.equal(false);
    release();
    await back();
    await isReady(ledger);
    // the append went on, or had written it, so that a repeat has no effect of its own
    expect(codeOf(await ledger.submitAndWait(pingBy(alice, "c")))).to.equal("DUPLICATE_COMMAND");
  });

  it("has no damage where the stream refuses to be read, nor after it is well again", async () => {
    const { open, behind } = await world();
    const ledger = await open({ scrubEventsPerSecond: 1_000_000, scrubEveryMs: 5 });
    const alice = await allocate(ledger, "alice");
    for (let at = 0; at < 5; at += 1) await ledger.submitAndWait(pingBy(alice, `c${at}`));
    for (const settings of ['{"$maxCount":2}', '{"$tb":3}', '{"$maxAge":1}']) {
      await set(behind, settings);
      await unready(ledger, /has the setting/);
      expect(ledger.findings()).to.deep.equal([]);
      await set(behind, "{}");
      await isReady(ledger);
      expect(ledger.findings()).to.deep.equal([]);
    }
  });
});
