import { invalidArgument } from "@tallystick/core";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import type { Services } from "../../src/endpoints/services.js";
import { channel, type Delivery, undecodableFrame } from "../../src/streams/channel.js";
import type { FrameSink } from "../../src/streams/frame-sink.js";
import { callerWith } from "../fixtures/callers.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { turns } from "../fixtures/fake-socket.js";
import { numberStream, servicesWith } from "../fixtures/number-stream.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

/** A sink that keeps its frames, may be behind, and can be ended. */
const sinkOf = () => {
  const frames: Buffer[] = [];
  let ended = false;
  let stop: () => void = () => undefined;
  let behind: Promise<void> | undefined;
  const sink: FrameSink = {
    send: (frame) => {
      frames.push(frame);
      return behind;
    },
    ended: () => ended,
    onEnd: (wanted) => {
      stop = wanted;
    },
  };
  return {
    sink,
    frames,
    texts: () => frames.map((frame) => frame.toString()),
    end: () => {
      ended = true;
      stop();
    },
    /** Until it is called, the reader is behind. */
    hold: () => {
      let go: () => void = () => undefined;
      behind = new Promise((resolve) => {
        go = resolve;
      });
      return () => {
        behind = undefined;
        go();
      };
    },
  };
};

describe("a channel", () => {
  let ledger: FakeLedger;
  let services: Services;
  const alice = callerWith([{ kind: "CanReadAs", party: "alice" }]);
  before(async () => {
    ledger = await fakeLedger();
    services = servicesWith(ledger);
  });
  after(() => ledger.close());

  const opened = (stream = numberStream()): { delivery: Delivery; stream: typeof stream } => ({
    delivery: rightOf(channel(stream.row).open({ of: "alice" }, alice, services)),
    stream,
  });

  it("has of its row what the documents need", () => {
    const { row } = numberStream();
    const sealed = channel({ ...row, deprecated: true, description: "d" });
    expect(sealed).to.include({
      path: row.path,
      summary: row.summary,
      description: "d",
      deprecated: true,
      request: row.request,
      item: row.item,
      errors: row.errors,
    });
    expect(channel(row)).to.not.have.any.keys("description", "deprecated");
  });

  const frames: ReadonlyArray<readonly [value: unknown, code: string, cause: string]> = [
    [{}, "INVALID_ARGUMENT", "Invalid value for: body (missing, expected a string at 'of')"],
    [[], "INVALID_ARGUMENT", "Invalid value for: body (expected an object (NumbersRequest), found"],
    [{ of: "nobody" }, "INVALID_ARGUMENT", "nobody is no party"],
    [{ of: "bob" }, "PERMISSION_DENIED", "lacks CanReadAs or CanActAs for party bob"],
  ];
  for (const [value, code, cause] of frames) {
    it(`answers ${code} to the first frame ${JSON.stringify(value)}, and reads nothing`, () => {
      const stream = numberStream(({ of }) =>
        of === "nobody" ? invalidArgument("nobody is no party") : undefined,
      );
      const error = leftOf(channel(stream.row).open(value, alice, services));
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(cause);
      expect(stream.readers()).to.equal(0);
    });
  }

  it("sends what it shows, in order, to the end", async () => {
    const { delivery, stream } = opened();
    const { sink, texts } = sinkOf();
    stream.push(1, -2, 3);
    stream.end();
    expect(await delivery(sink)).to.deep.equal(right(undefined));
    expect(texts()).to.deep.equal(['{"number":1}', '{"number":3}']);
    expect(stream.readers()).to.equal(0);
  });

  it("sends items as they come", async () => {
    const { delivery, stream } = opened();
    const { sink, texts, end } = sinkOf();
    const done = delivery(sink);
    for (const number of [1, 2, 3]) {
      stream.push(number);
      await turns();
      expect(texts()).to.have.lengthOf(number);
    }
    end();
    expect(await done).to.deep.equal(right(undefined));
  });

  it("answers the error that breaks it off, after all before it", async () => {
    const { delivery, stream } = opened();
    const { sink, texts } = sinkOf();
    const error = invalidArgument("pruned");
    stream.push(1, left(error), 2);
    expect(await delivery(sink)).to.deep.equal(left(error));
    expect(texts()).to.deep.equal(['{"number":1}']);
  });

  it("waits for a reader that is behind, and for none other", async () => {
    const { delivery, stream } = opened();
    const slow = sinkOf();
    const go = slow.hold();
    stream.push(1, 2, 3);
    stream.end();
    const done = delivery(slow.sink);
    await turns();
    expect(slow.texts()).to.deep.equal(['{"number":1}']);
    const quick = sinkOf();
    await rightOf(channel(stream.row).open({ of: "alice" }, alice, services))(quick.sink);
    expect(quick.texts()).to.have.lengthOf(3);
    go();
    await done;
    expect(slow.texts()).to.have.lengthOf(3);
  });

  it("leaves its source when it is ended while nothing comes", async () => {
    const { delivery, stream } = opened();
    const { sink, end, texts } = sinkOf();
    const done = delivery(sink);
    await turns();
    expect(stream.readers()).to.equal(1);
    end();
    expect(await done).to.deep.equal(right(undefined));
    expect(stream.readers()).to.equal(0);
    expect(texts()).to.deep.equal([]);
  });

  it("sends nothing after it was ended, though more came", async () => {
    const { delivery, stream } = opened();
    const { sink, end, texts } = sinkOf();
    const done = delivery(sink);
    stream.push(1);
    await turns();
    end();
    stream.push(2);
    await done;
    expect(texts()).to.deep.equal(['{"number":1}']);
  });

  it("writes an item once for all of its readers", async () => {
    const stream = numberStream();
    const numbers = channel(stream.row);
    const sinks = Array.from({ length: 5 }, sinkOf);
    const done = sinks.map(({ sink }) =>
      rightOf(numbers.open({ of: "alice" }, alice, services))(sink),
    );
    await turns();
    stream.push(1, 2, -3, 4);
    stream.end();
    await Promise.all(done);
    for (const { texts } of sinks)
      expect(texts()).to.deep.equal(['{"number":1}', '{"number":2}', '{"number":4}']);
    expect(stream.shown()).to.equal(4);
    const [first, second] = sinks;
    expect(first?.frames[0]).to.equal(second?.frames[0]);
  });
});

describe("the error of a first frame that does not decode", () => {
  it("has the words of the plain text that a POST gets", () => {
    expect(undecodableFrame("expected JSON, found nothing").cause).to.contain(
      "Invalid value for: body (expected JSON, found nothing)",
    );
    expect(undecodableFrame("missing", "a.b").cause).to.contain(
      "Invalid value for: body (missing at 'a.b')",
    );
    expect(undecodableFrame("x").code).to.equal("INVALID_ARGUMENT");
  });
});
