import { expect } from "chai";
import { treeOf } from "../../src/updates/transaction-tree.js";
import { TransactionTreeWire } from "../../src/updates/transaction-tree-codecs.js";
import { read, refused } from "../refused.js";
import { archived, created, exercised, transaction } from "../wire-events.js";

describe("the tree form of a transaction", () => {
  it("has the events by node id, and none of the newer fields", () => {
    const tree = treeOf(transaction);
    expect(tree.eventsById).to.deep.equal({
      "0": { ExercisedTreeEvent: { value: exercised } },
      "1": { CreatedTreeEvent: { value: created } },
    });
    expect(Object.keys(tree).sort()).to.deep.equal([
      "commandId",
      "effectiveAt",
      "eventsById",
      "offset",
      "recordTime",
      "synchronizerId",
      "traceContext",
      "updateId",
      "workflowId",
    ]);
    expect(tree).to.include({ updateId: "1220", commandId: "c", workflowId: "w", offset: 5 });
  });

  it("leaves archived events out", () => {
    const tree = treeOf({ ...transaction, events: [{ ArchivedEvent: archived }] });
    expect(tree.eventsById).to.deep.equal({});
  });

  it("is what its codec reads", () => {
    const tree = treeOf(transaction);
    expect(read(TransactionTreeWire, tree)).to.deep.equal(tree);
    const eventsById = { "0": { ExercisedTreeEvent: {} } };
    expect(refused(TransactionTreeWire, { ...tree, eventsById })).to.equal(
      "eventsById.0.ExercisedTreeEvent.value: missing, expected an object (ExercisedEvent)",
    );
  });
});
