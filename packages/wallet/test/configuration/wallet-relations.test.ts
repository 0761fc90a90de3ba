import { expect } from "chai";
import { defaultWalletConfig, walletConfigErrors, type WalletConfig } from "../../src/index.js";

const second = 1_000_000;
const day = 86_400 * second;

const errors = (change: Partial<WalletConfig>): ReadonlyArray<string> =>
  walletConfigErrors({ ...defaultWalletConfig, ...change });

const topUp = (minTopupIntervalMicros: number) => ({
  traffic: { ...defaultWalletConfig.traffic, minTopupIntervalMicros },
});

describe("Settings of the wallet that are compared with another", () => {
  it("agree as they are by default", () => {
    expect(errors({})).to.deep.equal([]);
  });

  it("are an interval of purchases that is no shorter than that of the automations", () => {
    expect(errors({ ...topUp(10 * second), pollIntervalMicros: 30 * second })).to.deep.equal([
      "minTopupInterval: expected at least pollingInterval, which is 30s, found 10s",
    ]);
    expect(errors({ ...topUp(30 * second), pollIntervalMicros: 30 * second })).to.deep.equal([]);
    // nothing is bought, and nobody asked for this interval
    expect(errors({ pollIntervalMicros: 3_600 * second })).to.deep.equal([]);
  });

  it("are a renewal that comes before the end, and after the beginning, of a preapproval", () => {
    for (const renewal of [90, 91]) {
      expect(errors({ preapprovalRenewalMicros: renewal * day })).to.deep.equal([
        `transferPreapproval.renewalDuration: expected less than transferPreapproval.preapprovalLifetime, which is 90d, found ${renewal}d`,
      ]);
    }
    expect(errors({ preapprovalLifetimeMicros: 30 * day })).to.have.lengthOf(1);
    expect(errors({ preapprovalLifetimeMicros: 31 * day })).to.deep.equal([]);
    expect(errors({ preapprovalRenewalMicros: 30 * second })).to.deep.equal([
      "transferPreapproval.renewalDuration: expected more than pollingInterval, which is 30s, found 30s",
    ]);
  });
});
