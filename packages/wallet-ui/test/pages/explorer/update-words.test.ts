import { expect } from "chai";
import type { LedgerUpdate, Transaction } from "../../../src/data/explorer-queries.js";
import { deedOf, updateTitle } from "../../../src/pages/explorer/update-words.js";

const network = { coin: "CC", names: "CNS" };

type Event = Transaction["events"][number];

const exercised = (
  choice: string,
  nodeId: number,
  lastDescendantNodeId: number,
  actingParties: string[] = ["alice"],
): Event => ({
  ExercisedEvent: {
    offset: 1,
    nodeId,
    lastDescendantNodeId,
    choice,
    actingParties,
    contractId: "00",
    templateId: "p:M:Rules",
    packageName: "p",
    choiceArgument: {},
    exerciseResult: {},
    consuming: false,
    acsDelta: false,
    witnessParties: [],
  },
});

const updateOf = (...events: Event[]): LedgerUpdate => {
  const value: Transaction = {
    updateId: "u",
    offset: 1,
    effectiveAt: "",
    recordTime: "",
    synchronizerId: "",
    events,
  };
  return { kind: "transaction", value };
};

describe("an update in words", () => {
  it("is what the first choice with words did, also below a batch", () => {
    const tap = updateOf(
      exercised("WalletAppInstall_ExecuteBatch", 0, 2, ["operator"]),
      exercised("AmuletRules_DevNet_Tap", 1, 2),
      exercised("AmuletRules_Transfer", 2, 2),
    );
    expect(deedOf(tap, network)).to.deep.equal({ words: "Tap", actors: ["alice"] });
    expect(updateTitle(tap)).to.equal("WalletAppInstall_ExecuteBatch on Rules");
  });

  it("is a run of an automation where a batch did nothing that has words", () => {
    const batch = updateOf(exercised("WalletAppInstall_ExecuteBatch", 0, 0));
    expect(deedOf(batch, network).words).to.equal("Automation");
  });

  it("has no words for the choices of an app", () => {
    expect(deedOf(updateOf(exercised("Iou_Settle", 0, 0)), network).words).to.equal(undefined);
  });

  it("names who acted first, each once", () => {
    const both = updateOf(
      exercised("A", 0, 1, ["alice", "bob"]),
      exercised("B", 1, 1, ["carol"]),
      exercised("C", 2, 2, ["bob"]),
    );
    expect(deedOf(both, network).actors).to.deep.equal(["alice", "bob"]);
  });
});
