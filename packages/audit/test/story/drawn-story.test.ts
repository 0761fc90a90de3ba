import type { TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { drawnStory } from "../../src/story/drawn-story.js";
import { committed, created, exercised, stateWith } from "../rules/rule-fixture.js";

describe("A transaction of the journal as a picture needs it", () => {
  const state = stateWith(created("00", { observers: ["observer"] }));
  const isDisclosed = (more: Partial<TransactionCommitted>): boolean | undefined =>
    drawnStory(state, committed([exercised("00")], more)).contracts.get("00")?.isDisclosed;
  const disclosedContracts = [{ contractId: "00", blobDigest: "" }];

  it("names a contract that its submitters could use only as it was disclosed", () => {
    expect(isDisclosed({ actAs: ["stranger"], disclosedContracts })).to.equal(true);
  });

  it("does not where a submitter is a stakeholder, or nothing was disclosed", () => {
    expect(isDisclosed({ actAs: ["observer"], disclosedContracts })).to.equal(false);
    const reads = { actAs: ["stranger"], readAs: ["observer"], disclosedContracts };
    expect(isDisclosed(reads)).to.equal(false);
    expect(isDisclosed({ actAs: ["stranger"] })).to.equal(false);
  });
});
