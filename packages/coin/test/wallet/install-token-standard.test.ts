import { expect } from "chai";
import {
  type allocationV1,
  AmuletAllocation,
  AmuletTransferInstruction,
  coinInstrument,
  ExternalPartyAmuletRules,
  WalletAppInstall,
} from "../../src/index.js";
import {
  WalletAppInstall_Allocation_Withdraw,
  WalletAppInstall_AllocationFactory_Allocate,
  WalletAppInstall_TransferFactory_Transfer,
  WalletAppInstall_TransferInstruction_Accept,
  WalletAppInstall_TransferInstruction_Reject,
  WalletAppInstall_TransferInstruction_Withdraw,
} from "../../src/wallet/install-token-standard.js";
import { alice, bob, carol, cc, CoinLedger, dso, minute, validator } from "../coin-fixture.js";

/** Alice with 10 CC and the wallets of alice and bob. */
const gold = { admin: dso, id: "Gold" };
const anotherCoin = (admin: string, id: string) =>
  `instrumentId InstrumentId {admin = '${admin}', id = "${id}"} is amuletInstrumentId InstrumentId {admin = 'DSO', id = "Amulet"}`;

const wallets = () => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "10");
  const [alices, bobs] = [alice, bob].map((endUserParty) =>
    ledger.create([endUserParty, validator], WalletAppInstall, {
      dsoParty: dso,
      validatorParty: validator,
      endUserName: endUserParty,
      endUserParty,
    }),
  );
  return { ledger, alices: alices ?? "", bobs: bobs ?? "" };
};

const everybody = { readAs: [dso, alice, bob] };

const begin = ({ ledger, alices }: ReturnType<typeof wallets>, changes = {}, expectedAdmin = dso) =>
  ledger.exercise(
    [validator],
    WalletAppInstall_TransferFactory_Transfer,
    alices,
    {
      transferFactoryCid: ledger.externalRules,
      transferArg: {
        expectedAdmin,
        transfer: ledger.transferOf(alice, bob, "4", changes),
        extraArgs: ledger.extraArgs(),
      },
    },
    everybody,
  );

const pendingIn = (ledger: CoinLedger) =>
  ledger.active(AmuletTransferInstruction)[0]?.contractId ?? "";

describe("a two-step transfer through the wallets", () => {
  it("begins and is accepted", () => {
    const set = wallets();
    const { ledger, bobs } = set;
    expect(begin(set).output.tag).to.equal("TransferInstructionResult_Pending");
    const { output } = ledger.exercise(
      [validator],
      WalletAppInstall_TransferInstruction_Accept,
      bobs,
      { transferInstructionCid: pendingIn(ledger), acceptArg: { extraArgs: ledger.extraArgs() } },
      everybody,
    );
    expect(output.tag).to.equal("TransferInstructionResult_Completed");
    expect(ledger.balanceOf(bob)).to.equal("4.0000000000");
  });

  it("is rejected by the receiver, and withdrawn by the sender", () => {
    const set = wallets();
    const { ledger, alices, bobs } = set;
    const end = { extraArgs: ledger.extraArgs({ "expire-lock": true }) };
    begin(set);
    ledger.exercise(
      [validator],
      WalletAppInstall_TransferInstruction_Reject,
      bobs,
      { transferInstructionCid: pendingIn(ledger), rejectArg: end },
      everybody,
    );
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    begin(set);
    ledger.exercise(
      [validator],
      WalletAppInstall_TransferInstruction_Withdraw,
      alices,
      { transferInstructionCid: pendingIn(ledger), withdrawArg: end },
      everybody,
    );
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
  });

  it("is ended only from the wallet of the one who may", () => {
    const set = wallets();
    const { ledger, alices, bobs } = set;
    begin(set);
    const transferInstructionCid = pendingIn(ledger);
    const end = { extraArgs: ledger.extraArgs({ "expire-lock": true }) };
    const accept = () =>
      ledger.exercise(
        [validator],
        WalletAppInstall_TransferInstruction_Accept,
        alices,
        { transferInstructionCid, acceptArg: end },
        everybody,
      );
    const reject = () =>
      ledger.exercise(
        [validator],
        WalletAppInstall_TransferInstruction_Reject,
        alices,
        { transferInstructionCid, rejectArg: end },
        everybody,
      );
    const withdraw = () =>
      ledger.exercise(
        [validator],
        WalletAppInstall_TransferInstruction_Withdraw,
        bobs,
        { transferInstructionCid, withdrawArg: end },
        everybody,
      );
    expect([accept, reject, withdraw].map((attempt) => ledger.reasonOf(attempt))).to.deep.equal([
      "receiver 'bob' must match endUserParty 'alice'",
      "receiver 'bob' must match endUserParty 'alice'",
      "sender 'alice' must match endUserParty 'bob'",
    ]);
  });

  const beginnings: ReadonlyArray<readonly [string, object, string, string]> = [
    ["of somebody else's coins", { sender: carol }, dso, "sender 'carol' is endUserParty 'alice'"],
    ["of another instrument", { instrumentId: gold }, dso, anotherCoin("DSO", "Gold")],
    [
      "of another administrator's coin",
      { instrumentId: coinInstrument(bob) },
      dso,
      anotherCoin("bob", "Amulet"),
    ],
    ["that expects another administrator", {}, bob, "expected admin 'bob' is dso 'DSO'"],
  ];
  for (const [name, changes, admin, reason] of beginnings) {
    it(`is not begun ${name}`, () => {
      const set = wallets();
      expect(set.ledger.reasonOf(() => begin(set, changes, admin))).to.equal(reason);
    });
  }
});

describe("an allocation through the wallet", () => {
  const leg = (sender: string, changes = {}) => ({
    sender,
    receiver: bob,
    amount: cc("4"),
    instrumentId: coinInstrument(dso),
    meta: { values: new Map<string, string>() },
    ...changes,
  });
  const allocate = (
    { ledger, alices }: ReturnType<typeof wallets>,
    transferLeg: allocationV1.AllocationSpecification["transferLeg"],
    expectedAdmin = dso,
  ) =>
    ledger.exercise(
      [validator],
      WalletAppInstall_AllocationFactory_Allocate,
      alices,
      {
        allocationFactory: ledger.externalRules,
        allocateArg: {
          expectedAdmin,
          allocation: {
            settlement: {
              executor: carol,
              settlementRef: { id: "trade", cid: undefined },
              requestedAt: BigInt(ledger.now),
              allocateBefore: BigInt(ledger.now + minute),
              settleBefore: BigInt(ledger.now + 2 * minute),
              meta: { values: new Map() },
            },
            transferLegId: "leg",
            transferLeg,
          },
          requestedAt: BigInt(ledger.now),
          inputHoldingCids: ledger.coinsOf(alice),
          extraArgs: ledger.extraArgs(),
        },
      },
      everybody,
    );

  it("is created and withdrawn", () => {
    const set = wallets();
    const { ledger, alices } = set;
    allocate(set, leg(alice));
    expect(ledger.lockedBalanceOf(alice)).to.equal("4.0000000000");
    const [allocation] = ledger.active(AmuletAllocation);
    ledger.exercise(
      [validator],
      WalletAppInstall_Allocation_Withdraw,
      alices,
      {
        allocationCid: allocation?.contractId ?? "",
        withdrawArg: { extraArgs: ledger.extraArgs({ "expire-lock": true }) },
      },
      everybody,
    );
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
  });

  it("is the user's own, of this coin, at the administrator expected", () => {
    const set = wallets();
    const attempts = [
      () => allocate(set, leg(carol)),
      () => allocate(set, leg(alice, { instrumentId: gold })),
      () => allocate(set, leg(alice), bob),
    ];
    expect(attempts.map((attempt) => set.ledger.reasonOf(attempt))).to.deep.equal([
      "sender 'carol' is endUserParty 'alice'",
      anotherCoin("DSO", "Gold"),
      "expected admin 'bob' is dso 'DSO'",
    ]);
    expect(set.ledger.active(ExternalPartyAmuletRules)).to.have.lengthOf(1);
  });

  it("is withdrawn by the sender's wallet only", () => {
    const set = wallets();
    const { ledger, bobs } = set;
    allocate(set, leg(alice));
    const attempt = () =>
      ledger.exercise(
        [validator],
        WalletAppInstall_Allocation_Withdraw,
        bobs,
        {
          allocationCid: ledger.active(AmuletAllocation)[0]?.contractId ?? "",
          withdrawArg: { extraArgs: ledger.extraArgs({ "expire-lock": true }) },
        },
        everybody,
      );
    expect(ledger.reasonOf(attempt)).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});
