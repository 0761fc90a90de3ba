import { expect } from "chai";
import { dayConfig } from "../../../src/contenders/wallet-day/day-users.js";

const parties = Array.from({ length: 100 }, (_, index) => `p${index}`);

describe("what the wallets of a day do by themselves", () => {
  const { sweeps, autoAcceptTransfers } = dayConfig(parties);

  it("is to sweep every twentieth wallet, half of them over a preapproval", () => {
    expect([...sweeps.keys()]).to.deep.equal(["p1", "p21", "p41", "p61", "p81"]);
    const preapproved = [...sweeps.values()].filter((it) => it.useTransferPreapproval);
    expect(preapproved.map(({ receiver }) => receiver)).to.deep.equal(["p10", "p50", "p90"]);
  });

  it("is to accept the offers of ten others in every second one", () => {
    expect(autoAcceptTransfers.size).to.equal(50);
    expect([...(autoAcceptTransfers.get("p98") ?? [])]).to.deep.equal([
      "p99",
      "p0",
      "p1",
      "p2",
      "p3",
      "p4",
      "p5",
      "p6",
      "p7",
      "p8",
    ]);
  });
});
