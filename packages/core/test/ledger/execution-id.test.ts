import { expect } from "chai";
import { changeIdOf } from "../../src/ledger/deduplication.js";
import { executionIdOf } from "../../src/ledger/execution-id.js";
import { commandOf } from "../ledger-fixture.js";

describe("executionIdOf", () => {
  it("differs between transactions and is never a change id", () => {
    expect(executionIdOf("a")).to.not.equal(executionIdOf("b"));
    expect(changeIdOf(commandOf({ userId: "u" })).startsWith("\n")).to.equal(false);
    expect(executionIdOf("a").startsWith("\n")).to.equal(true);
  });
});
