import { decoded } from "../../decoded.js";
import { type Encodable, encodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { readRequest } from "../../../src/protocol/read-messages.js";
import { readPlan } from "../../../src/server/reads/read-plan.js";

type Options = NonNullable<Encodable<typeof readRequest>["options"]>;

const planOf = (options: Options) =>
  readPlan(
    decoded(
      readRequest,
      encodeMessage(readRequest, {
        options: { uuidOption: { string: {} }, noFilter: {}, ...options },
      }),
    ).options,
  );

const streamIdentifier = { streamName: Buffer.from("s") };
const settings = { structuredIds: false, resolvesLinks: false, tellsEnds: false };

describe("The plan of a read", () => {
  it("of a stream is where, which way and how many", () => {
    const rows: ReadonlyArray<readonly [Options, object]> = [
      [
        { stream: { streamIdentifier, start: {} }, count: 5n },
        { kind: "read-stream", stream: "s", from: "start", backwards: false, maxCount: 5 },
      ],
      [
        { stream: { streamIdentifier, revision: 7n }, count: 5n, readDirection: 1 },
        { kind: "read-stream", stream: "s", from: 7, backwards: true, maxCount: 5 },
      ],
      [
        { stream: { streamIdentifier, end: {} }, count: 1n, readDirection: 1 },
        { kind: "read-stream", stream: "s", from: "end", backwards: true, maxCount: 1 },
      ],
      [
        { stream: { streamIdentifier, revision: 0n }, subscription: {} },
        { kind: "follow-stream", stream: "s", after: 0 },
      ],
      [
        { stream: { streamIdentifier, end: {} }, subscription: {} },
        { kind: "follow-stream", stream: "s", after: "end" },
      ],
    ];
    for (const [options, plan] of rows)
      expect(planOf(options)).to.deep.equal({ ...plan, ...settings });
  });

  it("of all streams is the same with a position and a filter", () => {
    const position = { commitPosition: 9n, preparePosition: 9n };
    expect(planOf({ all: { position }, count: 5n })).to.deep.equal({
      kind: "read-all",
      filter: undefined,
      from: 9,
      backwards: false,
      maxCount: 5,
      ...settings,
    });
    const filter = { count: {}, checkpointIntervalMultiplier: 1, eventType: { prefix: ["T"] } };
    const plan = planOf({ all: { end: {} }, subscription: {}, filter, noFilter: undefined });
    expect(plan).to.include({ kind: "follow-all", after: "end" });
    expect(plan).to.have.nested.property("filter.checkpointEvents", 32);
  });

  it("says in which form ids are, and whether to tell the ends", () => {
    const options = { stream: { streamIdentifier, start: {} }, count: 1n };
    expect(planOf({ ...options, uuidOption: { structured: {} } })).to.include({
      structuredIds: true,
    });
    expect(planOf({ ...options, controlOption: { compatibility: 1 } })).to.include({
      tellsEnds: true,
    });
  });

  it("is refused where something is missing or makes no sense", () => {
    expect(readPlan(undefined)).to.have.property("code");
    const filter = { count: {}, eventType: { prefix: ["T"] } };
    const refused: ReadonlyArray<Options> = [
      {},
      { stream: { start: {} }, count: 1n },
      { stream: { streamIdentifier }, count: 1n },
      { stream: { streamIdentifier, start: {} } },
      { stream: { streamIdentifier, start: {} }, count: 0n },
      { stream: { streamIdentifier, end: {} }, count: 1n },
      { stream: { streamIdentifier, start: {} }, count: 1n, filter },
      { stream: { streamIdentifier, start: {} }, subscription: {}, readDirection: 1 },
      { all: {}, count: 1n },
      { all: { start: {} } },
      { all: { start: {} }, subscription: {}, filter },
      { all: { start: {} }, count: 1n, uuidOption: {} },
      { all: { start: {} }, count: 1n, noFilter: undefined },
    ];
    for (const options of refused)
      expect(planOf(options), JSON.stringify(Object.keys(options))).to.have.property("code");
  });
});
