import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore, verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { startEventServer } from "../../src/index.js";
import { timeoutStatus } from "../server/appends/append-status.js";
import { faultyProxy } from "../faulty-proxy.js";
import { notLeader, rewriting, type Script, scriptedServer } from "../scripted-server.js";
import { atEnd, patientAddress, rightOf, serve, until } from "../served-store.js";
import {
  allOf,
  idsOf,
  leftOf,
  newEvents,
  openStore,
  PATIENT,
  unhandledRejections,
} from "./opened-store.js";

const clear = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

/** Whatever went wrong on the way: the events are there once, in order, and the chain holds. */
const isOnce = async (
  store: EventStore,
  batches: ReadonlyArray<ReturnType<typeof newEvents>>,
): Promise<void> => {
  expect(idsOf(await allOf(store, "s"))).to.deep.equal(idsOf(batches.flat()));
  expect(isRight(await verifyStream(store, "s"))).to.equal(true);
};

interface Count {
  faults: number;
}
type Batch = NonNullable<Script["batch"]>;
type Unary = NonNullable<Script["unary"]>;
type Answer = Parameters<Parameters<typeof rewriting>[1]>[0];

/** A server whose first calls go wrong. */
const calls =
  (wrong: (...of: [...Parameters<Batch>, fault: number]) => unknown, most = 2) =>
  (count: Count): Script => ({
    batch: (call, usual) => {
      count.faults += 1;
      if (count.faults > most) usual(call);
      else wrong(call, usual, count.faults);
    },
  });

/** A server whose first two answers to what it has written are changed. */
const answers =
  (change: (answer: Answer, fault: number) => Answer) =>
  (count: Count): Script => ({
    batch: (call, usual) =>
      usual(
        rewriting(call, (answer) => {
          count.faults += 1;
          return [count.faults > 2 ? answer : change(answer, count.faults)];
        }),
      ),
  });

/** A server whose first two calls for a single append go wrong. */
const singles =
  (wrong: (...of: Parameters<Unary>) => unknown) =>
  (count: Count): Script => ({
    unary: (call, answer, usual) => {
      count.faults += 1;
      if (count.faults > 2) usual(call, answer);
      else wrong(call, answer, usual);
    },
  });

describe("An append through the adapter", () => {
  it("carries exactly the hashed bytes, binary, with the chain hash in the metadata", async () => {
    const { address, raw } = await serve();
    const store = await openStore(address);
    const event = {
      ...newEvents(1)[0],
      id: randomUUID(),
      type: "Tü",
      data: '{"a": "ü"}',
      metadata: '{"m":1}',
    };
    const appended = rightOf(await store.append("s", "no-stream", [event]));
    const { answers } = await raw.read({ all: { start: {} }, count: 9n });
    const served = answers[0]?.event?.event;
    expect(served?.metadata.get("content-type")).to.equal("application/octet-stream");
    expect(served?.metadata.get("type")).to.equal("Tü");
    expect(Buffer.from(served?.data ?? []).toString()).to.equal(event.data);
    expect(JSON.parse(Buffer.from(served?.customMetadata ?? []).toString())).to.deep.equal({
      hash: appended.hash,
      metadata: event.metadata,
    });
  });

  it("becomes the same events in the store behind our server as if they were written there", async () => {
    const served = await serve();
    const store = await openStore(served.address);
    const direct = inMemoryStore();
    let at: "no-stream" | number = "no-stream";
    for (const events of [newEvents(2), newEvents(3)]) {
      rightOf(await direct.append("s", at, events));
      at = rightOf(await store.append("s", at, events)).revision;
    }
    expect(await allOf(served.store, "s")).to.deep.equal(await allOf(direct, "s"));
  });

  it("sends nothing when an id is not a UUID in the server's form", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const { requestBytes } = proxy;
    for (const id of ["x", randomUUID().toUpperCase(), "00000000-0000-0000-0000-000000000000"]) {
      const error = leftOf(
        await store.append("s", "no-stream", [
          { ...newEvents(1)[0], type: "T", data: "", metadata: "", id },
        ]),
      );
      expect(error.kind).to.equal("invalid");
    }
    expect(leftOf(await store.append("s", "no-stream", newEvents(1, 2_000_000))).kind).to.equal(
      "too-large",
    );
    expect(proxy.requestBytes).to.equal(requestBytes);
  });

  it("says how much the server takes when that is less than we thought", async () => {
    for (const batchAppend of [true, false]) {
      const { address } = await serve({ batchAppend, limits: { maxAppendBytes: 1_000 } });
      const store = await openStore(address, PATIENT);
      const error = leftOf(await store.append("s", "no-stream", newEvents(1, 2_000)));
      expect(error).to.include({ kind: "too-large", maxBytes: 1_000 });
      expect(rightOf(await store.append("s", "no-stream", newEvents(1))).revision).to.equal(0);
    }
  });

  it("of many megabytes goes in parts, and is still one append", async () => {
    const limits = { maxAppendBytes: 12 * 1024 * 1024 };
    const { address, store: behind } = await serve({ limits });
    const store = await openStore(address, { ...limits, ...PATIENT });
    const events = newEvents(10, 1_000_000);
    rightOf(await store.append("s", "no-stream", events));
    await isOnce(behind, [events]);
    await isOnce(store, [events]);
  });

  const scripts: ReadonlyArray<readonly [string, (count: Count) => Script, alone?: "alone"]> = [
    ["is never answered", calls((call) => call.on("data", () => undefined))],
    ["is written and never answered", calls((call, usual) => usual(rewriting(call, () => [])))],
    ["is answered by the end of the call", calls((call) => call.on("data", () => call.end()))],
    [
      "is written and answered by the end of the call",
      calls((call, usual) =>
        usual(
          rewriting(call, () => {
            call.end();
            return [];
          }),
        ),
      ),
    ],
    [
      "is written and answered with a timeout",
      answers((answer) => ({ ...answer, success: undefined, error: timeoutStatus() })),
    ],
    [
      "is written and answered with details nobody knows",
      answers((answer) => {
        const error = { code: 2, message: "?", details: { typeUrl: "x/y.Z" } };
        return { ...answer, success: undefined, error };
      }),
    ],
    [
      "is written and answered with nothing in it, or another revision",
      answers((answer, fault) => ({
        ...answer,
        success: fault === 1 ? undefined : { currentRevision: 77n },
      })),
    ],
    [
      "meets a server that is not ready",
      calls((call) => {
        call.on("data", ({ correlationId }) => {
          const details = { typeUrl: "type.googleapis.com/google.protobuf.Empty" };
          call.write({ correlationId, error: { message: "Server Is Not Ready", details } });
          call.end();
        });
      }, 1),
    ],
    [
      "is refused with a status that may pass",
      calls((call, _, fault) =>
        call.emit("error", { code: fault === 1 ? 14 : 10, details: "later" }),
      ),
    ],
    ["alone is never answered", singles((call) => call.on("data", () => undefined)), "alone"],
    [
      "alone is written and answered with a timeout",
      singles((call, answer, usual) =>
        usual(call, () =>
          answer({ code: 10, details: "Operation timed out: Commit phase timeout." }),
        ),
      ),
      "alone",
    ],
    [
      "alone is written and answered with nothing in it",
      singles((call, answer, usual) => usual(call, (error) => answer(error, {}))),
      "alone",
    ],
  ];
  for (const [name, script, alone] of scripts) {
    it(`that ${name} is known in the end, and there once`, async () => {
      const unhandled = unhandledRejections();
      const count = { faults: 0 };
      const scripted = await scriptedServer(script(count), { batchAppend: alone === undefined });
      const store = await openStore(scripted.address, { appendTimeoutMs: 60 });
      const batches = [newEvents(2), newEvents(3)];
      expect(rightOf(await store.append("s", "no-stream", batches[0] ?? [])).revision).to.equal(1);
      expect(rightOf(await store.append("s", 1, batches[1] ?? [])).revision).to.equal(4);
      expect(count.faults).to.be.greaterThan(1);
      await isOnce(scripted.store, batches);
      await isOnce(store, batches);
      expect(unhandled).to.deep.equal([]);
    });
  }

  for (const [name, answers] of [
    ["reaches the server", false],
    ["is lost on the way there", true],
  ] as const) {
    it(`that ${name} when the connection dies is known after the next`, async () => {
      const served = await serve();
      const proxy = await faultyProxy(served.server.port);
      const store = await openStore(clear(proxy.port), { appendTimeoutMs: 2_000 });
      const batches = [newEvents(1), newEvents(2)];
      rightOf(await store.append("s", "no-stream", batches[0] ?? []));
      Object.assign(proxy.weather, answers ? { requests: false } : { answers: false });
      const appended = store.append("s", 0, batches[1] ?? []);
      const lastRevision = async () => rightOf(await served.store.lastEvent("s"))?.revision;
      if (answers) await new Promise((resolve) => setTimeout(resolve, 50));
      else await until(async () => (await lastRevision()) === 2, "it has reached the server");
      expect(await lastRevision()).to.equal(answers ? 0 : 2);
      proxy.clear();
      expect(rightOf(await appended).revision).to.equal(2);
      await isOnce(served.store, batches);
    });
  }

  it("is decided and answered for each of sixty large ones when the server dies under their weight", async () => {
    const unhandled = unhandledRejections();
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port), { appendTimeoutMs: 30_000 });
    proxy.weather.answers = false;
    const events = Array.from({ length: 60 }, () => newEvents(1, 200_000));
    const answers = events.map((some, at) => store.append(`s${at}`, "no-stream", some));
    await new Promise((resolve) => setTimeout(resolve, 150));
    proxy.clear();
    for (const [at, answer] of answers.entries()) {
      expect(rightOf(await answer).revision).to.equal(0);
      expect(idsOf(await allOf(served.store, `s${at}`))).to.deep.equal(idsOf(events[at] ?? []));
    }
    expect(unhandled).to.deep.equal([]);
  });

  it("that someone overtakes is wrong, and says so however often it was tried", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    const rival = await openStore(served.address);
    proxy.weather.requests = false;
    const losing = store.append("s", 0, newEvents(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    rightOf(await rival.append("s", 0, newEvents(2)));
    proxy.clear();
    expect(leftOf(await losing)).to.deep.equal({
      kind: "wrong-expected-revision",
      stream: "s",
      expected: 0,
      actual: 2,
    });
    expect(await allOf(served.store, "s")).to.have.length(3);
  });

  it("is unknown when the server stays away after it may have been written, and known before", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port), { appendGiveUpMs: 300, readGiveUpMs: 100 });
    const first = newEvents(1);
    await until(
      async () => isRight(await store.append("s", "no-stream", first)),
      "the first is written",
    );
    proxy.weather.answers = false;
    expect(leftOf(await store.append("s", 0, newEvents(1)))).to.include({
      kind: "unavailable",
      outcome: "unknown",
    });
    Object.assign(proxy.weather, { accepts: false });
    proxy.cut();
    expect(leftOf(await store.append("s", 1, newEvents(1)))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
  });

  it("follows the leader", async () => {
    for (const batchAppend of [true, false]) {
      const leader = await serve({ batchAppend });
      const { port } = leader.server;
      const follower = await scriptedServer(
        {
          batch: (call) => call.emit("error", notLeader(port)),
          unary: (_call, answer) => answer(notLeader(port)),
          read: (call) => call.emit("error", notLeader(port)),
        },
        { batchAppend },
      );
      const store = await openStore(follower.address);
      const events = newEvents(2);
      expect(rightOf(await store.append("s", "no-stream", events)).revision).to.equal(1);
      await isOnce(leader.store, [events]);
    }
  });

  it("under way when the store is closed ends, and says that it may have been written", async () => {
    let requests = 0;
    const scripted = await scriptedServer({ batch: (call) => call.on("data", () => requests++) });
    const store = await openStore(scripted.address, { appendTimeoutMs: 60_000 });
    const waiting = store.append("s", "no-stream", newEvents(1));
    await until(() => requests > 0, "it has reached the server");
    await store.close();
    expect(leftOf(await waiting)).to.include({ kind: "unavailable", outcome: "unknown" });
  });

  it("that may not be made says so at once", async () => {
    for (const batchAppend of [true, false]) {
      const { address } = await serve({ batchAppend, isWritable: () => false });
      const store = await openStore(address, PATIENT);
      const error = leftOf(await store.append("s", "no-stream", newEvents(1)));
      expect(error).to.include({ kind: "unavailable", outcome: "known" });
      expect(JSON.stringify(error)).to.match(/denied/i);
    }
  });

  it("to a server of events that may only be read says so at once", async () => {
    const server = rightOf(await startEventServer({ store: inMemoryStore(), port: 0 }));
    atEnd(() => server.close());
    const store = await openStore(patientAddress(server.port), PATIENT);
    const error = leftOf(await store.append("s", "no-stream", newEvents(1)));
    expect(error).to.include({ kind: "unavailable", outcome: "known", refusal: "right" });
    expect(JSON.stringify(error)).to.match(/denied/i);
  });

  it("made twice at once is there once", async () => {
    const served = await serve();
    const store = await openStore(served.address);
    const events = newEvents(3);
    const [one, two] = await Promise.all([
      store.append("s", "no-stream", events),
      store.append("s", "no-stream", events),
    ]);
    expect(rightOf(one)).to.deep.equal(rightOf(two));
    await until(async () => (await allOf(served.store, "s")).length === 3, "all three are there");
  });
});
