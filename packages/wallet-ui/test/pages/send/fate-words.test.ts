import { expect } from "chai";
import type { Transfer } from "../../../src/data/transfers.js";
import { currentOf, stepsOf, wordsOf } from "../../../src/pages/send/fate-words.js";

const transfer: Transfer = {
  receiver: "bob::1220ab",
  amount: "1",
  memo: "",
  expiresAt: 1,
  way: "token-standard",
};
const offer: Transfer = { ...transfer, way: "transfer-offer" };

describe("what became of a transfer that was sent", () => {
  it("gives locked coins back; an offer has locked none", () => {
    for (const fate of ["rejected", "withdrawn", "expired"] as const) {
      expect(wordsOf(transfer, fate, undefined)[2], fate).to.match(/yours again/);
      expect(wordsOf(offer, fate, undefined)[2], fate).to.match(/nothing was paid/);
    }
  });

  it("is not paid where the wallet had too little when it was accepted", () => {
    expect(wordsOf(offer, "withdrawn", "out of funds: 1 CC")[1]).to.equal("Not paid");
    expect(wordsOf(offer, "withdrawn", "changed my mind")[1]).to.equal("Withdrawn");
    expect(wordsOf(offer, "rejected", "out of funds")[1]).to.equal("Rejected");
  });

  it("goes in two steps directly, in three with an acceptance", () => {
    expect(stepsOf({ transfer, waiting: undefined })).to.deep.equal(["Sent", "Completed"]);
    expect(stepsOf({ transfer, waiting: "00ab" })).to.deep.equal(["Sent", "Accepted", "Completed"]);
    expect(stepsOf({ transfer: offer, waiting: undefined })).to.have.length(3);
    expect(currentOf("waiting", 3)).to.equal(1);
    expect(currentOf("accepted", 3)).to.equal(2);
    expect(currentOf("completed", 3)).to.equal(3);
    expect(currentOf("completed", 2)).to.equal(2);
  });
});
