import { expect } from "chai";
import * as E from "fp-ts/lib/Either.js";
import { appendBytes, checkAppend, placeAppend } from "../src/index.js";

const event = (id: string) => ({ id, type: "T", data: "{}", metadata: "" });

describe("placing an append", () => {
  const ids = ["a", "b", "c", "d"];
  const state = {
    stream: "s",
    head: ids.length - 1,
    idAt: (revision: number) => ids[revision],
  };
  const rows: ReadonlyArray<
    readonly [number | "no-stream", ReadonlyArray<string>, number | "append" | "wrong"]
  > = [
    [3, ["x"], "append"],
    [1, ["c", "d"], 3],
    [1, ["c"], 2],
    [1, ["c", "x"], "wrong"],
    [1, ["c", "d", "x"], "wrong"],
    [-1, ["a"], "wrong"],
    [1.5, ["c"], "wrong"],
    ["no-stream", ["a", "b"], 1],
    ["no-stream", ["x"], "wrong"],
  ];
  for (const [expected, appended, outcome] of rows) {
    it(`of ${appended.join("")} after ${ids.join("")} expecting ${expected} is ${outcome}`, () => {
      const placement = placeAppend(state, expected, appended.map(event));
      const seen = E.isLeft(placement)
        ? "wrong"
        : placement.right.kind === "repeat"
          ? placement.right.lastRevision
          : "append";
      expect(seen).to.equal(outcome);
    });
  }
});

describe("the size of an append", () => {
  it("counts id, type, metadata and data in UTF-8", () => {
    expect(appendBytes([{ id: "12", type: "é", metadata: "{}", data: '"🪙"' }])).to.equal(
      2 + 2 + 2 + 6,
    );
  });

  it("adds up over all events of the append", () => {
    const events = [event("1"), event("2"), event("3")];
    expect(checkAppend("s", events, appendBytes(events))).to.equal(undefined);
    expect(checkAppend("s", events, appendBytes(events) - 1)).to.deep.equal({
      kind: "too-large",
      maxBytes: appendBytes(events) - 1,
      actualBytes: appendBytes(events),
    });
  });
});
