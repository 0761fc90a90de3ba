import { expect } from "chai";
import { createSentence, exerciseSentence } from "../../src/description/coin-sentences.js";
import { create, exercise, numeric, party, record, text, time } from "./coin-messages.js";

const transferFields = {
  sender: party("alice"),
  receiver: party("bob"),
  amount: numeric("3.5000000000"),
  instrumentId: record({ admin: party("dso"), id: text("Amulet") }),
  executeBefore: time(1_767_225_600_000_000n),
};
const transfer = record(transferFields);
const rules = create(
  "00bb",
  "Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  record({}),
);
const instruction = create(
  "00cc",
  "Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  record({ transfer }),
);
const through = (entityName: string, version = "1") => ({
  interfaceId: {
    packageId: "cd".repeat(32),
    moduleName: `Splice.Api.Token.TransferInstructionV${version}`,
    entityName,
  },
});
const words = "3.5000000000 Amulet (issued by dso) from alice to bob, until 2026-01-01T00:00:00Z";

describe("exerciseSentence", () => {
  it("says who pays whom, how much, until when", () => {
    const pay = exercise(
      rules,
      "TransferFactory_Transfer",
      record({ transfer }),
      through("TransferFactory"),
    );
    expect(exerciseSentence(pay, rules)).to.equal(`Transfers ${words}`);
  });

  it("says the same of a transfer between accounts", () => {
    const account = (owner: string) =>
      record({ owner: { kind: "optional", value: party(owner) }, id: text("") });
    const between = { ...transferFields, sender: account("alice"), receiver: account("bob") };
    const pay = exercise(
      rules,
      "TransferFactory_Transfer",
      record({ transfer: record(between) }),
      through("TransferFactory", "2"),
    );
    expect(exerciseSentence(pay, rules)).to.equal(`Transfers ${words}`);
  });

  for (const [choice, verb] of [
    ["TransferInstruction_Accept", "Accepts"],
    ["TransferInstruction_Reject", "Rejects"],
    ["TransferInstruction_Withdraw", "Withdraws"],
  ] as const) {
    it(`says which transfer ${choice} is about`, () => {
      const answer = exercise(instruction, choice, record({}), through("TransferInstruction"));
      expect(exerciseSentence(answer, instruction)).to.equal(`${verb} the transfer of ${words}`);
      expect(exerciseSentence(answer, undefined)).to.equal(`${verb} a transfer`);
    });
  }

  it("says what a transfer command orders", () => {
    const order = exercise(
      rules,
      "ExternalPartyAmuletRules_CreateTransferCommand",
      record({
        sender: party("alice"),
        receiver: party("bob"),
        delegate: party("validator"),
        amount: numeric("1.0000000000"),
        expiresAt: time(1_767_225_600_000_000n),
        nonce: { kind: "int64", value: 3n },
      }),
    );
    expect(exerciseSentence(order, rules)).to.equal(
      "Orders validator to transfer 1.0000000000 coins from alice to bob, until 2026-01-01T00:00:00Z, as number 3",
    );
  });

  const delegations = [
    {
      name: "Splice.Util.Token.Wallet.MergeDelegation:MergeDelegation",
      packageName: "splice-util-token-standard-wallet",
      choice: "MergeDelegation_Withdraw",
      payload: { operator: party("v"), owner: party("alice") },
      sentence: "Ends the right of v to merge the coins of alice",
    },
    {
      name: "Splice.Wallet.MintingDelegation:MintingDelegation",
      packageName: "splice-wallet",
      choice: "MintingDelegation_Withdraw",
      payload: { delegate: party("v"), beneficiary: party("alice") },
      sentence: "Ends the right of v to mint what alice has earned",
    },
  ] as const;
  for (const { name, packageName, choice, payload, sentence } of delegations) {
    it(`says what ${choice} ends`, () => {
      const contract = create("00aa", name, record(payload), packageName);
      const ending = exercise(contract, choice, record({}));
      expect(exerciseSentence(ending, contract)).to.equal(sentence);
      const elsewhere = exercise({ ...contract, packageName: "fake" }, choice, record({}));
      expect(exerciseSentence(elsewhere, contract)).to.equal(undefined);
    });
  }

  it("is undefined for what is not known, also under a known name in another package", () => {
    const other = exercise(rules, "Other", record({}));
    expect(exerciseSentence(other, rules)).to.equal(undefined);
    const fake = exercise(
      { ...rules, packageName: "fake" },
      "ExternalPartyAmuletRules_CreateTransferCommand",
      record({}),
    );
    expect(exerciseSentence(fake, rules)).to.equal(undefined);
  });
});

describe("createSentence", () => {
  it("knows the proposal of a preapproval, and says when a field is not there", () => {
    const name = "Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal";
    const proposal = create("00aa", name, record({ provider: party("v") }), "splice-wallet");
    expect(createSentence(proposal)).to.equal(
      "Proposes that v accepts transfers to (not specified) without its signature",
    );
    expect(createSentence(rules)).to.equal(undefined);
  });
});
