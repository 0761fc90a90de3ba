import type { Encodable } from "@tallystick/protobuf";
import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import type { ClientDuplexStream } from "@grpc/grpc-js";
import { expect } from "chai";
import type {
  batchAppendRequest,
  batchAppendResponse,
} from "../../src/protocol/append-messages.js";
import { batchStream } from "../../src/client/batch-stream.js";
import { rewriting, scriptedServer } from "../scripted-server.js";
import { rightOf } from "../served-store.js";
import { allOf, newEvents, openStore, unhandledRejections } from "./opened-store.js";

type Request = Encodable<typeof batchAppendRequest>;
type Answer = Encodable<typeof batchAppendResponse>;

/** A call without a network. */
class FakeCall extends EventEmitter {
  readonly sent: Request[] = [];
  cancelled = 0;

  write(message: Request): boolean {
    this.sent.push(message);
    return true;
  }

  cancel(): void {
    this.cancelled += 1;
  }

  /** Answers the append that was sent so many-th. */
  answer(at: number, answer: Answer): void {
    this.emit("data", { correlationId: this.sent[at]?.correlationId, ...answer });
  }
}

const opened = (deadlineSpan = true) => {
  const call = new FakeCall();
  // border: a call that has what the stream uses of one
  const stream = batchStream(call as unknown as ClientDuplexStream<Request, never>, deadlineSpan);
  return { call, stream };
};

const event = (bytes = 1) => ({
  id: { string: randomUUID() },
  data: Buffer.alloc(bytes),
  customMetadata: Buffer.alloc(1),
});

const request = (events = [event()]) => ({ stream: "s", expected: 4, events });

const success = { success: { currentRevision: 5n, position: { commitPosition: 9n } } };
const APPENDED = { kind: "appended", revision: 5, position: 9 };

describe("The batch stream", () => {
  it("gives each append its own answer, in whatever order they come", async () => {
    const { call, stream } = opened();
    const answers = [1, 2].map(() => stream.append(request(), 1_000));
    call.answer(1, success);
    call.answer(0, {
      error: { message: "Timeout", details: { typeUrl: "x/event_store.client.Timeout" } },
    });
    expect(await answers[0]).to.include({ kind: "unknown" });
    expect(await answers[1]).to.deep.equal(APPENDED);
    expect(call.cancelled).to.equal(0);
  });

  it("ignores answers that come twice, for no one or without saying for whom", async () => {
    const { call, stream } = opened();
    const one = stream.append(request(), 1_000);
    call.emit("data", { success: { currentRevision: 1n } });
    call.emit("data", { correlationId: { string: randomUUID() }, ...success });
    for (let times = 0; times < 3; times += 1) call.answer(0, success);
    expect(await one).to.deep.equal(APPENDED);
    const two = stream.append(request(), 1_000);
    call.answer(0, success);
    call.answer(1, { success: { currentRevision: 6n, position: { commitPosition: 9n } } });
    expect(await two).to.include({ revision: 6 });
  });

  for (const [name, end] of [
    ["ends cleanly", (call: FakeCall) => call.emit("end")],
    ["is closed", (call: FakeCall) => call.emit("close")],
    ["fails", (call: FakeCall) => call.emit("error", Object.assign(new Error("x"), { code: 14 }))],
  ] as const) {
    it(`leaves nothing waiting when the call ${name}`, async () => {
      const { call, stream } = opened();
      const answers = [1, 2, 3].map(() => stream.append(request(), 60_000));
      end(call);
      for (const answer of answers) expect(await answer).to.include({ kind: "unknown" });
      expect(stream.isOpen).to.equal(false);
      expect(await stream.append(request(), 60_000)).to.include({ kind: "not-now" });
      expect(call.sent).to.have.length(3);
    });
  }

  it("knows that nothing was written when the call was denied", async () => {
    const { call, stream } = opened();
    const answer = stream.append(request(), 1_000);
    call.emit("error", Object.assign(new Error("no"), { code: 16 }));
    expect(await answer).to.deep.equal({ kind: "never", error: { kind: "login", reason: "no" } });
  });

  it("ends a call that does not answer in time, with all appends on it", async () => {
    const { call, stream } = opened();
    const slow = stream.append(request(), 30);
    const other = stream.append(request(), 60_000);
    expect(await slow).to.include({ kind: "unknown" });
    expect(await other).to.include({ kind: "unknown" });
    expect(call.cancelled).to.equal(1);
    expect(stream.isOpen).to.equal(false);
  });

  it("sends deadlines as a span of time, or as a time to old servers", async () => {
    const { call, stream } = opened();
    const old = opened(false);
    const beginMs = Date.now();
    const waiting = [stream.append(request(), 1_500), old.stream.append(request(), 1_500)];
    const endMs = Date.now();
    expect(call.sent[0]?.options?.deadlineSpan).to.deep.equal({ seconds: 1n, nanos: 500_000_000 });
    expect(call.sent[0]?.options?.deadlineTime).to.equal(undefined);
    const { deadlineTime } = old.call.sent[0]?.options ?? {};
    const deadlineMs = Number(deadlineTime?.seconds) * 1_000 + (deadlineTime?.nanos ?? 0) / 1e6;
    expect(deadlineMs).to.be.within(beginMs + 1_499, endMs + 1_501);
    stream.cancel();
    old.stream.cancel();
    for (const answer of waiting) expect(await answer).to.include({ kind: "unknown" });
  });

  it("sends what is large in parts that say once where they go", async () => {
    const { call, stream } = opened();
    const events = [2, 2, 1, 4, 1].map((megabytes) => event(megabytes * 1024 * 1024));
    const waiting = stream.append(request(events), 1_000);
    expect(call.sent.map(({ proposedMessages }) => proposedMessages?.length)).to.deep.equal([
      1, 1, 1, 1, 1,
    ]);
    expect(call.sent.map(({ isFinal }) => isFinal)).to.deep.equal([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(call.sent.map(({ options }) => options !== undefined)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
    call.answer(0, success);
    expect(await waiting).to.deep.equal(APPENDED);
  });

  it("keeps going when the server says everything twice", async () => {
    const unhandled = unhandledRejections();
    const scripted = await scriptedServer({
      batch: (call, usual) => usual(rewriting(call, (answer) => [answer, answer])),
    });
    const store = await openStore(scripted.address);
    for (let at = 0; at < 5; at += 1)
      rightOf(await store.append("s", at === 0 ? "no-stream" : at - 1, newEvents(1)));
    expect(await allOf(scripted.store, "s")).to.have.length(5);
    expect(unhandled).to.deep.equal([]);
  });
});
