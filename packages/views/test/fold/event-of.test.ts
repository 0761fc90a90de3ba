import { expect } from "chai";
import { eventOf } from "../../src/fold/event-of.js";
import { UnreadableEvent } from "../../src/fold/fold.js";
import { entriesOf, transactionAt } from "../journal-fixture.js";

describe("What an entry says", () => {
  const event = transactionAt(1, []);
  const [entry] = entriesOf([event]);

  it("is read from its text, or is the event that comes with it", () => {
    if (entry === undefined) throw new Error("no entry");
    expect(eventOf(entry)).to.deep.equal(event);
    expect(eventOf({ ...entry, event })).to.equal(event);
  });

  it("is an error where it cannot be read", () => {
    expect(() => eventOf({ offset: 3, type: "TransactionCommitted", data: "{" })).to.throw(
      UnreadableEvent,
      "event 3 cannot be read",
    );
  });
});
