import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { defaultWalletConfig, walletConfigOf, WalletSettings } from "../../src/index.js";
import { alice, bob, carol, cc, rightOf } from "../wallet-ledger.js";

const read = (settings: unknown) => walletConfigOf(rightOf(WalletSettings.read(settings)));

describe("the wallet's settings", () => {
  const spec = {
    validatorWalletUser: "operator",
    walletSweep: {
      [alice]: {
        maxBalanceUSD: 100,
        minBalanceUSD: "20.5",
        receiver: bob,
        useTransferPreapproval: true,
      },
    },
    autoAcceptTransfers: { [bob]: { fromParties: [alice, carol] } },
    targetThroughput: 20000,
    minTopupInterval: "1m",
  };
  const hyphened = {
    "validator-wallet-users": ["operator"],
    "wallet-sweep": {
      [alice]: {
        "max-balance-usd": "100",
        "min-balance-usd": 20.5,
        receiver: bob,
        "use-transfer-preapproval": true,
      },
    },
    "auto-accept-transfers": { [bob]: { "from-parties": [alice, carol] } },
    "target-throughput": "20000",
    "min-topup-interval": "60s",
  };

  it("mean the same in the specification's names and with hyphens", () => {
    const config = read(spec);
    expect(config).to.deep.equal(read(hyphened));
    expect(config.validatorWalletUsers).to.deep.equal(["operator"]);
    expect(config.sweeps.get(alice)).to.deep.equal({
      maxBalanceUsd: cc("100"),
      minBalanceUsd: cc("20.5"),
      receiver: bob,
      useTransferPreapproval: true,
    });
    expect([...(config.autoAcceptTransfers.get(bob) ?? [])]).to.deep.equal([alice, carol]);
    expect(config.traffic).to.deep.equal({
      targetThroughput: cc("20000"),
      minTopupIntervalMicros: 60_000_000,
    });
  });

  it("name the operator's users under two names, which are one list", () => {
    const both = { validatorWalletUser: "one", validatorWalletUsers: ["two", "one"] };
    expect(read(both).validatorWalletUsers).to.deep.equal(["one", "two"]);
    expect(read({ validatorWalletUsers: ["two"] }).validatorWalletUsers).to.deep.equal(["two"]);
    expect(read({}).validatorWalletUsers).to.deep.equal(defaultWalletConfig.validatorWalletUsers);
  });

  it("say how the operator can be reached, in at most 255 characters", () => {
    expect(read({ "contact-point": "help@example.org" }).contactPoint).to.equal("help@example.org");
    expect(read({ contactPoint: "é".repeat(255) }).contactPoint).to.have.lengthOf(255);
    expect(isLeft(WalletSettings.read({ contactPoint: "é".repeat(256) }))).to.equal(true);
  });

  it("are the defaults where nothing is said", () => {
    expect(read({})).to.deep.equal(defaultWalletConfig);
  });

  it("are taken where the public validator's file has them", () => {
    const config = read({
      automation: {
        "polling-interval": "5s",
        "clock-skew-delay": "1s",
        "enable-automatic-rewards-collection-and-amulet-merging": false,
      },
      domains: {
        global: { "buy-extra-traffic": { "target-throughput": 700, "min-topup-interval": "2m" } },
      },
      treasury: { "batch-size": 3 },
    });
    expect(config).to.deep.equal({
      ...defaultWalletConfig,
      pollIntervalMicros: 5_000_000,
      clockSkewDelayMicros: 1_000_000,
      collectRewards: false,
      traffic: { targetThroughput: cc("700"), minTopupIntervalMicros: 120_000_000 },
      treasuryBatchSize: 3,
    });
  });

  it("by the specification's names come before those of the public file", () => {
    const config = read({
      targetThroughput: 1,
      pollingInterval: "7s",
      automation: { pollingInterval: "9s" },
      domains: { global: { buyExtraTraffic: { targetThroughput: 2, minTopupInterval: "3m" } } },
    });
    expect(config.pollIntervalMicros).to.equal(7_000_000);
    expect(config.traffic).to.deep.equal({
      targetThroughput: cc("1"),
      minTopupIntervalMicros: 180_000_000,
    });
  });

  const bad: ReadonlyArray<
    readonly [what: string, settings: unknown, path: ReadonlyArray<string>]
  > = [
    ["a misspelt key", { walletSweeps: {} }, ["walletSweeps"]],
    ["two spellings of one key", { mergeAbove: 5, "merge-above": 5 }, ["merge-above"]],
    [
      "a sweep without receiver",
      { walletSweep: { [alice]: { maxBalanceUSD: 1, minBalanceUSD: 0 } } },
      ["walletSweep", alice, "receiver"],
    ],
    [
      "a sweep to no party",
      { walletSweep: { [alice]: { maxBalanceUSD: 1, minBalanceUSD: 0, receiver: "bob" } } },
      ["walletSweep", alice, "receiver"],
    ],
    [
      "thresholds the wrong way round",
      { walletSweep: { [alice]: { maxBalanceUSD: 1, minBalanceUSD: 2, receiver: bob } } },
      ["walletSweep", alice, "minBalanceUSD"],
    ],
    [
      "a sweep of no party",
      { walletSweep: { alice: { maxBalanceUSD: 1, minBalanceUSD: 0, receiver: bob } } },
      ["walletSweep", "alice"],
    ],
    ["a duration without unit", { minTopupInterval: "60" }, ["minTopupInterval"]],
    ["a negative throughput", { targetThroughput: -1 }, ["targetThroughput"]],
    ["a batch of none", { mergeBatchSize: 0 }, ["mergeBatchSize"]],
    ["no payment at once", { treasury: { batchSize: 0 } }, ["treasury", "batchSize"]],
    ["a misspelt section", { domains: { globul: {} } }, ["domains", "globul"]],
  ];
  for (const [what, settings, path] of bad) {
    it(`with ${what} are refused where it is`, () => {
      const outcome = WalletSettings.read(settings);
      expect(isLeft(outcome) ? outcome.left.path : undefined).to.deep.equal(path);
    });
  }
});
