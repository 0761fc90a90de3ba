import { expect } from "chai";
import {
  AmuletConfig,
  AmuletRules_BuyMemberTraffic,
  contextKeys,
  defaultAmuletConfig,
  metadataKeys,
} from "../../src/index.js";
import { alice, CoinLedger, dso, Refused, synchronizerId } from "../coin-fixture.js";
import { int } from "../int-values.js";

describe("the names clients read", () => {
  it("are these in metadata", () => {
    expect(metadataKeys).to.deep.equal({
      txKind: "splice.lfdecentralizedtrust.org/tx-kind",
      sender: "splice.lfdecentralizedtrust.org/sender",
      reason: "splice.lfdecentralizedtrust.org/reason",
      burned: "splice.lfdecentralizedtrust.org/burned",
      createdInRound: "amulet.splice.lfdecentralizedtrust.org/created-in-round",
      ratePerRound: "amulet.splice.lfdecentralizedtrust.org/rate-per-round",
      appRewards: "amulet.splice.lfdecentralizedtrust.org/app-rewards",
      validatorRewards: "amulet.splice.lfdecentralizedtrust.org/validator-rewards",
      svRewards: "amulet.splice.lfdecentralizedtrust.org/sv-rewards",
      unclaimedActivityRecords: "amulet.splice.lfdecentralizedtrust.org/unclaimed-activity-records",
      appRewardBeneficiaries: "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiaries",
      appRewardBeneficiaryWeights:
        "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiary-weights",
      developmentFund: "amulet.splice.lfdecentralizedtrust.org/development-fund",
    });
  });

  it("are these in the context of choices", () => {
    expect(contextKeys).to.deep.equal({
      amuletRules: "amulet-rules",
      openRound: "open-round",
      externalPartyConfigState: "external-party-config-state",
      featuredAppRight: "featured-app-right",
      transferPreapproval: "transfer-preapproval",
      expireLock: "expire-lock",
    });
  });

  it("are written in the default configuration as the network has them", () => {
    const config = AmuletConfig.encode(defaultAmuletConfig(synchronizerId));
    expect(config).to.have.nested.property("packageConfig.amulet", "0.1.22");
    expect(config).to.deep.nested.include({
      "decentralizedSynchronizer.fees.baseRateTrafficLimits": {
        burstAmount: "400000",
        burstWindow: { microseconds: "1200000000" },
      },
    });
  });
});

/** What an error says in addition to its sentence, without what every error has. */
const contextOf = (attempt: () => unknown): Readonly<Record<string, string>> => {
  try {
    attempt();
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    const { error_id: _id, category: _category, ...own } = thrown.error.context;
    return own;
  }
  throw new Error("it was accepted");
};

const buying = (ledger: CoinLedger, bytes: bigint, on = synchronizerId) =>
  contextOf(() =>
    ledger.exercise([alice], AmuletRules_BuyMemberTraffic, ledger.rules, {
      inputs: [],
      context: ledger.context,
      provider: alice,
      memberId: "PAR::a",
      synchronizerId: on,
      migrationId: int(0n),
      trafficAmount: int(bytes),
      expectedDso: dso,
    }),
  );

describe("the context of an error names", () => {
  it("the requested traffic, and the least there is", () => {
    expect(buying(new CoinLedger(), 199_999n)).to.deep.include({
      requestedTopupAmount: "199999",
      minTopupAmount: "200000",
    });
  });

  it("the synchronizer that is not known", () => {
    expect(buying(new CoinLedger(), 200_000n, "other::1220")).to.deep.include({
      synchronizerId: "other::1220",
    });
  });
});
