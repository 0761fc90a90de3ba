import { expect } from "chai";
import { compareAutomations } from "../../../src/pages/console/automation-order.js";

describe("the order of automations", () => {
  it("begins with what failed last, then has what lacks coins, then the names", () => {
    const lacking = [{ party: "poor::1220", needed: "2.0", available: "1.0" }];
    const rows = [
      ["merge", { lacking: [] }],
      ["collect", { lacking: [] }],
      ["pay", { lacking }],
      ["sweep", { lacking: [], last_failed_at: "2026-01-01T00:00:00Z" }],
      ["renew", { lacking: [], last_failed_at: "2026-01-02T00:00:00Z" }],
    ] as const;
    expect(rows.toSorted(compareAutomations).map(([name]) => name)).to.deep.equal([
      "renew",
      "sweep",
      "pay",
      "collect",
      "merge",
    ]);
  });
});
