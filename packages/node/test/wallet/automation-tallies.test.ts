import { expect } from "chai";
import { AutomationTallies } from "../../src/wallet/automation-tallies.js";

describe("the tallies of automations", () => {
  it("count runs, commands, and errors by their kind, each automation for itself", () => {
    const tallies = new AutomationTallies();
    tallies.ran("sweep", 5);
    tallies.ran("sweep", 7);
    tallies.submitted("sweep");
    tallies.submitted("network");
    tallies.failed("sweep", "CONTRACT_NOT_FOUND", "first");
    tallies.failed("sweep", "PLANNING", "second");
    tallies.failed("sweep", "PLANNING", "third");
    expect(tallies.total()).to.equal(2);
    expect(tallies.status((name) => (name === "sweep" ? 40 : undefined))).to.deep.equal({
      sweep: {
        runs: 2,
        submitted: 1,
        failed: 3,
        errors: { CONTRACT_NOT_FOUND: 1, PLANNING: 2 },
        lastError: "third",
        lastRunAt: 7,
        nextRunInMs: 40,
      },
      network: {
        runs: 0,
        submitted: 1,
        failed: 0,
        errors: {},
        lastError: undefined,
        lastRunAt: undefined,
        nextRunInMs: undefined,
      },
    });
  });
});
