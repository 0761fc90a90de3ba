import { numericFromText } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { AutomationTallies } from "../../../src/wallet/automations/automation-tallies.js";

const cc = (text: string) => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new Error(text);
  return read.right;
};

describe("the tallies of automations", () => {
  it("count runs, commands, and errors by their kind, each automation for itself", () => {
    const tallies = new AutomationTallies();
    tallies.ran("sweep", 5);
    tallies.ran("sweep", 7);
    tallies.submitted("sweep", 3n);
    tallies.submitted("network", 0n);
    tallies.failed("sweep", "CONTRACT_NOT_FOUND", "first", 8);
    tallies.failed("sweep", "PLANNING", "second", 9);
    tallies.failed("sweep", "PLANNING", "third", 10);
    expect(tallies.total()).to.equal(2);
    expect(tallies.status((name) => (name === "sweep" ? 40 : undefined))).to.deep.equal({
      sweep: {
        runs: 2,
        submitted: 1,
        movedUnits: 3n,
        failed: 3,
        errors: { CONTRACT_NOT_FOUND: 1, PLANNING: 2 },
        lastError: "third",
        lastFailedAt: 10,
        lastRunAt: 7,
        nextRunInMs: 40,
        lacking: [],
      },
      network: {
        runs: 0,
        submitted: 1,
        movedUnits: 0n,
        failed: 0,
        errors: {},
        lastError: undefined,
        lastFailedAt: undefined,
        lastRunAt: undefined,
        nextRunInMs: undefined,
        lacking: [],
      },
    });
  });

  it("have who lacked coins in the last run for each party, up to a hundred", () => {
    const tallies = new AutomationTallies();
    const lack = (payer: string) => ({ payer, needed: cc("2"), available: cc("1") });
    const payers = () => tallies.status(() => 0)["pay"]?.lacking.map(({ payer }) => payer) ?? [];
    tallies.lacked("pay", "a", lack("a"));
    tallies.lacked("pay", "b", lack("b"));
    tallies.lacked("pay", "a", undefined);
    expect(payers()).to.deep.equal(["b"]);
    for (let at = 0; at < 200; at++) tallies.lacked("pay", `${at}`, lack(`${at}`));
    expect(payers()).to.have.length(100);
  });
});
