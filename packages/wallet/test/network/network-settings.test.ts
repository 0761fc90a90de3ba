import { defaultAmuletConfig } from "@tallystick/coin";
import { expect } from "chai";
import { amuletConfigOf, isDevNet, publicTickMicros } from "../../src/network/network-settings.js";
import { minute, settings, synchronizerId } from "../wallet-ledger.js";

const ours = {
  ...defaultAmuletConfig(synchronizerId),
  optDevelopmentFundManager: settings.operator,
};

describe("the settings of a network", () => {
  it("allow taps on a development network alone", () => {
    const kinds = (["dev", "test", "main"] as const).map((kind) => isDevNet({ kind }));
    expect(kinds).to.deep.equal([true, false, false]);
  });

  it("give the public configuration with the configured tick and a manager of the fund", () => {
    const config = amuletConfigOf({ ...settings, tickMicros: 3 * minute });
    expect(config.tickDuration).to.deep.equal({ microseconds: 180_000_000n });
    const { tickDuration } = ours;
    expect({ ...config, tickDuration }).to.deep.equal(ours);
    expect(tickDuration).to.deep.equal({ microseconds: BigInt(publicTickMicros) });
  });

  it("keep the public tick when the configured one is not a whole number", () => {
    const config = amuletConfigOf({ ...settings, tickMicros: 0.5 });
    expect(config).to.deep.equal(ours);
  });
});
