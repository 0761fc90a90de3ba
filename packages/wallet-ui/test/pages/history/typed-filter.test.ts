import { expect } from "chai";
import { filterOf, typedOf } from "../../../src/pages/history/typed-filter.js";
import type { HistoryFilter } from "../../../src/history/filter-query.js";

const zone = "Europe/Zurich";

const filter: HistoryFilter = {
  text: "rent",
  counterparty: "bob::1220ab",
  kind: "transfer",
  direction: "incoming",
  min_amount: "1.5000000000",
  max_amount: "1000.0000000000",
  // whole days, of which the first has 23 hours
  from: "2026-03-28T23:00:00.000Z",
  until: "2026-03-30T22:00:00.000Z",
};

describe("the filter of the history in its fields", () => {
  it("is the same again, in each language of numbers", () => {
    for (const locale of ["en-US", "de-CH", "ar-EG"])
      expect(filterOf(typedOf(filter, locale, zone), zone), locale).to.deep.equal(filter);
  });

  it("has its last day in the field, not the one where that ends", () => {
    const { firstDay, lastDay } = typedOf(filter, "en-US", zone);
    expect([firstDay, lastDay]).to.deep.equal(["2026-03-29", "2026-03-30"]);
  });

  it("filters nothing by what is empty, or not understood yet", () => {
    const typed = typedOf({}, "en-US", zone);
    expect(filterOf(typed, zone)).to.deep.equal({});
    expect(filterOf({ ...typed, text: " re ", firstDay: "2026-02" }, zone)).to.deep.equal({});
    expect(filterOf({ ...typed, least: { text: "1.", value: undefined } }, zone)).to.deep.equal({});
  });
});
