import { expect } from "chai";
import { reportedHoldings } from "../../src/description/token-events.js";
import type { Value } from "../../src/messages/value.js";
import { create, exercise, numeric, party, record, text } from "./coin-messages.js";

const list = (value: ReadonlyArray<Value>): Value => ({ kind: "list", value });
const cid = (value: string): Value => ({ kind: "contractId", value });
const leg = (side: string, amount: string): Value =>
  record({
    side: { kind: "enum", value: { enumId: undefined, constructorName: side } },
    amount: numeric(amount),
    instrumentId: text("Gold"),
  });
const rules = create("00aa", "Gold:Rules", record({}), "gold");
const change = (legs: ReadonlyArray<Value>, actingParties: ReadonlyArray<string> = ["bank"]) =>
  exercise(
    rules,
    "EventLog_HoldingsChange",
    record({
      admin: party("bank"),
      account: record({ owner: { kind: "optional", value: party("alice") } }),
      inputHoldingCids: list([cid("00b1")]),
      transferLegSides: list(legs),
      outputHoldingCids: list([cid("00b2")]),
    }),
    { consuming: false, actingParties },
  );
const unknown = (): boolean => false;
const gold = { owner: "alice", admin: "bank", id: "Gold", isLocked: false };

describe("reportedHoldings", () => {
  it("is what an account receives and sends, as the administrator reports it", () => {
    const legs = [leg("ReceiverSide", "5.0000000000"), leg("SenderSide", "1.5000000000")];
    expect(reportedHoldings(change(legs), unknown)).to.deep.equal([
      { ...gold, units: 50_000_000_000n },
      { ...gold, units: -15_000_000_000n },
    ]);
  });

  it("is nothing where a contract that came or went says it itself", () => {
    const legs = [leg("ReceiverSide", "5.0000000000")];
    for (const known of ["00b1", "00b2"])
      expect(reportedHoldings(change(legs), (each) => each === known)).to.deep.equal([]);
  });

  it("takes no report of others, of another choice, or that does not read", () => {
    const legs = [leg("ReceiverSide", "5.0000000000")];
    expect(reportedHoldings(change(legs, ["alice"]), unknown)).to.deep.equal([]);
    expect(reportedHoldings({ ...change(legs), choiceId: "Other" }, unknown)).to.deep.equal([]);
    const odd = [leg("BothSides", "5.0000000000"), leg("ReceiverSide", "5")];
    expect(reportedHoldings(change(odd), unknown)).to.deep.equal([]);
  });
});
