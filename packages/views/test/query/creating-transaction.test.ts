import { expect } from "chai";
import { createAt, transactionIn } from "../../src/query/creating-transaction.js";
import {
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  leftOf,
  partyAt,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const context = contextAt(3);
const event = transactionAt(1, [
  createOf(0, "a", ["alice"]),
  exerciseOf(1, "a", ["alice"], { lastDescendantNodeId: 2 }),
  createOf(2, "b", ["alice"]),
]);
const [transaction, party] = entriesOf([event, partyAt(2, "alice")]);

describe("The transaction that created a contract", () => {
  it("is read from its event", () => {
    if (transaction === undefined) throw new Error("no transaction");
    const read = rightOf(transactionIn(transaction, context));
    expect(read.updateId).to.equal(event.updateId);
    expect(createAt(read, { nodeId: 0 })?.payload).to.deep.equal({ text: "a" });
    expect(createAt(read, { nodeId: 2 })?.payload).to.deep.equal({ text: "b" });
    for (const nodeId of [1, 3, -1]) expect(createAt(read, { nodeId })).to.equal(undefined);
  });

  it("is none where the event is something else, or cannot be read", () => {
    if (party === undefined || transaction === undefined) throw new Error("no events");
    expect(leftOf(transactionIn(party, context)).cause).to.include("event 2 is not a transaction");
    const broken = { ...transaction, data: "{}" };
    expect(leftOf(transactionIn(broken, context)).code).to.equal("SERVICE_INTERNAL_ERROR");
  });
});
