import type { RecordedEvent } from "@tallystick/event-store";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { type EventFilter, eventFilter } from "../../../src/server/reads/event-filter.js";

type Options = Parameters<typeof eventFilter>[0];

const options = (init: Partial<Options>): Options => ({
  streamIdentifier: undefined,
  eventType: undefined,
  max: 10,
  count: undefined,
  checkpointIntervalMultiplier: 2,
  ...init,
});

const event = (stream: string, type: string): RecordedEvent => ({
  id: "i",
  type,
  data: "",
  metadata: "",
  stream,
  revision: 0,
  position: 1,
  hash: "",
});

const filterOf = (init: Partial<Options>): EventFilter => {
  const filter = eventFilter(options(init), true);
  if ("code" in filter) throw new Error(filter.details);
  return filter;
};

describe("A filter", () => {
  it("matches streams or types by prefix or pattern", () => {
    const streams = filterOf({ streamIdentifier: { regex: "", prefix: ["a", "b-"] } });
    expect(["a1", "b-2", "b3", "c"].map((name) => streams.matches(event(name, "a")))).to.deep.equal(
      [true, true, false, false].map((matched) => right(matched)),
    );
    const types = filterOf({ eventType: { regex: "^[AB]\\d$", prefix: [] } });
    expect(["A1", "B2", "A", "xA1"].map((type) => types.matches(event("A1", type)))).to.deep.equal(
      [true, true, false, false].map((matched) => right(matched)),
    );
  });

  it("looks at a window of events times its multiplier between two checkpoints", () => {
    const expression = { eventType: { regex: "", prefix: [""] } };
    expect(filterOf(expression).checkpointEvents).to.equal(20);
    expect(filterOf({ ...expression, max: undefined, count: {} }).checkpointEvents).to.equal(64);
    expect(filterOf({ ...expression, max: 0 }).checkpointEvents).to.equal(2);
  });

  it("stops a pattern that never ends, and does not report a mismatch", () => {
    const filter = filterOf({ streamIdentifier: { regex: "^(a+)+$", prefix: [] } });
    const hard = event(`${"a".repeat(60)}!`, "T");
    const first = filter.matches(hard);
    expect(first).to.have.nested.property("left.code", status.UNKNOWN);
    // the very same answer: it did not try again
    expect(filter.matches(hard)).to.equal(first);
    expect(filter.matches(event("aaa", "T"))).to.deep.equal(right(true));
  });

  const refused: ReadonlyArray<readonly [string, Partial<Options>]> = [
    ["a pattern that is none", { eventType: { regex: "(", prefix: [] } }],
    ["a pattern without end", { eventType: { regex: "a".repeat(1_001), prefix: [] } }],
    ["prefixes without end", { eventType: { regex: "", prefix: Array<string>(101).fill("a") } }],
    ["nothing to match", {}],
    ["no window", { eventType: { regex: "", prefix: ["a"] }, max: undefined }],
    ["no multiplier", { eventType: { regex: "", prefix: ["a"] }, checkpointIntervalMultiplier: 0 }],
  ];
  for (const [name, init] of refused) {
    it(`is refused with ${name}`, () => {
      expect(eventFilter(options(init), true)).to.have.property("code");
    });
  }

  it("of a read needs no multiplier", () => {
    const init = { eventType: { regex: "", prefix: ["a"] }, checkpointIntervalMultiplier: 0 };
    expect(eventFilter(options(init), false)).to.not.have.property("code");
  });
});
