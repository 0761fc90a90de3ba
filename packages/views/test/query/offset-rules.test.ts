import { expect } from "chai";
import * as fc from "fast-check";
import type { LedgerError } from "@tallystick/core";
import {
  activeAtError,
  beforePruning,
  beginError,
  pageRangeError,
  positive,
  updatesRangeError,
} from "../../src/query/offset-rules.js";
import { contextAt } from "../journal-fixture.js";

const codeOf = (error: LedgerError | undefined): string => error?.code ?? "ok";
const fieldOf = (error: LedgerError | undefined): unknown =>
  error?.field ?? error?.context["field"];
const end = 10;

describe("The rules of an offset", () => {
  for (const [offset, code] of [
    [1, "ok"],
    [Number.MAX_SAFE_INTEGER, "ok"],
    [0, "NON_POSITIVE_OFFSET"],
    [-1, "NON_POSITIVE_OFFSET"],
    [1.5, "INVALID_ARGUMENT"],
    [Number.NaN, "INVALID_ARGUMENT"],
    [Number.POSITIVE_INFINITY, "INVALID_ARGUMENT"],
  ] as const) {
    it(`say ${code} to ${offset} where it must be positive`, () => {
      expect(codeOf(positive("offset", offset))).to.equal(code);
    });
  }

  for (const [offset, code] of [
    [0, "ok"],
    [end, "ok"],
    [end + 1, "OFFSET_AFTER_LEDGER_END"],
    [-1, "NEGATIVE_OFFSET"],
    [0.5, "INVALID_ARGUMENT"],
  ] as const) {
    it(`say ${code} to a begin, and to a state, at ${offset} of ${end}`, () => {
      expect(codeOf(beginError(offset, end))).to.equal(code);
      expect(codeOf(activeAtError(offset, end))).to.equal(code);
    });
  }

  it("name the field that is wrong", () => {
    expect(fieldOf(beginError(-1, end))).to.equal("begin_exclusive");
    expect(fieldOf(activeAtError(-1, end))).to.equal("active_at_offset");
    expect(fieldOf(positive("offset", 0.5))).to.equal("offset");
  });
});

describe("The rules of a range of updates", () => {
  for (const [begin, to, descending, code, field] of [
    [0, undefined, false, "ok", undefined],
    [end, undefined, false, "ok", undefined],
    [0, end, false, "ok", undefined],
    [0, end, true, "ok", undefined],
    [end, end, false, "ok", undefined],
    [-1, undefined, false, "NEGATIVE_OFFSET", "begin_exclusive"],
    [-1, 0, true, "NEGATIVE_OFFSET", "begin_exclusive"],
    [0, undefined, true, "DESCENDING_ORDER_MISSING_END", "end_inclusive"],
    [end + 1, undefined, false, "OFFSET_AFTER_LEDGER_END", "begin_exclusive"],
    [0, 0, false, "NON_POSITIVE_OFFSET", "end_inclusive"],
    [5, 4, false, "OFFSET_OUT_OF_RANGE", "end_inclusive"],
    [end + 5, end + 4, false, "OFFSET_OUT_OF_RANGE", "end_inclusive"],
    [end + 1, end + 2, false, "OFFSET_AFTER_LEDGER_END", "begin_exclusive"],
    [0, end + 1, false, "OFFSET_AFTER_LEDGER_END", "end_inclusive"],
    [0.5, end, false, "INVALID_ARGUMENT", "begin_exclusive"],
    [0, 1.5, false, "INVALID_ARGUMENT", "end_inclusive"],
  ] as const) {
    it(`say ${code} from ${begin} to ${to}${descending ? ", descending" : ""}`, () => {
      const query = { beginExclusive: begin, endInclusive: to, descendingOrder: descending };
      const error = updatesRangeError(query, end);
      expect(codeOf(error)).to.equal(code);
      if (error !== undefined) expect(fieldOf(error)).to.equal(field);
    });
  }

  it("take every range within the ledger, and no other", () => {
    const offset = fc.integer({ min: -3, max: 15 });
    fc.assert(
      fc.property(offset, offset, (begin, to) => {
        const error = updatesRangeError({ beginExclusive: begin, endInclusive: to }, end);
        const isWithin = begin >= 0 && to >= 1 && begin <= to && to <= end;
        expect(error === undefined).to.equal(isWithin);
      }),
    );
  });
});

describe("The rules of a range of pages", () => {
  for (const [begin, to, code, field] of [
    [undefined, undefined, "ok", undefined],
    [undefined, end, "ok", undefined],
    [end, undefined, "ok", undefined],
    [3, 3, "ok", undefined],
    [-1, undefined, "NEGATIVE_OFFSET", "begin_offset_exclusive"],
    [undefined, 0, "NON_POSITIVE_OFFSET", "end_offset_inclusive"],
    [4, 3, "INVALID_ARGUMENT", "end_offset_inclusive"],
    [end + 1, undefined, "OFFSET_AFTER_LEDGER_END", "begin_offset_exclusive"],
    [undefined, end + 1, "OFFSET_AFTER_LEDGER_END", "end_offset_inclusive"],
    [0.1, undefined, "INVALID_ARGUMENT", "begin_offset_exclusive"],
  ] as const) {
    it(`say ${code} from ${begin} to ${to}`, () => {
      const query = { beginOffsetExclusive: begin, endOffsetInclusive: to };
      const error = pageRangeError(query, end);
      expect(codeOf(error)).to.equal(code);
      if (error !== undefined) expect(fieldOf(error)).to.equal(field);
    });
  }
});

describe("The rule of pruned offsets", () => {
  const pruned = { ...contextAt(end), prunedUpTo: () => 4 };

  for (const [offset, code] of [
    [0, "PARTICIPANT_PRUNED_DATA_ACCESSED"],
    [3, "PARTICIPANT_PRUNED_DATA_ACCESSED"],
    [4, "ok"],
    [5, "ok"],
  ] as const) {
    it(`says ${code} to ${offset} of a journal pruned up to 4`, () => {
      const error = beforePruning("Request from", offset, pruned);
      expect(codeOf(error)).to.equal(code);
      if (error === undefined) return;
      expect(error.cause).to.equal(`Request from ${offset} precedes pruned offset 4`);
      expect(error.context).to.include({ earliest_offset: "4" });
    });
  }

  it("says nothing of a journal that was never pruned", () => {
    expect(beforePruning("Request from", 0, contextAt(end))).to.equal(undefined);
  });
});
