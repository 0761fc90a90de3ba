import { expect } from "chai";
import { movedUnits } from "../../../src/wallet/automations/moved-units.js";

/** Views whose history has these items, the newest first. */
const viewsWith = (...items: ReadonlyArray<object>) =>
  Object({ historyBefore: () => items.map((item) => ({ item })) });

const transfer = (updateId: string, ...amounts: ReadonlyArray<string>) => ({
  transaction_type: "transfer",
  event_id: `#${updateId}:0`,
  receivers: amounts.map((amount) => ({ party: "bob", amount })),
});

describe("the coins that a transaction moved", () => {
  it("are what it brought to its receivers, of all its items", () => {
    const views = viewsWith(
      transfer("later", "9.0"),
      transfer("this", "1.5", "2.25"),
      transfer("this", "0.25"),
      transfer("before", "7.0"),
    );
    expect(movedUnits(views, ["alice"], "this")).to.equal(40_000_000_000n);
  });

  it("are none where coins were merged, where only a note was made, and where nobody acts", () => {
    const note = { transaction_type: "notification", event_id: "#this:0", details: "" };
    expect(movedUnits(viewsWith(transfer("this")), ["alice"], "this")).to.equal(0n);
    expect(movedUnits(viewsWith(transfer("this", "-3.0")), ["alice"], "this")).to.equal(0n);
    expect(movedUnits(viewsWith(note), ["alice"], "this")).to.equal(0n);
    expect(movedUnits(viewsWith(transfer("this", "1.0")), [], "this")).to.equal(0n);
  });
});
