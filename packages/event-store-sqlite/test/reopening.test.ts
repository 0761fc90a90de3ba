import { expect } from "chai";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reopeningOf } from "../src/reopening.js";

describe("How a journal is reopened", () => {
  it("names the file, and a module that is there", () => {
    const reopening = reopeningOf({ file: "data/journal.db" });
    expect(reopening?.place).to.equal("data/journal.db");
    expect(existsSync(fileURLToPath(reopening?.module ?? ""))).to.equal(true);
  });

  it("is not said of journals in memory, nor of those that are read without checks", () => {
    expect(reopeningOf({ file: ":memory:" })).to.equal(undefined);
    expect(reopeningOf({ file: "data/journal.db", verifyReads: false })).to.equal(undefined);
    expect(reopeningOf({ file: "data/journal.db", verifyReads: true })).to.not.equal(undefined);
  });
});
