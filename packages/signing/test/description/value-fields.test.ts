import { expect } from "chai";
import { fieldAt, textAt, timeAt } from "../../src/description/value-fields.js";
import type { Value } from "../../src/messages/value.js";

const record = (fields: Readonly<Record<string, Value>>): Value => ({
  kind: "record",
  value: {
    recordId: undefined,
    fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
  },
});

const value = record({
  party: { kind: "party", value: "p" },
  count: { kind: "int64", value: 7n },
  inner: { kind: "optional", value: record({ at: { kind: "timestamp", value: 5n } }) },
  none: { kind: "optional", value: undefined },
});

describe("fields of a value", () => {
  it("are found by labels, through optional records too", () => {
    expect(textAt(value, "party")).to.equal("p");
    expect(textAt(value, "count")).to.equal("7");
    expect(timeAt(value, "inner", "at")).to.equal(5n);
    expect(fieldAt(value)).to.equal(value);
  });

  it("are undefined where there are none, or of another kind", () => {
    expect(textAt(value, "missing")).to.equal(undefined);
    expect(textAt(value, "party", "deeper")).to.equal(undefined);
    expect(textAt(value, "none", "at")).to.equal(undefined);
    expect(textAt(value, "inner")).to.equal(undefined);
    expect(timeAt(value, "party")).to.equal(undefined);
    expect(textAt(undefined, "party")).to.equal(undefined);
  });
});
