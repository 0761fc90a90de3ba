import { expect } from "chai";
import { minLedgerTimeOf } from "../../../src/v2/signing/submission-time.js";

describe("the lower bound of the ledger time of a prepared transaction", () => {
  it("is none where there is none, in each way of saying so", () => {
    expect(minLedgerTimeOf(undefined)).to.deep.equal({});
    expect(minLedgerTimeOf({})).to.deep.equal({});
    expect(minLedgerTimeOf({ time: { Empty: {} } })).to.deep.equal({});
  });

  it("is a time or a duration, under the names that commands have for them", () => {
    const value = "2026-01-01T00:00:00Z";
    expect(minLedgerTimeOf({ time: { MinLedgerTimeAbs: { value } } })).to.deep.equal({
      minLedgerTimeAbs: value,
    });
    const duration = { seconds: 5, nanos: 1 };
    expect(minLedgerTimeOf({ time: { MinLedgerTimeRel: { value: duration } } })).to.deep.equal({
      minLedgerTimeRel: duration,
    });
  });
});
