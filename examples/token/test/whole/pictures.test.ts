import { Amulet, contextKeys, coinRelease } from "@tallystick/coin";
import {
  askedUpdate,
  drawnInDryRun,
  type DrawnTransaction,
  foldPicture,
  type Picture,
  pictureOf,
  pictureSums,
  seenByParty,
  witnessesIn,
} from "@tallystick/core/picture";
import { orThrow } from "@tallystick/node";
import { testCoin, type TestLedger, testLedger } from "@tallystick/testing";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { goldPackage } from "../../src/gold-package.js";
import { GoldWorld, type Instrument, leg } from "../gold-world.js";

/** The last transaction as a picture needs it, by interpreting it again. */
const lastDrawn = async ({ ledger }: TestLedger): Promise<DrawnTransaction> => {
  const wildcard = { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } };
  const { updateId } = orThrow(
    await ledger.queries.transaction({
      at: { offset: ledger.ledgerEnd() },
      transactionFormat: {
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        eventFormat: wildcard,
      },
    }),
  );
  const drawn = drawnInDryRun(orThrow(await ledger.traceUpdate(updateId)).outcome);
  if (drawn === undefined) throw new Error("the transaction is rejected now");
  return drawn;
};

const holdingViews = [
  "#splice-api-token-holding-v2:Splice.Api.Token.HoldingV2:Holding",
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding",
].map((interfaceId) => ({
  kind: "interface" as const,
  interfaceId,
  includeInterfaceView: true,
  includeCreatedEventBlob: false,
}));

/** What the API shows a party of the last transaction. */
const lastSeen = async ({ ledger }: TestLedger, party: string): Promise<DrawnTransaction> => {
  const all = { kind: "wildcard" as const, includeCreatedEventBlob: false };
  const eventFormat = { filtersByParty: { [party]: { cumulative: [all, ...holdingViews] } } };
  return askedUpdate({
    events: async () =>
      orThrow(
        await ledger.queries.transaction({
          at: { offset: ledger.ledgerEnd() },
          transactionFormat: { transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS", eventFormat },
        }),
      ).events,
    contracts: async (contractIds) => {
      const found = await Promise.all(
        contractIds.map((contractId) => ledger.queries.contractEvents({ contractId, eventFormat })),
      );
      return found.flatMap((each) =>
        isRight(each) && each.right.created !== undefined ? [each.right.created.createdEvent] : [],
      );
    },
    isRefusal: () => false,
  });
};

/** What of a picture is the same whoever may know of the other witnesses. */
const shapeOf = ({ actions, contracts, edges }: Picture) => ({
  actions: actions.map(({ key, choice, parent, by }) => ({ key, choice, parent, by })),
  contracts: contracts.map(({ key, place, isKnown, signatories, holding }) => ({
    key,
    place,
    isKnown,
    signatories,
    holding,
  })),
  edges,
});

/** Expects that each party sees of a picture what the ledger shows it. */
const expectViews = async (t: TestLedger, drawn: DrawnTransaction): Promise<void> => {
  for (const party of witnessesIn(drawn)) {
    const seen = pictureOf(await lastSeen(t, party));
    expect(shapeOf(pictureOf(seenByParty(drawn, party))), party).to.deep.equal(shapeOf(seen));
  }
};

const whole = (units: bigint): number => Number(units) / 1e10;

const linesOf = ({ edges, contracts }: Picture): ReadonlyArray<string> =>
  edges.flatMap(({ kind, contract, amounts }) => {
    const found = contracts.find(({ key }) => key === contract);
    return amounts.map(({ id, units }) => {
      const { owner, isLocked } = found?.holding ?? {};
      const whose = owner?.split("::")[0] ?? "several";
      return `${kind} ${whole(units)} ${id} of ${whose}${isLocked === true ? ", locked" : ""}`;
    });
  });

const sumsOf = (picture: Picture) =>
  pictureSums(picture).map(({ id, consumed, made }) => [id, whole(consumed), whole(made)]);

describe("pictures of gold", () => {
  it("show both tokens of a delivery against payment, to each party what it sees", async () => {
    const t = await testCoin({ packages: [goldPackage] });
    const { alice, bob } = await t.users({ alice: "100", bob: "0" });
    const world = await GoldWorld.on(t, t.dso);
    await world.mint(bob, "10");
    const { externalPartyRules, externalPartyConfigStates } = await t.network();
    const coin: Instrument = {
      admin: t.dso,
      id: "Amulet",
      rules: externalPartyRules ?? "",
      context: {
        [contextKeys.externalPartyConfigState]: externalPartyConfigStates[1]?.contractId ?? "",
      },
    };
    const payment = [leg("payment", alice, bob, "60")];
    const delivery = [leg("delivery", bob, alice, "10")];
    const coins = (await t.active(Amulet, { party: alice })).map(({ contractId }) => contractId);
    const paid = [
      await world.allocate(alice, payment, {}, coin, coins),
      await world.allocate(bob, payment, {}, coin, []),
    ];
    const delivered = [await world.allocate(alice, delivery), await world.allocate(bob, delivery)];
    await world.settle(world.batch(delivery, delivered), world.batch(payment, paid, {}, coin));
    const drawn = await lastDrawn(t);
    const picture = pictureOf(drawn);
    expect(foldPicture(picture)).to.equal(picture);
    expect(linesOf(picture)).to.deep.equal([
      "makes 10 Gold of alice",
      "consumes 10 Gold of bob, locked",
      "consumes 60 Amulet of alice, locked",
      "makes 60 Amulet of bob",
    ]);
    expect(sumsOf(picture)).to.deep.equal([
      ["Gold", 10, 10],
      ["Amulet", 60, 60],
    ]);
    await expectViews(t, drawn);
    const ofGold = pictureOf(seenByParty(drawn, world.gold.admin));
    expect(sumsOf(ofGold)).to.deep.equal([["Gold", 10, 10]]);
    await t.close();
  });

  describe("alone", () => {
    let t: TestLedger;
    let world: GoldWorld;
    before(async () => {
      t = await testLedger({ packages: [...coinRelease["0.6.12"], goldPackage] });
      world = await GoldWorld.on(t);
    });
    after(() => t.close());

    it("show a transfer in two steps: what is locked, and what its receiver gets", async () => {
      const { alice, bob } = await t.parties("alice", "bob");
      await world.mint(alice, "10");
      const cid = await world.offer(alice, bob, "4");
      const offered = await lastDrawn(t);
      expect([...linesOf(pictureOf(offered))].sort()).to.deep.equal([
        "consumes 10 Gold of alice",
        "makes 4 Gold of alice, locked",
        "makes 6 Gold of alice",
      ]);
      await expectViews(t, offered);
      await world.accept(cid, bob);
      const accepted = await lastDrawn(t);
      expect(linesOf(pictureOf(accepted))).to.deep.equal([
        "consumes 4 Gold of alice, locked",
        "makes 4 Gold of bob",
      ]);
      await expectViews(t, accepted);
    });

    it("fold 25 legs with 50 allocations, and keep what they are worth", async () => {
      const names = Array.from({ length: 25 }, (_, n) => `party${n}`);
      const senders = Object.values(await t.parties(...names));
      const receivers = Object.values(await t.parties(...names.map((name) => `to-${name}`)));
      const legs = senders.map((sender, n) => leg(String(n), sender, receivers[n] ?? "", "1"));
      const cids: Array<string> = [];
      for (const sender of senders) await world.mint(sender, "2");
      for (const each of [...senders, ...receivers]) cids.push(await world.allocate(each, legs));
      await world.settle(world.batch(legs, cids));
      const picture = pictureOf(await lastDrawn(t));
      const folded = foldPicture(picture);
      expect([folded.isFolded, folded.nodeCount]).to.deep.equal([true, picture.nodeCount]);
      expect(folded.actions.length + folded.contracts.length).to.be.at.most(12);
      expect(sumsOf(folded)).to.deep.equal([["Gold", 25, 25]]);
      const tokens = folded.contracts.filter(({ holding }) => holding !== undefined);
      expect(tokens.map(({ count, place }) => [count, place])).to.deep.equal([
        [25, "before"],
        [25, "after"],
      ]);
    });
  });
});
