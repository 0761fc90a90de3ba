import { Quota } from "@tallystick/background";
import type { IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import fc from "fast-check";
import { left } from "fp-ts/lib/Either.js";
import { readBody, smallBodyBytes } from "../../src/limits/body-reader.js";
import { incomingRequest } from "../fixtures/incoming-request.js";
import { rightOf } from "../fixtures/outcomes.js";

const maxBytes = 200_000;
const user = "alice";

/** Sends chunks as a connection does, and then the end. */
const send = (request: IncomingMessage, chunks: ReadonlyArray<Buffer>): void => {
  for (const chunk of chunks) request.push(chunk);
  request.push(null);
};
const bytes = (length: number): Buffer => Buffer.alloc(length, "x");

describe("reading a body", () => {
  it("joins its chunks in their order", async () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(chunks, async (parts) => {
        const request = incomingRequest();
        const reading = readBody(request, { maxBytes, room: new Quota(maxBytes, maxBytes), user });
        const buffers = parts.map((part) => Buffer.from(part));
        send(request, buffers);
        expect(rightOf(await reading).bytes.equals(Buffer.concat(buffers))).to.equal(true);
      }),
    );
  });

  const sizes: ReadonlyArray<readonly [length: number, isRead: boolean]> = [
    [0, true],
    [maxBytes - 1, true],
    [maxBytes, true],
    [maxBytes + 1, false],
  ];
  for (const [length, isRead] of sizes) {
    it(`${isRead ? "takes" : "refuses"} ${length} bytes where ${maxBytes} are allowed`, async () => {
      const request = incomingRequest();
      const room = new Quota(maxBytes * 2, maxBytes * 2);
      const reading = readBody(request, { maxBytes, room, user });
      const half = Math.floor(length / 2);
      send(
        request,
        [bytes(half), bytes(length - half)].filter((chunk) => chunk.length > 0),
      );
      const outcome = await reading;
      if (isRead) expect(rightOf(outcome).bytes).to.have.lengthOf(length);
      else expect(outcome).to.deep.equal(left("too-large"));
    });
  }

  it("refuses what says it is too long without waiting for it", async () => {
    const request = incomingRequest({ headers: { "content-length": String(maxBytes + 1) } });
    const outcome = await readBody(request, {
      maxBytes,
      room: new Quota(maxBytes, maxBytes),
      user,
    });
    expect(outcome).to.deep.equal(left("too-large"));
    expect(request.readableFlowing).to.equal(true);
  });

  it("leaves nothing of a body with its request, which its connection holds until the next", async () => {
    const request = incomingRequest();
    const read = async (): Promise<WeakRef<ArrayBufferLike>> => {
      const reading = readBody(request, { maxBytes, room: new Quota(maxBytes, maxBytes), user });
      send(request, [bytes(100_000), bytes(100_000)]);
      return new WeakRef(rightOf(await reading).bytes.buffer);
    };
    const body = await read();
    setFlagsFromString("--expose-gc");
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resume) => setImmediate(resume));
      runInNewContext("gc")();
    }
    expect([body.deref(), request.complete]).to.deep.equal([undefined, false]);
  });

  it("takes no room for a small body, and all of its length for a larger one", async () => {
    for (const [length, taken] of [
      [smallBodyBytes, 0],
      [smallBodyBytes + 1, smallBodyBytes + 1],
      [maxBytes, maxBytes],
    ] as const) {
      const room = new Quota(maxBytes, maxBytes);
      const request = incomingRequest();
      const reading = readBody(request, { maxBytes, room, user });
      send(request, [bytes(length)]);
      expect(rightOf(await reading).roomBytes, String(length)).to.equal(taken);
      expect(room.taken()).to.equal(taken);
    }
  });

  it("reads small bodies while others have all the room", async () => {
    const room = new Quota(maxBytes, maxBytes);
    expect(room.take(maxBytes, "another")).to.equal(true);
    const small = incomingRequest();
    const reading = readBody(small, { maxBytes, room, user });
    send(small, [bytes(smallBodyBytes)]);
    expect(rightOf(await reading).bytes).to.have.lengthOf(smallBodyBytes);
    const large = incomingRequest();
    const refused = readBody(large, { maxBytes, room, user });
    send(large, [bytes(smallBodyBytes + 1)]);
    expect(await refused).to.deep.equal(left("no-room"));
  });

  it("gives back what it has taken when a body breaks off or becomes too long", async () => {
    for (const [end, error] of [
      [(request: IncomingMessage) => request.destroy(), "aborted"],
      [(request: IncomingMessage) => request.push(bytes(maxBytes)), "too-large"],
    ] as const) {
      const room = new Quota(maxBytes * 3, maxBytes * 3);
      const request = incomingRequest();
      const reading = readBody(request, { maxBytes, room, user });
      request.push(bytes(smallBodyBytes + 1_000));
      await new Promise((resolve) => setImmediate(resolve));
      expect(room.taken()).to.be.greaterThan(0);
      end(request);
      expect(await reading).to.deep.equal(left(error));
      expect(room.taken()).to.equal(0);
    }
  });

  it("continues reading what follows a refused part, so that the connection stays in order", async () => {
    const request = incomingRequest();
    const reading = readBody(request, { maxBytes: 10, room: new Quota(10, 10), user });
    request.push(bytes(11));
    expect(await reading).to.deep.equal(left("too-large"));
    const ended = new Promise((resolve) => request.on("end", resolve));
    send(request, [bytes(1_000), bytes(1_000)]);
    await ended;
  });

  it("does not take a body twice when the connection closes after its end", async () => {
    const room = new Quota(maxBytes, maxBytes);
    const request = incomingRequest();
    const reading = readBody(request, { maxBytes, room, user });
    send(request, [bytes(smallBodyBytes + 1)]);
    const { roomBytes } = rightOf(await reading);
    request.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(room.taken()).to.equal(roomBytes);
  });
});
