import { EventEmitter } from "node:events";
import type { ServerWritableStream } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  drained,
  failCall,
  isOver,
  LARGE_MESSAGE_BYTES,
  onOver,
  send,
} from "../../src/server/call-stream.js";
import { invalidArgument } from "../../src/server/status-error.js";

/** A call whose client reads when the test says so. */
class FakeCall extends EventEmitter {
  cancelled = false;
  destroyed = false;
  writableEnded = false;
  writableNeedDrain = false;
  readonly sent: unknown[] = [];
  readonly takings: Array<() => void> = [];

  constructor(private readonly room: number) {
    super();
  }

  write(message: unknown, taken?: () => void): boolean {
    this.sent.push(message);
    if (taken !== undefined) this.takings.push(taken);
    this.writableNeedDrain = this.sent.length >= this.room;
    return !this.writableNeedDrain;
  }

  drain(): void {
    this.writableNeedDrain = false;
    this.emit("drain");
  }
}

// border: a call that has what the functions use of one
const asCall = (call: FakeCall) => call as unknown as ServerWritableStream<unknown, unknown>;

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};

describe("A call that answers with a stream", () => {
  it("sends while there is room, and then waits until there is again", async () => {
    const call = new FakeCall(2);
    expect(await send(asCall(call), 1)).to.equal(true);
    const second = send(asCall(call), 2);
    expect(await settled(second)).to.equal(false);
    call.drain();
    expect(await second).to.equal(true);
    expect(call.sent).to.deep.equal([1, 2]);
  });

  it("waits until a large message is taken, though there is room for more of them", async () => {
    const call = new FakeCall(16);
    expect(await send(asCall(call), 1, LARGE_MESSAGE_BYTES - 1)).to.equal(true);
    const large = send(asCall(call), 2, LARGE_MESSAGE_BYTES);
    expect(await settled(large)).to.equal(false);
    for (const taken of call.takings) taken();
    expect(await large).to.equal(true);
    const left = send(asCall(call), 3, LARGE_MESSAGE_BYTES);
    call.cancelled = true;
    call.emit("cancelled");
    expect(await left).to.equal(false);
    expect(call.eventNames()).to.deep.equal([]);
  });

  it("stops waiting when its client goes, and sends nothing more", async () => {
    for (const end of ["cancelled", "close", "error"]) {
      const call = new FakeCall(1);
      const waiting = send(asCall(call), 1);
      call.cancelled = true;
      call.emit(end);
      expect(await waiting, end).to.equal(false);
      expect(await send(asCall(call), 2)).to.equal(false);
      expect(call.sent).to.deep.equal([1]);
      expect(call.eventNames()).to.deep.equal([]);
    }
  });

  it("does not wait for room that is there", async () => {
    const call = new FakeCall(5);
    await drained(asCall(call));
    call.writableNeedDrain = true;
    call.destroyed = true;
    await drained(asCall(call));
    expect(call.eventNames()).to.deep.equal([]);
  });

  it("is over when it was cancelled, destroyed or ended", () => {
    expect(isOver(new FakeCall(1))).to.equal(false);
    for (const property of ["cancelled", "destroyed", "writableEnded"] as const) {
      const call = new FakeCall(1);
      call[property] = true;
      expect(isOver(call)).to.equal(true);
    }
  });

  it("says that it is over until no one listens any more", () => {
    const call = new EventEmitter();
    let times = 0;
    const stop = onOver(call, () => {
      times += 1;
    });
    call.emit("cancelled");
    expect(times).to.equal(1);
    stop();
    call.emit("close");
    expect(times).to.equal(1);
  });

  it("fails once, and not when its client has gone", () => {
    const seen: unknown[] = [];
    const call = new FakeCall(1);
    call.on("error", (error) => seen.push(error));
    const error = invalidArgument("x");
    failCall(call, error);
    expect(seen).to.deep.equal([error]);
    call.cancelled = true;
    failCall(call, error);
    expect(seen).to.have.length(1);
  });
});
