import { expect } from "chai";
import {
  type allocationInstructionV1,
  AmuletAllocation,
  AmuletRules_DevNet_FeatureApp,
  AmuletTransferInstruction,
  coinInstrument,
  FeaturedAppActivityMarker,
  type transferInstructionV1,
} from "../../src/index.js";
import {
  WalletUserProxy,
  WalletUserProxy_PublicFetch,
} from "../../src/featured/wallet-user-proxy.js";
import {
  WalletUserProxy_Allocation_Withdraw,
  WalletUserProxy_AllocationFactory_Allocate,
  WalletUserProxy_TransferFactory_Transfer,
  WalletUserProxy_TransferInstruction_Accept,
  WalletUserProxy_TransferInstruction_Reject,
  WalletUserProxy_TransferInstruction_Withdraw,
} from "../../src/featured/proxied-choices.js";
import { WalletUserProxy_BatchTransfer } from "../../src/featured/batch-transfer.js";
import { coinLeg, settlementOf } from "../allocation-fixture.js";
import { alice, bob, carol, cc, CoinLedger, dso, provider } from "../coin-fixture.js";
import { callOf } from "../merge-fixture.js";

const proxyPayload = {
  provider,
  providerWeight: cc("0.7"),
  userWeight: cc("0.2"),
  extraBeneficiaries: [{ beneficiary: carol, weight: cc("0.1") }],
  optAllowList: undefined,
};
type Payload = Parameters<typeof WalletUserProxy.signatories>[0];

/** Whoever submits reads as the DSO and the provider: what registry and provider disclose. */
const reading = { readAs: [dso, provider, alice] };

const feature = (ledger: CoinLedger, who: string): string =>
  ledger.exercise([who], AmuletRules_DevNet_FeatureApp, ledger.rules, { provider: who })
    .featuredAppRightCid;

/** The provider is featured and has a proxy; alice has 100 CC. */
const proxied = (changes: Partial<Payload> = {}) => {
  const ledger = new CoinLedger();
  const proxy = ledger.create([provider], WalletUserProxy, { ...proxyPayload, ...changes });
  const featuredAppRightCid = feature(ledger, provider);
  ledger.tap(alice, "100");
  const argumentOf = <A>(user: string, cid: string, choiceArg: A, right = featuredAppRightCid) => ({
    cid,
    proxyArg: { user, choiceArg, featuredAppRightCid: right },
  });
  const offer = (by = alice, user = alice, right = featuredAppRightCid) => {
    const { factoryCid, choiceArg } = callOf(ledger, ledger.transferOf(alice, bob, "30"));
    return ledger.exercise(
      [by],
      WalletUserProxy_TransferFactory_Transfer,
      proxy,
      argumentOf(user, factoryCid, choiceArg, right),
      reading,
    );
  };
  return { ledger, proxy, featuredAppRightCid, argumentOf, offer };
};

const markers = (ledger: CoinLedger) =>
  ledger
    .active(FeaturedAppActivityMarker)
    .map(({ payload: { beneficiary, weight } }) => [beneficiary, weight]);

const sharedWith = (user: string) => [
  [provider, cc("0.7")],
  [user, cc("0.2")],
  [carol, cc("0.1")],
];

describe("the proxy of a featured wallet provider", () => {
  it("begins a transfer of the user and marks it for all that share in the reward", () => {
    const { ledger, offer } = proxied();
    const { choiceResult, markerResult } = offer();
    expect(choiceResult.output.tag).to.equal("TransferInstructionResult_Pending");
    expect(markerResult.activityMarkerCids).to.have.lengthOf(3);
    expect(markers(ledger)).to.have.deep.members(sharedWith(alice));
    expect(ledger.lockedBalanceOf(alice)).to.equal("30.0000000000");
  });

  const instructions = [
    [WalletUserProxy_TransferInstruction_Accept, bob, alice, "30.0000000000"],
    [WalletUserProxy_TransferInstruction_Reject, bob, alice, "0.0000000000"],
    [WalletUserProxy_TransferInstruction_Withdraw, alice, bob, "0.0000000000"],
  ] as const;
  for (const [choice, user, other, received] of instructions) {
    it(`ends a transfer for who may, and for no one else: ${choice.name}`, () => {
      const { ledger, proxy, argumentOf, offer } = proxied();
      offer();
      const cid = ledger.active(AmuletTransferInstruction)[0]?.contractId ?? "";
      const end = (by: string) =>
        ledger.exercise(
          [by],
          choice,
          proxy,
          argumentOf(by, cid, { extraArgs: ledger.extraArgs() }),
          { readAs: [dso, provider, alice, bob] },
        );
      expect(ledger.reasonOf(() => end(other))).to.equal("User matches expected user");
      expect(end(user).choiceResult.output.tag).to.match(/Completed|Failed/);
      expect(ledger.balanceOf(bob)).to.equal(received);
      expect(markers(ledger)).to.have.deep.members([...sharedWith(alice), ...sharedWith(user)]);
      expect(ledger.reasonOf(() => end(user))).to.equal("CONTRACT_NOT_FOUND");
    });
  }

  it("reserves CC and takes it back", () => {
    const { ledger, proxy, argumentOf } = proxied();
    const argument: allocationInstructionV1.AllocationFactoryAllocateArgument = {
      expectedAdmin: dso,
      allocation: {
        settlement: settlementOf(ledger),
        transferLegId: "payment",
        transferLeg: coinLeg(),
      },
      requestedAt: BigInt(ledger.now),
      inputHoldingCids: ledger.coinsOf(alice),
      extraArgs: ledger.extraArgs(),
    };
    ledger.exercise(
      [alice],
      WalletUserProxy_AllocationFactory_Allocate,
      proxy,
      argumentOf(alice, ledger.externalRules, argument),
      reading,
    );
    expect(ledger.lockedBalanceOf(alice)).to.equal("30.0000000000");
    const cid = ledger.active(AmuletAllocation)[0]?.contractId ?? "";
    ledger.exercise(
      [alice],
      WalletUserProxy_Allocation_Withdraw,
      proxy,
      argumentOf(alice, cid, { extraArgs: ledger.extraArgs() }),
      reading,
    );
    expect(ledger.balanceOf(alice)).to.equal("100.0000000000");
    expect(markers(ledger)).to.have.deep.members([...sharedWith(alice), ...sharedWith(alice)]);
  });

  it("leaves out whose weight is 0", () => {
    const { ledger, offer } = proxied({
      providerWeight: cc("1"),
      userWeight: cc("0"),
      extraBeneficiaries: [],
    });
    offer();
    expect(markers(ledger)).to.deep.equal([[provider, cc("1")]]);
  });

  it("refuses another user than the one who may do it", () => {
    const { ledger, offer } = proxied();
    expect(ledger.reasonOf(() => offer(bob, bob))).to.equal("User matches expected user");
    expect(ledger.reasonOf(() => offer(bob, alice))).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("refuses users that the provider has not listed", () => {
    const listed = proxied({ optAllowList: [bob] });
    expect(listed.ledger.reasonOf(() => listed.offer())).to.equal("User is in the allow list");
    const open = proxied({ optAllowList: [bob, alice] });
    expect(open.ledger.reasonOf(() => open.offer())).to.equal("accepted");
  });

  it("refuses a featured app right that is not the provider's", () => {
    const { ledger, offer } = proxied();
    const own = feature(ledger, alice);
    expect(ledger.reasonOf(() => offer(alice, alice, own))).to.equal(
      "App right matches expected provider",
    );
  });

  it("earns nothing with weights that do not add up to 1", () => {
    const { ledger, offer } = proxied({ providerWeight: cc("0.8") });
    expect(ledger.reasonOf(() => offer())).to.equal("Beneficiary weights add up to 1.0");
  });

  for (const [name, changes] of [
    ["above 1", { providerWeight: cc("1.1") }],
    ["below 0", { userWeight: cc("-0.1") }],
    ["above 1 for others", { extraBeneficiaries: [{ beneficiary: carol, weight: cc("1.1") }] }],
  ] as const) {
    it(`is not made with a weight ${name}`, () => {
      const ledger = new CoinLedger();
      const create = () =>
        ledger.create([provider], WalletUserProxy, { ...proxyPayload, ...changes });
      expect(ledger.reasonOf(create)).to.equal("PreconditionFailed");
    });
  }

  it("can be read by anyone it is disclosed to", () => {
    const { ledger, proxy } = proxied();
    const read = ledger.exercise(
      [bob],
      WalletUserProxy_PublicFetch,
      proxy,
      { actor: bob },
      reading,
    );
    expect(read).to.deep.equal(proxyPayload);
  });
});

describe("a batch of transfers through the proxy", () => {
  const run = (
    ledger: CoinLedger,
    proxy: string,
    transfers: ReadonlyArray<transferInstructionV1.Transfer>,
    optFeaturedAppRightCid?: string,
    by = alice,
  ) =>
    ledger.exercise(
      [by],
      WalletUserProxy_BatchTransfer,
      proxy,
      { transferCalls: transfers.map((each) => callOf(ledger, each)), optFeaturedAppRightCid },
      reading,
    );
  const three = (ledger: CoinLedger) => {
    const first = ledger.transferOf(alice, bob, "10");
    const next = { ...first, inputHoldingCids: [] };
    return [first, { ...next, receiver: carol, amount: cc("20") }, { ...next, amount: cc("30") }];
  };

  it("hands the change on from one to the next and marks each of them", () => {
    const { ledger, proxy, featuredAppRightCid } = proxied();
    const { transferResults, senderChangeMap } = run(
      ledger,
      proxy,
      three(ledger),
      featuredAppRightCid,
    );
    expect(transferResults).to.have.lengthOf(3);
    expect(senderChangeMap).to.deep.equal([[coinInstrument(dso), ledger.coinsOf(alice)]]);
    expect([ledger.balanceOf(alice), ledger.lockedBalanceOf(alice)]).to.deep.equal([
      "40.0000000000",
      "60.0000000000",
    ]);
    expect(markers(ledger)).to.have.lengthOf(9);
  });

  it("works without a right, and marks nothing", () => {
    const { ledger, proxy } = proxied();
    run(ledger, proxy, three(ledger));
    expect(markers(ledger)).to.deep.equal([]);
  });

  it("is made as a whole or not at all", () => {
    const { ledger, proxy } = proxied();
    const [first, second, third] = three(ledger);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("three");
    const errors: ReadonlyArray<readonly [ReadonlyArray<transferInstructionV1.Transfer>, string]> =
      [
        [[first, second, { ...third, amount: cc("70.1") }], "insufficient-funds"],
        [
          [first, { ...second, sender: bob }],
          "Transfer sender 'bob' matches expected sender 'alice'",
        ],
        [[first, first], "CONTRACT_NOT_ACTIVE"],
      ];
    for (const [transfers, outcome] of errors) {
      expect(ledger.reasonOf(() => run(ledger, proxy, transfers))).to.equal(outcome);
      expect(ledger.balanceOf(alice)).to.equal("100.0000000000");
    }
  });

  it("has at least one transfer, and is its sender's", () => {
    const { ledger, proxy } = proxied();
    expect(ledger.reasonOf(() => run(ledger, proxy, []))).to.equal(
      "Cannot determine sender from empty list of TransferFactoryCalls",
    );
    expect(ledger.reasonOf(() => run(ledger, proxy, [], undefined, provider))).to.equal(
      "Cannot determine sender from empty list of TransferFactoryCalls",
    );
    expect(ledger.reasonOf(() => run(ledger, proxy, three(ledger), undefined, bob))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("is refused to who is not listed, and with someone else's right", () => {
    const listed = proxied({ optAllowList: [bob] });
    expect(
      listed.ledger.reasonOf(() => run(listed.ledger, listed.proxy, three(listed.ledger))),
    ).to.equal("User is in the allow list");
    const { ledger, proxy } = proxied();
    const own = feature(ledger, alice);
    expect(ledger.reasonOf(() => run(ledger, proxy, three(ledger), own))).to.equal(
      "App right matches expected provider",
    );
  });
});
