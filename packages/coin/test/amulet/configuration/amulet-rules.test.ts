import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { AmuletRules, defaultAmuletConfig } from "../../../src/index.js";
import { AmuletRules_Fetch } from "../../../src/amulet/configuration/amulet-rules.js";
import { bob, cc, CoinLedger, dso, synchronizerId } from "../../coin-fixture.js";

describe("the rules", () => {
  it("can be read by anyone", () => {
    const ledger = new CoinLedger();
    const rules = ledger.exercise([bob], AmuletRules_Fetch, ledger.rules, { p: bob });
    expect(rules.dso).to.equal(dso);
    expect(rules.isDevNet).to.equal(true);
  });

  const config = defaultAmuletConfig(synchronizerId);
  const { transferConfig, decentralizedSynchronizer } = config;
  const table: Readonly<Record<string, typeof config>> = {
    "a fee for creating": {
      ...config,
      transferConfig: { ...transferConfig, createFee: { fee: cc("0.03") } },
    },
    "a fee for locking": {
      ...config,
      transferConfig: { ...transferConfig, lockHolderFee: { fee: cc("0.005") } },
    },
    "a fee for transferring": {
      ...config,
      transferConfig: { ...transferConfig, transferFee: { initialRate: cc("0.01"), steps: [] } },
    },
    "a fee for transferring large amounts": {
      ...config,
      transferConfig: {
        ...transferConfig,
        transferFee: { initialRate: cc("0"), steps: [{ _1: cc("100"), _2: cc("0.001") }] },
      },
    },
    "a holding fee below 0": {
      ...config,
      transferConfig: { ...transferConfig, holdingFee: { rate: cc("-1") } },
    },
    "a preapproval fee below 0": { ...config, transferPreapprovalFee: cc("-1") },
    "an activity amount below 0": {
      ...config,
      featuredAppActivityMarkerAmount: cc("-1"),
      transferConfig: { ...transferConfig, extraFeaturedAppRewardAmount: cc("-1") },
    },
    "two activity amounts that differ": { ...config, featuredAppActivityMarkerAmount: cc("2") },
    "no activity amount": { ...config, featuredAppActivityMarkerAmount: undefined },
    "a synchronizer in use that is not required": {
      ...config,
      decentralizedSynchronizer: {
        ...decentralizedSynchronizer,
        activeSynchronizer: "other::1220",
      },
    },
  };
  for (const [name, initialValue] of Object.entries(table)) {
    it(`refuse a configuration with ${name}, now or later`, () => {
      const ledger = new CoinLedger();
      const laterToo = [
        { initialValue, futureValues: [] },
        { initialValue: config, futureValues: [{ _1: 0n, _2: initialValue }] },
      ];
      for (const configSchedule of laterToo) {
        const payload = {
          dso,
          configSchedule,
          isDevNet: false,
          contractStateSchemaVersion: undefined,
        };
        expect(ledger.reasonOf(() => ledger.create([dso], AmuletRules, payload))).to.equal(
          "PreconditionFailed",
        );
      }
    });
  }

  const limits: ReadonlyArray<
    readonly ["maxNumInputs" | "maxNumOutputs" | "maxNumLockHolders", bigint, boolean]
  > = [
    ["maxNumInputs", 0n, false],
    ["maxNumInputs", 1n, true],
    ["maxNumInputs", 100n, true],
    ["maxNumInputs", 101n, true],
    ["maxNumOutputs", 0n, false],
    ["maxNumOutputs", 100n, true],
    ["maxNumOutputs", 101n, true],
    ["maxNumLockHolders", -1n, false],
    ["maxNumLockHolders", 0n, true],
  ];
  for (const [field, value, valid] of limits) {
    it(`${valid ? "take" : "refuse"} ${field} ${value}`, () => {
      const shown = AmuletRules.payload.encode({
        dso,
        configSchedule: { initialValue: config, futureValues: [] },
        isDevNet: false,
        contractStateSchemaVersion: undefined,
      });
      const changed = JSON.stringify(shown).replace(
        new RegExp(`"${field}":"-?[0-9]+"`),
        `"${field}":"${value}"`,
      );
      const read = AmuletRules.payload.decode(JSON.parse(changed));
      if (isLeft(read)) throw new Error(read.left.reason);
      expect(AmuletRules.ensure(read.right)).to.equal(valid);
    });
  }
});
