import type { TransactionCommitted, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { checkVisibility } from "../../src/rules/visibility-rule.js";
import { committed, created, exercised, said, stateWith } from "./rule-fixture.js";

describe("The visibility of what a transaction exercises (X5)", () => {
  const state = stateWith(created("00", { observers: ["observer"] }));
  const ofNodes = (
    nodes: ReadonlyArray<TransactionNode>,
    more: Partial<TransactionCommitted> = {},
  ) => said("X5", (book) => checkVisibility(state, committed(nodes, more), book));
  const stranger = { actAs: ["stranger"] };
  const none = { checked: 1, found: [] };

  const seen: ReadonlyArray<readonly [how: string, more: Partial<TransactionCommitted>]> = [
    ["a signatory acts", { actAs: ["stranger", "issuer"] }],
    ["an observer acts", { actAs: ["observer"] }],
    ["an observer reads", { ...stranger, readAs: ["observer"] }],
    [
      "it was disclosed",
      {
        ...stranger,
        disclosedContracts: ["01", "00"].map((contractId) => ({ contractId, blobDigest: "" })),
      },
    ],
  ];
  for (const [how, more] of seen) {
    it(`is given where ${how}`, () => {
      expect(ofNodes([exercised("00")], more)).to.deep.equal(none);
    });
  }

  it("is missed at the node where no submitter is a stakeholder", () => {
    const disclosedContracts = [{ contractId: "01", blobDigest: "" }];
    const more = { ...stranger, readAs: ["reader"], disclosedContracts };
    expect(ofNodes([created("02"), exercised("00")], more)).to.deep.equal({
      checked: 1,
      found: ["2.1: none of the submitters could see the contract 00"],
    });
  });

  it("is not needed for what the transaction created before, or for creates alone", () => {
    expect(ofNodes([created("02"), exercised("02")], stranger)).to.deep.equal(none);
    expect(ofNodes([created("00"), exercised("00")], stranger)).to.deep.equal(none);
    expect(ofNodes([created("02")], stranger)).to.deep.equal(none);
  });

  it("leaves what is not active to another rule", () => {
    expect(ofNodes([exercised("09")], stranger)).to.deep.equal(none);
  });
});
