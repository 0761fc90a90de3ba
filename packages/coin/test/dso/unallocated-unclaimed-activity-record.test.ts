import { expect } from "chai";
import { UnclaimedActivityRecord, UnclaimedReward } from "../../src/index.js";
import { DsoRules } from "../../src/dso/dso-rules.js";
import {
  DsoRules_AllocateUnallocatedUnclaimedActivityRecord,
  DsoRules_CreateUnallocatedUnclaimedActivityRecord,
  DsoRules_ExpireUnallocatedUnclaimedActivityRecord,
  DsoRules_ExpireUnclaimedActivityRecord,
  UnallocatedUnclaimedActivityRecord,
} from "../../src/dso/unallocated-unclaimed-activity-record.js";
import { soleSuperValidatorRules } from "../../src/dso/default-dso-rules.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  dso,
  minute,
  provider,
  synchronizerId,
} from "../coin-fixture.js";

const lifetime = 10 * minute;

/** A DSO whose one super validator is the provider, with 3 and 4 CC that no one claimed. */
const founded = () => {
  const ledger = new CoinLedger();
  const rules = ledger.create(
    [dso],
    DsoRules,
    soleSuperValidatorRules({
      dso,
      sv: provider,
      name: "sv-1",
      participantId: "PAR::sv-1::1220",
      synchronizerId,
      isDevNet: true,
    }),
  );
  const unclaimed = ["3", "4"].map((amount) =>
    ledger.create([dso], UnclaimedReward, { dso, amount: cc(amount) }),
  );
  return { ledger, rules, unclaimed };
};

const decide = ({ ledger, rules }: ReturnType<typeof founded>, by = dso, amount = "5") =>
  ledger.exercise([by], DsoRules_CreateUnallocatedUnclaimedActivityRecord, rules, {
    beneficiary: alice,
    amount: cc(amount),
    reason: "work",
    expiresAt: BigInt(ledger.now + lifetime),
  }).unallocatedUnclaimedActivityRecordCid;

const allocate = (
  { ledger, rules }: ReturnType<typeof founded>,
  record: string,
  used: ReadonlyArray<string>,
  sv = provider,
) =>
  ledger.exercise([sv], DsoRules_AllocateUnallocatedUnclaimedActivityRecord, rules, {
    unallocatedUnclaimedActivityRecordCid: record,
    amuletRulesCid: ledger.rules,
    unclaimedRewardsToBurnCids: used,
    sv,
  });

const unclaimedIn = (ledger: CoinLedger) =>
  ledger.active(UnclaimedReward).map(({ payload }) => payload.amount);

describe("unclaimed rewards for a beneficiary", () => {
  it("are decided by the DSO alone, in time, above 0", () => {
    const world = founded();
    expect(world.ledger.reasonOf(() => decide(world, alice))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(world.ledger.reasonOf(() => decide(world, dso, "0"))).to.equal(
      "TEMPLATE_PRECONDITION_VIOLATED",
    );
    const late = () =>
      world.ledger.exercise([dso], DsoRules_CreateUnallocatedUnclaimedActivityRecord, world.rules, {
        beneficiary: alice,
        amount: cc("1"),
        reason: "",
        expiresAt: BigInt(world.ledger.now),
      });
    expect(world.ledger.reasonOf(late)).to.equal("deadline-exceeded");
    decide(world);
    expect(world.ledger.active(UnallocatedUnclaimedActivityRecord)).to.have.lengthOf(1);
  });

  it("use up what covers them; the rest stays unclaimed", () => {
    const world = founded();
    const { ledger, unclaimed } = world;
    const { unclaimedActivityRecordCid, optUnclaimedRewardCid } = allocate(
      world,
      decide(world),
      unclaimed,
    );
    expect(ledger.active(UnclaimedActivityRecord)).to.deep.equal([
      {
        contractId: unclaimedActivityRecordCid,
        payload: {
          dso,
          beneficiary: alice,
          amount: cc("5"),
          reason: "work",
          expiresAt: BigInt(ledger.now + lifetime),
        },
      },
    ]);
    expect(unclaimedIn(ledger)).to.deep.equal([cc("2")]);
    expect(optUnclaimedRewardCid).to.equal(ledger.active(UnclaimedReward)[0]?.contractId);
    expect(ledger.active(UnallocatedUnclaimedActivityRecord)).to.deep.equal([]);
  });

  it("leave nothing when they are used up exactly", () => {
    const world = founded();
    const { optUnclaimedRewardCid } = allocate(world, decide(world, dso, "7"), world.unclaimed);
    expect(optUnclaimedRewardCid).to.equal(undefined);
    expect(unclaimedIn(world.ledger)).to.deep.equal([]);
  });

  const refused: ReadonlyArray<readonly [string, number, string, number, string]> = [
    ["that do not cover it", 1, provider, 0, "The unclaimed rewards lack 2.0 CC"],
    ["by somebody who is no super validator", 2, bob, 0, "Party is a super validator"],
    ["when its time is over", 2, provider, lifetime, "deadline-exceeded"],
  ];
  for (const [name, count, sv, after, reason] of refused) {
    it(`cannot be allocated from rewards ${name}: ${reason}`, () => {
      const world = founded();
      const record = decide(world);
      world.ledger.pass(after);
      const attempt = () => allocate(world, record, world.unclaimed.slice(0, count), sv);
      expect(world.ledger.reasonOf(attempt)).to.equal(reason);
    });
  }

  it("go back to the unclaimed ones when they are not minted in time", () => {
    const world = founded();
    const { ledger, rules } = world;
    const { unclaimedActivityRecordCid } = allocate(world, decide(world), world.unclaimed);
    const expire = (sv: string) =>
      ledger.exercise([sv], DsoRules_ExpireUnclaimedActivityRecord, rules, {
        unclaimedActivityRecordCid,
        sv,
      });
    expect(ledger.reasonOf(() => expire(provider))).to.equal("deadline-not-exceeded");
    ledger.pass(lifetime);
    expect(ledger.reasonOf(() => expire(bob))).to.equal("Party is a super validator");
    expire(provider);
    expect(unclaimedIn(ledger)).to.have.members([cc("2"), cc("5")]);
  });

  it("expire when they were not allocated in time", () => {
    const world = founded();
    const { ledger, rules } = world;
    const record = decide(world);
    const expire = (sv = provider) =>
      ledger.exercise([sv], DsoRules_ExpireUnallocatedUnclaimedActivityRecord, rules, {
        unallocatedUnclaimedActivityRecordCid: record,
        sv,
      });
    expect(ledger.reasonOf(expire)).to.equal("deadline-not-exceeded");
    ledger.pass(lifetime);
    expect(ledger.reasonOf(() => expire(bob))).to.equal("Party is a super validator");
    expire();
    expect(ledger.active(UnallocatedUnclaimedActivityRecord)).to.deep.equal([]);
    expect(unclaimedIn(ledger)).to.have.lengthOf(2);
  });
});
