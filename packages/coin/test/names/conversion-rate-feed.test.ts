import { expect } from "chai";
import { FeaturedAppActivityMarker, FeaturedAppRight } from "../../src/index.js";
import {
  AmuletConversionRateFeed,
  AmuletConversionRateFeed_ArchiveAsDso,
  AmuletConversionRateFeed_Update,
} from "../../src/names/conversion-rate-feed.js";
import { alice, bob, cc, CoinLedger, dso, minute } from "../coin-fixture.js";

const made = () => {
  const ledger = new CoinLedger();
  const feed = ledger.create([alice], AmuletConversionRateFeed, {
    publisher: alice,
    dso,
    nextUpdateAfter: undefined,
    amuletConversionRate: cc("0.1"),
  });
  const update = (cid: string, minutes: number, right?: string) =>
    ledger.exercise([alice], AmuletConversionRateFeed_Update, cid, {
      amuletConversionRate: cc("0.2"),
      amuletRulesCid: ledger.rules,
      markerContextO:
        right === undefined
          ? undefined
          : {
              featuredAppRightCid: right,
              beneficiaries: [{ beneficiary: alice, weight: cc("1") }],
            },
      newNextUpdateAfter: BigInt(ledger.now + minutes * minute),
    }).cid;
  return { ledger, feed, update };
};

describe("a feed of conversion rates", () => {
  it("changes at most twice in a tick of 10 minutes", () => {
    const { ledger, feed, update } = made();
    expect(ledger.reasonOf(() => update(feed, 4))).to.equal("deadline-exceeded");
    const next = update(feed, 5);
    expect(ledger.reasonOf(() => update(next, 20))).to.equal("deadline-not-exceeded");
    ledger.pass(5 * minute);
    update(next, 5);
    expect(ledger.active(AmuletConversionRateFeed)[0]?.payload).to.deep.equal({
      publisher: alice,
      dso,
      nextUpdateAfter: BigInt(ledger.now + 5 * minute),
      amuletConversionRate: cc("0.2"),
    });
  });

  it("marks the activity of a featured publisher, with a right of its own", () => {
    const { ledger, feed, update } = made();
    const theirs = ledger.create([dso], FeaturedAppRight, { dso, provider: bob });
    expect(ledger.reasonOf(() => update(feed, 5, theirs))).to.equal("DAML_AUTHORIZATION_ERROR");
    const other = ledger.create([bob], FeaturedAppRight, { dso: bob, provider: alice });
    expect(ledger.reasonOf(() => update(feed, 5, other))).to.equal(
      "Contract group identifier mismatch",
    );
    update(feed, 5, ledger.create([dso], FeaturedAppRight, { dso, provider: alice }));
    expect(ledger.active(FeaturedAppActivityMarker)[0]?.payload.provider).to.equal(alice);
  });

  it("is removed by the DSO alone", () => {
    const { ledger, feed } = made();
    const remove = (party: string) => () =>
      ledger.exercise([party], AmuletConversionRateFeed_ArchiveAsDso, feed, { reason: "spam" });
    expect(ledger.reasonOf(remove(alice))).to.equal("DAML_AUTHORIZATION_ERROR");
    remove(dso)();
    expect(ledger.active(AmuletConversionRateFeed)).to.deep.equal([]);
  });
});
