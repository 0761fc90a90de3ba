import { expect } from "chai";
import {
  Amulet,
  Amulet_Expire,
  AmuletRules_Transfer,
  LockedAmulet,
  metadataKeys,
  Amulet_ExpireV2,
  LockedAmulet_ExpireAmuletV2,
} from "../../../src/index.js";
import * as holdingV1 from "../../../src/token-standard/holding-v1.js";
import {
  LockedAmulet_ExpireAmulet,
  LockedAmulet_OwnerExpireLock,
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_Unlock,
  LockedAmulet_UnlockV2,
} from "../../../src/amulet/holding/amulet.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  createdIn,
  day,
  dso,
  int,
  minute,
} from "../../coin-fixture.js";

/** A ledger with one locked coin of alice: held by bob and carol for ten minutes. */
const withLock = (price = "0.1") => {
  const ledger = new CoinLedger({ price });
  const coin = ledger.tap(alice, "5");
  const expiresAt = BigInt(ledger.now + 10 * minute);
  const lock = { holders: [carol, bob, bob, alice], expiresAt, optContext: "a bet" };
  const { createdAmulets } = ledger.exercise(
    [alice, bob, carol],
    AmuletRules_Transfer,
    ledger.rules,
    {
      transfer: {
        sender: alice,
        provider: alice,
        inputs: [{ tag: "InputAmulet", value: coin }],
        outputs: [{ receiver: alice, receiverFeeRatio: cc("0"), amount: cc("2"), lock }],
        beneficiaries: undefined,
      },
      context: ledger.context,
      expectedDso: dso,
    },
  );
  const [made] = createdAmulets;
  if (made?.tag !== "TransferResultLockedAmulet") throw new Error("not locked");
  return { ledger, locked: made.value, expiresAt };
};

describe("the Holding view", () => {
  it("shows owner, instrument, amount, and round and rate as metadata", () => {
    const ledger = new CoinLedger({ price: "0.005", firstRound: 7n });
    const coin = ledger.tap(alice, "12.5");
    const view = ledger.views(holdingV1.Holding).get(coin);
    expect(view).to.deep.equal({
      owner: alice,
      instrumentId: { admin: dso, id: "Amulet" },
      amount: cc("12.5"),
      lock: undefined,
      meta: {
        values: new Map([
          ["amulet.splice.lfdecentralizedtrust.org/created-in-round", "7"],
          ["amulet.splice.lfdecentralizedtrust.org/rate-per-round", "0.00380518"],
        ]),
      },
    });
  });

  it("shows the lock of a locked coin: its holders once each without the owner, its time and what it is for", () => {
    const { ledger, locked, expiresAt } = withLock();
    const view = ledger.views(holdingV1.Holding).get(locked);
    expect(view?.lock).to.deep.equal({
      holders: [bob, carol],
      expiresAt,
      expiresAfter: undefined,
      context: "a bet",
    });
    expect([view?.owner, view?.amount]).to.deep.equal([alice, cc("2")]);
  });

  it("cannot transfer: the interface has no choice but Archive, which needs the DSO", () => {
    const { ledger, locked } = withLock();
    const archive = () =>
      ledger.submit(
        [alice],
        [
          {
            kind: "ExerciseCommand",
            templateId: "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding",
            contractId: locked,
            choice: "Archive",
            choiceArgument: {},
          },
        ],
      );
    expect(ledger.reasonOf(archive)).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});

describe("opening a lock", () => {
  const everybody = [alice, bob, carol];
  const early = 10 * minute - 1;
  const onTime = 10 * minute;
  const table: ReadonlyArray<
    readonly [string, "unlock" | "owner", ReadonlyArray<string>, number, string]
  > = [
    ["the owner and all holders, before its time", "unlock", everybody, 0, "accepted"],
    ["the owner and all holders, after its time", "unlock", everybody, day, "accepted"],
    ["the owner alone", "unlock", [alice], 0, "DAML_AUTHORIZATION_ERROR"],
    ["the holders alone", "unlock", [bob, carol], 0, "DAML_AUTHORIZATION_ERROR"],
    ["one holder missing", "unlock", [alice, bob], onTime, "DAML_AUTHORIZATION_ERROR"],
    ["the owner as an expired one, on time", "owner", [alice], onTime, "accepted"],
    ["the owner as an expired one, too early", "owner", [alice], early, "deadline-not-exceeded"],
    ["a holder as an expired one", "owner", [bob], onTime, "DAML_AUTHORIZATION_ERROR"],
    ["the DSO as an expired one", "owner", [dso], onTime, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, kind, by, after, outcome] of table) {
    it(`by ${name}: ${outcome}`, () => {
      const { ledger, locked } = withLock();
      ledger.pass(after);
      const attempt = () =>
        kind === "unlock"
          ? ledger.exercise(by, LockedAmulet_UnlockV2, locked, {})
          : ledger.exercise(by, LockedAmulet_OwnerExpireLockV2, locked, {});
      expect(ledger.reasonOf(attempt)).to.equal(outcome);
      const open = outcome === "accepted";
      expect(ledger.balanceOf(alice)).to.equal(open ? "5.0000000000" : "3.0000000000");
      expect(ledger.lockedBalanceOf(alice)).to.equal(open ? "0.0000000000" : "2.0000000000");
    });
  }

  it("gives the coin back as it was: same amount, round and rate, also in a later round", () => {
    const { ledger, locked } = withLock();
    const before = ledger.active(LockedAmulet)[0]?.payload.amulet;
    ledger.openRound(5n);
    const { amuletCid, meta } = ledger.exercise(
      [alice, bob, carol],
      LockedAmulet_UnlockV2,
      locked,
      {},
    );
    const back = ledger.active(Amulet).find(({ contractId }) => contractId === amuletCid);
    expect(back?.payload).to.deep.equal(before);
    expect(meta.values.get(metadataKeys.txKind)).to.equal("unlock");
  });

  it("happens once", () => {
    const { ledger, locked } = withLock();
    const open = () => ledger.exercise([alice, bob, carol], LockedAmulet_UnlockV2, locked, {});
    expect([ledger.reasonOf(open), ledger.reasonOf(open)]).to.deep.equal([
      "accepted",
      "CONTRACT_NOT_FOUND",
    ]);
  });

  it("is not done in its older forms any more", () => {
    const { ledger, locked } = withLock();
    ledger.pass(day);
    const argument = { openRoundCid: ledger.round };
    const all = [alice, bob, carol];
    const attempts = [
      () => ledger.exercise(all, LockedAmulet_Unlock, locked, argument),
      () => ledger.exercise([alice], LockedAmulet_OwnerExpireLock, locked, argument),
    ];
    for (const attempt of attempts) {
      expect(ledger.reasonOf(attempt)).to.match(
        /^Choice "\w+" is no longer supported since "splice-amulet"/,
      );
    }
  });
});

describe("dust", () => {
  /** Two states for transfers of external parties, from rounds with these numbers. */
  const statesOf = (ledger: CoinLedger, first: bigint, second = first) => {
    const stateFrom = (number: bigint) =>
      ledger.openConfigState({ holdingFeesOpenRoundNumber: { number: int(number) } });
    return {
      externalPartyConfigState0Cid: stateFrom(first),
      externalPartyConfigState1Cid: stateFrom(second),
    };
  };

  // at a price of 0.005 USD one coin of 0.01 CC is used up after 2.63 rounds
  const table: ReadonlyArray<readonly [string, bigint, bigint, ReadonlyArray<string>, string]> = [
    ["in its own round", 0n, 0n, [dso], "Amulet is expired"],
    ["in the round before", 2n, 2n, [dso], "Amulet is expired"],
    ["in its round by the newer state alone", 2n, 3n, [dso], "Amulet is expired"],
    ["in its round by the older state alone", 3n, 2n, [dso], "Amulet is expired"],
    ["in its round", 3n, 3n, [dso], "accepted"],
    ["later", 3n, 9n, [dso], "accepted"],
    ["by its owner", 3n, 3n, [alice], "DAML_AUTHORIZATION_ERROR"],
    ["by somebody else", 3n, 3n, [bob], "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, first, second, by, outcome] of table) {
    it(`is removed ${name}: ${outcome}`, () => {
      const ledger = new CoinLedger({ price: "0.005" });
      const coin = ledger.tap(alice, "0.01");
      const states = statesOf(ledger, first, second);
      const expire = () =>
        ledger.exercise(by, Amulet_ExpireV2, coin, states, { readAs: [alice, dso] });
      expect(ledger.reasonOf(expire)).to.equal(outcome);
      expect(ledger.coinsOf(alice)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
    });
  }

  it("is removed once the fee equals the amount", () => {
    const ledger = new CoinLedger({
      price: "1",
      config: (config) => ({
        ...config,
        transferConfig: { ...config.transferConfig, holdingFee: { rate: cc("0.25") } },
      }),
    });
    const coin = ledger.tap(alice, "1");
    const expireIn = (number: bigint): string => {
      const states = statesOf(ledger, number);
      return ledger.reasonOf(() => ledger.exercise([dso], Amulet_ExpireV2, coin, states));
    };
    expect([3n, 4n, 5n].map(expireIn)).to.deep.equal([
      "Amulet is expired",
      "accepted",
      "CONTRACT_NOT_FOUND",
    ]);
  });

  it("can be spent until it is removed", () => {
    const ledger = new CoinLedger({ price: "0.005" });
    const coin = ledger.tap(alice, "0.01");
    ledger.openRound(50n);
    ledger.transfer(alice, [[bob, "0.01"]], { inputs: [coin] });
    expect(ledger.balanceOf(bob)).to.equal("0.0100000000");
  });

  it("is measured by two different states of this network", () => {
    const ledger = new CoinLedger({ price: "0.005" });
    const coin = ledger.tap(alice, "0.01");
    const { externalPartyConfigState0Cid: one } = statesOf(ledger, 9n);
    const other = ledger.openConfigState({ dso: bob });
    const expire = (second: string) =>
      ledger.reasonOf(() =>
        ledger.exercise(
          [dso],
          Amulet_ExpireV2,
          coin,
          { externalPartyConfigState0Cid: one, externalPartyConfigState1Cid: second },
          { readAs: [dso, bob] },
        ),
      );
    expect(expire(one)).to.equal("externalPartyConfigState0Cid /= externalPartyConfigState1Cid");
    expect(expire(other)).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("says what was burned, and whose it was", () => {
    const ledger = new CoinLedger({ price: "0.005" });
    const coin = ledger.tap(alice, "0.01");
    const { result, event } = ledger.run([dso], Amulet_ExpireV2, coin, statesOf(ledger, 9n));
    expect(result.expireSum).to.deep.equal({ owner: alice });
    expect(Object.fromEntries(result.meta.values)).to.deep.equal({
      [metadataKeys.txKind]: "expire-dust",
      [metadataKeys.burned]: "0.01",
    });
    expect(createdIn(event)).to.deep.equal([]);
  });

  it("in a lock is removed too, whether the lock has expired or not", () => {
    const { ledger, locked } = withLock("0.005");
    const states = statesOf(ledger, 10_000n);
    ledger.exercise([dso], LockedAmulet_ExpireAmuletV2, locked, states);
    expect(ledger.lockedBalanceOf(alice)).to.equal("0.0000000000");
  });

  it("in a lock can be expired by the DSO only, and not before its round", () => {
    const { ledger, locked } = withLock("0.005");
    const by = (party: string, round: bigint) => {
      const states = statesOf(ledger, round);
      const readAs = [dso, alice];
      return ledger.reasonOf(() =>
        ledger.exercise([party], LockedAmulet_ExpireAmuletV2, locked, states, { readAs }),
      );
    };
    expect([by(alice, 10_000n), by(bob, 10_000n), by(dso, 1n)]).to.deep.equal([
      "DAML_AUTHORIZATION_ERROR",
      "DAML_AUTHORIZATION_ERROR",
      "Amulet is expired",
    ]);
  });

  it("is not removed in the older forms any more", () => {
    const { ledger, locked } = withLock("0.005");
    const coin = ledger.tap(alice, "0.01");
    ledger.openRound(10_000n);
    const argument = { roundCid: ledger.round };
    const attempts = [
      () => ledger.exercise([dso], Amulet_Expire, coin, argument),
      () => ledger.exercise([dso], LockedAmulet_ExpireAmulet, locked, argument),
    ];
    for (const attempt of attempts) {
      expect(ledger.reasonOf(attempt)).to.match(
        /^Choice "\w+" is no longer supported since "splice-amulet"/,
      );
    }
  });
});
