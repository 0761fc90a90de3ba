import { expect } from "chai";
import { measureRow } from "../../src/measure-row.js";
import { allRows } from "../../src/rows.js";
import { openSession } from "../../src/session.js";

const rowNamed = (id: string) => {
  const row = allRows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row ${id}`);
  return row;
};

const tiny = { commands: 100, runMs: 20, coins: 100, keptFolder: "", profileFolder: "", esdb: "" };

describe("a row of the bench", () => {
  it("is measured on a real ledger and a real ceiling, and leaves nothing behind", async () => {
    const told: Array<string> = [];
    const session = openSession(tiny, (line) => told.push(line));
    try {
      const result = await measureRow(session, rowNamed("durable-1"), 1);
      if (result.kind === "failed") throw new Error(result.reason);
      expect(result.compared).to.have.length(1);
      expect(result.comparedSpread.median).to.be.greaterThan(0);
      expect(result.ceiling?.notes["bytesPerEvent"]).to.be.greaterThan(500);
      expect(told.join("\n")).to.contain("event rows of");
    } finally {
      session.close();
    }
  });

  it("fails alone, with its reason, when it cannot be measured", async () => {
    // a file where a folder is expected
    const session = openSession({ ...tiny, keptFolder: process.execPath }, () => {});
    const result = await measureRow(session, rowNamed("wallet-balance"), 1);
    session.close();
    expect(result.kind).to.equal("failed");
    expect(result.kind === "failed" && result.reason).to.contain(process.execPath);
  });
});

describe("the rows of the bench", () => {
  it("have ids of their own", () => {
    const ids = allRows.map((row) => row.id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("end with the one that writes in the shared data set", () => {
    expect(allRows.at(-1)?.id).to.equal("submit-large");
  });
});
