import { assert } from "chai";
import {
  type HistoryFilter,
  filterOfQuery,
  queryOfFilter,
  startOfDay,
} from "../../src/history/filter-query.js";

const filter: HistoryFilter = {
  kind: "transfer",
  direction: "incoming",
  counterparty: "bob::1220",
  min_amount: "1.5",
  max_amount: "10",
  from: "2026-01-01T00:00:00.000Z",
  until: "2026-02-01T00:00:00.000Z",
  text: "rent & more",
};

describe("a filter in the address", () => {
  it("comes back as it was", () => {
    assert.deepEqual(filterOfQuery(queryOfFilter(filter)), filter);
    assert.deepEqual(filterOfQuery(""), {});
    assert.strictEqual(queryOfFilter({}), "");
  });

  it("leaves out what does not fit", () => {
    const query =
      "direction=up&min_amount=1e5&max_amount=-x&from=yesterday&until=2026&text=&other=1&kind=" +
      "x".repeat(281);
    assert.deepEqual(filterOfQuery(query), {});
  });
});

describe("a day in a zone", () => {
  const rows: ReadonlyArray<readonly [day: string, zone: string, start: string]> = [
    ["2026-01-31", "UTC", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31", "Europe/Zurich", "2026-01-30T23:00:00.000Z"],
    ["2026-03-29", "Europe/Zurich", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Zurich", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Zurich", "2026-10-24T22:00:00.000Z"],
    ["2026-07-01", "America/New_York", "2026-07-01T04:00:00.000Z"],
    ["2026-07-01", "Asia/Kolkata", "2026-06-30T18:30:00.000Z"],
  ];
  for (const [day, zone, start] of rows) {
    it(`${day} begins in ${zone} at ${start}`, () => {
      assert.strictEqual(startOfDay(day, zone), start);
    });
  }

  it("ends where the next one begins, also when it has 23 hours", () => {
    const zone = "Europe/Zurich";
    assert.strictEqual(startOfDay("2026-03-29", zone, 1), startOfDay("2026-03-30", zone));
    assert.isUndefined(startOfDay("31.1.2026", zone));
    assert.isUndefined(startOfDay("2026-13-01", zone));
  });
});
