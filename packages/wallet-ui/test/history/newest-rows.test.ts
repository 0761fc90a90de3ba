import { expect } from "chai";
import { withNewest } from "../../src/history/newest-rows.js";

const rows = (ids: string) => [...ids].map((id) => ({ event_id: id }));

describe("the newest rows before those that are known", () => {
  const examples: ReadonlyArray<[string, string, string, string]> = [
    ["nothing is known", "", "cba", "cba"],
    ["nothing is new", "cba", "cb", "cba"],
    ["two are new", "cba", "edc", "edcba"],
    ["more came than a page has", "cba", "ihg", "ihg"],
    ["the history is empty", "", "", ""],
  ];
  for (const [when, known, newest, expected] of examples) {
    it(`are put before them when ${when}`, () => {
      expect(withNewest(rows(known), rows(newest))).to.deep.equal(rows(expected));
    });
  }
});
