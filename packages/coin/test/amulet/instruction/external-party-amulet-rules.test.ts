import { expect } from "chai";
import {
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  DevelopmentFundCoupon,
  IssuingMiningRound,
  type metadataV1,
  metadataKeys,
  SvRewardCoupon,
  type TransferInput,
  UnclaimedActivityRecord,
} from "../../../src/index.js";
import {
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_UnlockV2,
} from "../../../src/amulet/holding/amulet.js";
import type { TransferOutput } from "../../../src/amulet/transfer/transfer-types.js";
import { alice, bob, cc, CoinLedger, day, dso, minute } from "../../coin-fixture.js";
import { int } from "../../int-values.js";

const shown = (meta: metadataV1.Metadata | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(meta?.values ?? []);

const output = (receiver: string, holders?: ReadonlyArray<string>, now = 0): TransferOutput => ({
  receiver,
  receiverFeeRatio: cc("1"),
  amount: cc("1"),
  lock: holders && { holders, expiresAt: BigInt(now + minute), optContext: undefined },
});

const transferred = (
  ledger: CoinLedger,
  inputs: ReadonlyArray<TransferInput>,
  outputs: ReadonlyArray<TransferOutput>,
  issuing?: string,
) =>
  ledger.exercise([alice, bob], AmuletRules_Transfer, ledger.rules, {
    transfer: { sender: alice, provider: alice, inputs, outputs, beneficiaries: undefined },
    context: {
      ...ledger.context,
      issuingMiningRounds: issuing === undefined ? [] : [[{ number: int(7n) }, issuing]],
    },
    expectedDso: dso,
  });

describe("the metadata of a transfer", () => {
  const kinds: ReadonlyArray<readonly [string, string, ReadonlyArray<string> | undefined, string]> =
    [
      ["to oneself", alice, undefined, "merge-split"],
      ["to oneself, locked by oneself", alice, [alice], "merge-split"],
      ["to oneself, locked by another", alice, [bob], "transfer"],
      ["to oneself, locked by both", alice, [alice, bob], "transfer"],
      ["to another", bob, undefined, "transfer"],
    ];
  for (const [what, receiver, holders, kind] of kinds) {
    it(`${what} says ${kind}`, () => {
      const ledger = new CoinLedger();
      const value = ledger.tap(alice, "1");
      const { meta } = transferred(
        ledger,
        [{ tag: "InputAmulet", value }],
        [output(receiver, holders, ledger.now)],
      );
      expect(shown(meta)).to.deep.equal({
        [metadataKeys.txKind]: kind,
        ...(kind === "transfer" && { [metadataKeys.sender]: alice }),
      });
    });
  }

  it("says what was minted, by where it comes from", () => {
    const ledger = new CoinLedger();
    const round = { number: int(7n) };
    const each = cc("1.5");
    const issuing = ledger.create([dso], IssuingMiningRound, {
      dso,
      round,
      issuancePerValidatorRewardCoupon: each,
      issuancePerFeaturedAppRewardCoupon: each,
      issuancePerUnfeaturedAppRewardCoupon: each,
      issuancePerSvRewardCoupon: each,
      opensAt: BigInt(ledger.now),
      targetClosesAt: BigInt(ledger.now + minute),
      optIssuancePerValidatorFaucetCoupon: each,
    });
    const expiresAt = BigInt(ledger.now + day);
    const given = { dso, beneficiary: alice };
    const sv = ledger.create([dso], SvRewardCoupon, { ...given, sv: dso, round, weight: int(2n) });
    const late = { ...given, amount: cc("4"), expiresAt, reason: "" };
    const unclaimed = ledger.create([dso], UnclaimedActivityRecord, late);
    const fund = ledger.create([dso], DevelopmentFundCoupon, {
      ...late,
      amount: cc("5"),
      fundManager: dso,
    });
    const { meta } = transferred(
      ledger,
      [
        { tag: "InputSvRewardCoupon", value: sv },
        { tag: "InputUnclaimedActivityRecord", value: unclaimed },
        { tag: "InputDevelopmentFundCoupon", value: fund },
      ],
      [],
      issuing,
    );
    expect(shown(meta)).to.deep.equal({
      [metadataKeys.txKind]: "merge-split",
      [metadataKeys.svRewards]: "3.0",
      [metadataKeys.unclaimedActivityRecords]: "4.0",
      [metadataKeys.developmentFund]: "5.0",
    });
  });
});

describe("the metadata of other choices than transfers", () => {
  it("gives the reason of a tap and of an opened lock", () => {
    const ledger = new CoinLedger();
    const { meta } = ledger.exercise([alice], AmuletRules_DevNet_Tap, ledger.rules, {
      receiver: alice,
      amount: cc("2"),
      openRound: ledger.round,
    });
    expect(shown(meta)).to.deep.equal({
      [metadataKeys.txKind]: "mint",
      [metadataKeys.reason]: "tapped faucet",
    });
    const inputs = ledger.coinsOf(alice).map((value) => ({ tag: "InputAmulet", value }) as const);
    const locked = [output(alice, [bob], ledger.now), output(alice, [bob], ledger.now)];
    const [first, second] = transferred(ledger, inputs, locked).createdAmulets.map(({ value }) =>
      typeof value === "string" ? value : "",
    );
    const released = ledger.exercise([alice, bob], LockedAmulet_UnlockV2, first ?? "", {});
    ledger.pass(minute);
    const expired = ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, second ?? "", {});
    expect(shown(released.meta)[metadataKeys.reason]).to.equal("holders released lock");
    expect(shown(expired.meta)[metadataKeys.reason]).to.equal("lock expired");
  });
});
