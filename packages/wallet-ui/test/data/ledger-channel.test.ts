import { expect } from "chai";
import { readLedgerFrame } from "../../src/data/ledger-channel.js";

describe("a frame of the ledger's channel", () => {
  it("says where the ledger is, and the time of a clock that is moved by hand", () => {
    const read = (frame: object) => readLedgerFrame(JSON.stringify(frame));
    expect(read({ offset: 7, node: 2 })).to.deep.equal({ offset: 7, node: 2 });
    expect(read({ offset: 7, node: 0, ledgerTime: 5 })).to.deep.equal({
      offset: 7,
      node: 0,
      ledgerTime: 5,
    });
  });

  it("is a code where the stream ended", () => {
    expect(readLedgerFrame('{"code":"ACCESS_TOKEN_EXPIRED"}')).to.equal("ACCESS_TOKEN_EXPIRED");
    expect(readLedgerFrame("{}")).to.equal("");
  });
});
