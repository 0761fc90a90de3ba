import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testSeed } from "@tallystick/dev";
import { expect } from "chai";
import { scratchFolder, start } from "../process.js";
import { afterLegs, type Amounts, byEventLog, byHoldings, expectWallet } from "./accounts.js";
import { coinOf, goldOf, type Instrument, meta, testTokenOf } from "./instruments.js";
import { at, KilledNode, type Random, randomFrom } from "./killed-node.js";
import {
  appInTypeScript,
  genuineApp,
  type Leg,
  Settlements,
  type TradingApp,
} from "./settlement.js";
import { type Actor, localActor, Trader } from "./trader.js";
import { amountOf, exercise, interfaces } from "./views.js";

// With the network's own trading app and test token too:
// TALLYSTICK_DARS=FOLDER npm test -- cli/dist/test/trade

const seed = testSeed();
const modules = [
  new URL("../../../../../examples/token/dist/src/gold-package.js", import.meta.url),
  new URL("trade-app.js", import.meta.url),
].flatMap((url) => ["--packages", fileURLToPath(url)]);

/** What each party has of each instrument at first, and what it sets aside for iterations. */
const begun = 100_0000000000n;
const funded = [5_0000000000n, 3_0000000000n, 1_0000000000n, undefined] as const;
const legsOfBatch = 25;

/** Legs over all instruments between two parties; no amount is round. */
const someLegs = (
  random: Random,
  name: string,
  [one, other]: readonly [string, string],
  instruments: ReadonlyArray<Instrument>,
): ReadonlyArray<Leg> =>
  Array.from({ length: legsOfBatch }, (_, place) => {
    const [from, to] = random(2) === 0 ? [one, other] : [other, one];
    const instrument = instruments[place % instruments.length];
    if (instrument === undefined) throw new Error("no instrument");
    return {
      instrument,
      id: `${name} ${place}`,
      from,
      to,
      units: BigInt(1 + random(1_000_000_000)),
    };
  });

interface Market {
  readonly instruments: ReadonlyArray<Instrument>;
  readonly app: TradingApp;
}

/** The coin, gold, and gold of another administrator, in an app in TypeScript. */
const ourMarket = async (node: KilledNode, venue: Actor): Promise<Market> => {
  const instruments = [
    await coinOf(node),
    await goldOf(node, await localActor(node, "gold")),
    await goldOf(node, await localActor(node, "silver")),
  ];
  return { instruments, app: appInTypeScript(venue, instruments) };
};

/** The coin, gold and the network's test token, in the network's app. */
const genuineMarket =
  (folder: string) =>
  async (node: KilledNode, venue: Actor): Promise<Market> => {
    for (const name of ["splice-test-token-v2-1.0.0", "splice-token-test-trading-app-v2-1.0.0"])
      await node.answered("POST", "/v2/dars", readFileSync(join(folder, `${name}.dar`)));
    const instruments = [
      await coinOf(node),
      await goldOf(node, await localActor(node, "gold")),
      await testTokenOf(node, await localActor(node, "tester")),
    ];
    return { instruments, app: genuineApp(node, venue) };
  };

/** Throws unless a party that is committed cannot withdraw. */
const expectBound = async (
  trader: Trader,
  settlements: Settlements,
  rolling: object,
): Promise<void> => {
  const all = await settlements.allocationsFor(rolling);
  const own = all.find(
    ({ view }) => at(view, "allocation", "authorizer", "owner") === trader.party,
  );
  const argument = { actors: [trader.party], extraArgs: { context: { values: {} }, meta } };
  const withdraw = exercise(
    interfaces.allocation,
    own?.contractId ?? "",
    "Allocation_Withdraw",
    argument,
  );
  const refused = await trader.prepare("withdraw", { commands: [withdraw], disclosed: [] });
  expect(refused.status).to.be.within(400, 499);
  expect(JSON.stringify(refused.json)).to.contain("committed");
};

const markets: ReadonlyArray<
  readonly [string, (node: KilledNode, venue: Actor) => Promise<Market>]
> = [
  ["an app in TypeScript", ourMarket],
  ...(process.env["TALLYSTICK_DARS"] === undefined
    ? []
    : [["the network's own app", genuineMarket(process.env["TALLYSTICK_DARS"])] as const]),
];

describe("trades of external parties on a node that is killed", () => {
  let folder: string;
  let remove: () => Promise<void>;
  let node: KilledNode;
  beforeEach(async () => {
    [folder, remove] = await scratchFolder();
  });
  afterEach(async () => {
    await node.stop();
    await remove();
  });

  for (const [name, openMarket] of markets) {
    it(`agree everywhere to the last unit, settled by ${name} (seed ${seed})`, async () => {
      const random = randomFrom(seed);
      const data = join(folder, "data");
      node = new KilledNode(data, ["--network", "dev", ...modules], random);
      const venue = await localActor(node, "venue");
      const [alice, bob] = [await Trader.on(node, "alice"), await Trader.on(node, "bob")];
      const parties = [alice.party, bob.party] as const;
      const { instruments, app } = await openMarket(node, venue);
      const [coin] = instruments;
      const settlements = new Settlements(node, venue, instruments);
      const expected = (legs: ReadonlyArray<Leg>): Amounts =>
        afterLegs(parties, instruments, begun, legs);
      node.beginKilling();

      for (const instrument of instruments)
        for (const trader of [alice, bob]) await instrument.mint(trader, amountOf(begun));
      const traded = someLegs(random, "trade", parties, instruments);
      const trade = await app.request(traded, parties);
      for (const trader of [alice, bob]) await settlements.accept(trader);
      await settlements.settle("settle", app, trade, traded);
      expect(await byHoldings(node, parties)).to.deep.equal(expected(traded));
      await node.stop();

      const rolling = { executors: [venue.party], id: "rolling", cid: null, meta };
      const direct = appInTypeScript(venue, instruments);
      for (const trader of [alice, bob]) await settlements.commit(trader, rolling, funded[0]);
      await expectBound(alice, settlements, rolling);
      const legs = [...traded];
      for (const [round, funding] of funded.slice(1).entries()) {
        const more = someLegs(random, `round ${round}`, parties, instruments);
        await settlements.settle(`iteration ${round}`, direct, rolling, more, { funding });
        legs.push(...more);
        expect(await byHoldings(node, parties)).to.deep.equal(expected(legs));
        const locked = [...(await byHoldings(node, parties, "locked")).values()];
        const each = funding === undefined ? [] : Array.from({ length: 6 }, () => funding);
        expect(locked).to.deep.equal(each);
        const allocations = funding === undefined ? 0 : 1;
        for (const party of parties) {
          const coins = expected(legs).get(`${party} ${coin?.admin}`) ?? 0n;
          await expectWallet(node, party, { coins, allocations });
        }
      }

      const { amounts, sides, commands } = await byEventLog(node, parties, [
        ...parties,
        venue.party,
      ]);
      expect(amounts).to.deep.equal(expected(legs));
      for (const { id } of legs) {
        const told = ["SenderSide", "ReceiverSide"].map((side) => sides.get(`${id} ${side}`));
        expect(told, id).to.deep.equal([1, 1]);
      }
      expect([...commands].filter(([, count]) => count !== 1)).to.deep.equal([]);
      expect([...commands.keys()]).to.include.members(["request", "settle", "iteration 2"]);
      await node.stop();
      const flags = ["--level", "rules", "--data", data, ...modules];
      const { code, out, err } = await start(["audit", "verify", ...flags]).ended;
      expect(code, `${out}${err}`).to.equal(0);
      expect(node.unanswered).to.be.above(3);
    });
  }
});
