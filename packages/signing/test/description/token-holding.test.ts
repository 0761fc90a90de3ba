import { expect } from "chai";
import { tokenHoldingOf } from "../../src/description/token-holding.js";
import type { Value } from "../../src/messages/value.js";
import { create, numeric, party, record, text } from "./coin-messages.js";

const optional = (value: Value | undefined): Value => ({ kind: "optional", value });
const instrumentId = record({ admin: party("bank"), id: text("GOLD") });
const token = (argument: Value, signatories: ReadonlyArray<string> = ["bank"]) => ({
  ...create("00aa", "Gold:Token", argument, "gold"),
  signatories,
});
const fields = { owner: party("alice"), instrumentId, amount: numeric("2.5000000000") };
const gold = { owner: "alice", admin: "bank", id: "GOLD", units: 25_000_000_000n };

describe("tokenHoldingOf", () => {
  it("reads the fields of a holding in a contract, or in a record of it", () => {
    const unlocked = { ...gold, isLocked: false };
    expect(tokenHoldingOf(token(record(fields)))).to.deep.equal(unlocked);
    expect(tokenHoldingOf(token(record({ holding: record(fields) })))).to.deep.equal(unlocked);
    const open = record({ ...fields, lock: optional(undefined) });
    expect(tokenHoldingOf(token(open))).to.deep.equal(unlocked);
  });

  it("reads an owner of the second version, and a lock", () => {
    const locked = record({
      account: record({ owner: optional(party("alice")), id: text("") }),
      instrumentId,
      amount: numeric("2.5000000000"),
      lock: optional(record({})),
    });
    expect(tokenHoldingOf(token(locked))).to.deep.equal({ ...gold, isLocked: true });
  });

  it("takes nothing for a holding whose administrator has not signed it", () => {
    expect(tokenHoldingOf(token(record(fields), ["alice"]))).to.equal(undefined);
  });

  it("takes no order of a transfer for a holding, and nothing without an amount", () => {
    const transfer = record({ sender: party("alice"), instrumentId, amount: fields.amount });
    expect(tokenHoldingOf(token(record({ transfer })))).to.equal(undefined);
    expect(tokenHoldingOf(token(record({ ...fields, amount: text("2.5") })))).to.equal(undefined);
    expect(tokenHoldingOf(token(party("alice")))).to.equal(undefined);
  });
});
