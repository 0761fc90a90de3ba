import { expect } from "chai";
import fc from "fast-check";
import { isLeft, left } from "fp-ts/lib/Either.js";
import {
  appendBytes,
  checkAppend,
  DEFAULT_MAX_APPEND_BYTES,
  type NewEvent,
  placeAppend,
} from "../src/index.js";

const event = (id: string) => ({ id, type: "T", data: "{}", metadata: "" });

/** Where an append goes: `append`, the revision a repeat ends at, or `wrong`. */
const placeOf = (
  ids: ReadonlyArray<string>,
  expected: number | "no-stream",
  appended: ReadonlyArray<string>,
): number | "append" | "wrong" => {
  const state = { stream: "s", head: ids.length - 1, idAt: (at: number) => ids[at] };
  const placement = placeAppend(state, expected, appended.map(event));
  if (isLeft(placement)) return "wrong";
  return placement.right.kind === "repeat" ? placement.right.lastRevision : "append";
};

describe("placing an append", () => {
  const ids = ["a", "b", "c", "d"];
  const rows: ReadonlyArray<
    readonly [number | "no-stream", ReadonlyArray<string>, number | "append" | "wrong"]
  > = [
    [3, ["x"], "append"],
    [3, ["a"], "append"],
    [1, ["c", "d"], 3],
    [1, ["c"], 2],
    [1, ["c", "x"], "wrong"],
    [1, ["c", "d", "x"], "wrong"],
    [1, ["d"], "wrong"],
    [4, ["x"], "wrong"],
    [-1, ["a"], "wrong"],
    [1.5, ["c"], "wrong"],
    [Number.NaN, ["a"], "wrong"],
    [Number.POSITIVE_INFINITY, ["a"], "wrong"],
    ["no-stream", ["a", "b"], 1],
    ["no-stream", ["a", "b", "c", "d"], 3],
    ["no-stream", ["x"], "wrong"],
  ];
  for (const [expected, appended, outcome] of rows) {
    it(`of ${appended.join("")} after ${ids.join("")} expecting ${expected} is ${outcome}`, () => {
      expect(placeOf(ids, expected, appended)).to.equal(outcome);
    });
  }

  it("goes into a stream without events only where none is expected", () => {
    expect(placeOf([], "no-stream", ["a"])).to.equal("append");
    expect(placeOf([], 0, ["a"])).to.equal("wrong");
  });

  it("says what was expected and what is there", () => {
    const state = { stream: "s", head: -1, idAt: () => undefined };
    expect(placeAppend(state, 4, [event("a")])).to.deep.equal(
      left({ kind: "wrong-expected-revision", stream: "s", expected: 4, actual: "no-stream" }),
    );
    expect(placeAppend({ ...state, head: 7 }, "no-stream", [event("a")])).to.deep.equal(
      left({ kind: "wrong-expected-revision", stream: "s", expected: "no-stream", actual: 7 }),
    );
  });

  it("is a repeat just when the stream continues with the very same ids", () => {
    const id = fc.constantFrom("a", "b", "c");
    const stream = fc.array(id, { maxLength: 6 });
    const expectedRevision = fc.oneof(
      fc.constant("no-stream" as const),
      fc.integer({ min: 0, max: 6 }),
    );
    fc.assert(
      fc.property(
        stream,
        expectedRevision,
        fc.array(id, { minLength: 1, maxLength: 3 }),
        (held, expected, appended) => {
          const next = expected === "no-stream" ? 0 : expected + 1;
          const isSame =
            held.slice(next, next + appended.length).join() === appended.join() &&
            next + appended.length <= held.length;
          const model =
            next === held.length ? "append" : isSame ? next + appended.length - 1 : "wrong";
          expect(placeOf(held, expected, appended)).to.equal(model);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("finds an append again once it was made, however the stream has grown since", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (all, a, b) => {
        const start = a % (all.length - 1);
        const end = start + 1 + (b % (all.length - start - 1));
        const expected = start === 0 ? "no-stream" : start - 1;
        const before = all.slice(0, start);
        const batch = all.slice(start, end);
        expect(placeOf(before, expected, batch)).to.equal("append");
        expect(placeOf(all, expected, batch)).to.equal(end === start ? "wrong" : end - 1);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the form of an append", () => {
  const good = event("1");
  const table: ReadonlyArray<
    readonly [
      what: string,
      stream: string,
      events: ReadonlyArray<NewEvent>,
      reason: string | undefined,
    ]
  > = [
    ["one event", "s", [good], undefined],
    ["several events", "s", [good, event("2")], undefined],
    ["line ends in data", "s", [{ ...good, data: "a\nb" }], undefined],
    ["empty data", "s", [{ ...good, data: "" }], undefined],
    ["pairs of surrogates", "🪙", [{ ...good, id: "🪙", type: "🪙", data: "🪙" }], undefined],
    ["no event", "s", [], "an append needs at least one event"],
    ["no stream name", "", [good], "a stream name must not be empty"],
    ["a line end in the stream name", "a\nb", [good], "a stream name must not contain a newline"],
    [
      "half a pair in the stream name",
      "\ud800",
      [good],
      "a stream name must not contain half a surrogate pair",
    ],
    ["no id", "s", [{ ...good, id: "" }], "an event id must not be empty"],
    ["no type", "s", [{ ...good, type: "" }], "an event type must not be empty"],
    [
      "a line end in an id",
      "s",
      [{ ...good, id: "a\n" }],
      "an event id must not contain a newline",
    ],
    [
      "a line end in a type",
      "s",
      [{ ...good, type: "\nT" }],
      "an event type must not contain a newline",
    ],
    [
      "a line end in metadata",
      "s",
      [{ ...good, metadata: "\n" }],
      "metadata must not contain a newline",
    ],
    [
      "half a pair in data",
      "s",
      [{ ...good, data: "x\udc00" }],
      "data must not contain half a surrogate pair",
    ],
    [
      "half a pair in an id",
      "s",
      [{ ...good, id: "\ud83e" }],
      "an event id must not contain half a surrogate pair",
    ],
    [
      "half a pair in metadata",
      "s",
      [{ ...good, metadata: "\ud83e" }],
      "metadata must not contain half a surrogate pair",
    ],
    [
      "a fault in a later event",
      "s",
      [good, { ...event("2"), type: "" }],
      "an event type must not be empty",
    ],
    ["an id twice", "s", [good, event("2"), good], "the ids within one append must differ"],
  ];
  for (const [what, stream, events, reason] of table) {
    it(`${reason === undefined ? "may have" : "must not have"} ${what}`, () => {
      expect(checkAppend(stream, events, DEFAULT_MAX_APPEND_BYTES)).to.deep.equal(
        reason === undefined ? undefined : { kind: "invalid", reason },
      );
    });
  }

  it("is checked before the size", () => {
    expect(checkAppend("s", [{ ...good, id: "" }], 0)).to.deep.include({ kind: "invalid" });
  });
});

describe("the size of an append", () => {
  it("counts id, type, metadata and data in UTF-8", () => {
    expect(appendBytes([{ id: "12", type: "é", metadata: "{}", data: '"🪙"' }])).to.equal(
      2 + 2 + 2 + 6,
    );
  });

  it("is 16 MiB at most unless another limit is given", () => {
    expect(DEFAULT_MAX_APPEND_BYTES).to.equal(16_777_216);
  });

  it("is that of the bytes themselves, and its limit is exact", () => {
    const part = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""));
    const named = part.filter((text) => text !== "");
    const events = fc.uniqueArray(
      fc.record({ id: named, type: named, metadata: part, data: fc.string({ unit: "grapheme" }) }),
      { minLength: 1, maxLength: 4, selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(events, (all) => {
        const text = all
          .map(({ id, type, metadata, data }) => id + type + metadata + data)
          .join("");
        const bytes = new TextEncoder().encode(text).length;
        expect(appendBytes(all)).to.equal(bytes);
        expect(checkAppend("s", all, bytes)).to.equal(undefined);
        expect(checkAppend("s", all, bytes + 1)).to.equal(undefined);
        expect(checkAppend("s", all, bytes - 1)).to.deep.equal({
          kind: "too-large",
          maxBytes: bytes - 1,
          actualBytes: bytes,
        });
      }),
      { numRuns: 200 },
    );
  });
});
