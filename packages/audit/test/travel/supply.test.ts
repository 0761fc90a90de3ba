import { Amulet } from "@tallystick/coin";
import { expect } from "chai";
import { supplyAt, supplyColumns, supplyRows, unexplained } from "../../src/travel/supply.js";
import { dayJournal } from "../rules/coin-day.js";
import { type HonestEvent, honestJournal, journalWith, storedAs } from "../rules/coin-journal.js";

const cc = 10_000_000_000n;

const supplyOf = async (events: ReadonlyArray<HonestEvent>, offset = events.length) => {
  const journal = await journalWith(events.map(storedAs));
  return supplyAt(journal, { offset });
};

describe("The supply of the past", () => {
  it("is what was tapped, where nothing else happened", async () => {
    const events = await honestJournal();
    const { offset, supplies } = await supplyOf(events);
    expect(offset).to.equal(events.length);
    expect(supplies).to.have.length(1);
    const { admin, ...sums } = supplies[0] ?? { admin: "" };
    expect(admin).to.match(/^DSO::/);
    expect(sums).to.deep.equal({
      allowed: 0n,
      rewarded: 0n,
      made: 101n * cc,
      burned: 0n,
      outside: 0n,
      unlocked: 101n * cc,
      locked: 0n,
      coins: 4,
    });
    expect((await supplyOf(events, 1)).supplies).to.deep.equal([]);
  });

  it("has at every offset what was minted less what was burned, after a day of rounds", async () => {
    const events = await dayJournal();
    for (let offset = events.length; offset > 0; offset -= Math.ceil(events.length / 12)) {
      for (const supply of (await supplyOf(events, offset)).supplies)
        expect(unexplained(supply), String(offset)).to.equal(0n);
    }
    const [supply] = (await supplyOf(events)).supplies;
    expect((supply?.allowed ?? 0n) > cc).to.equal(true);
    expect((supply?.rewarded ?? 0n) > 0n).to.equal(true);
    expect((supply?.allowed ?? 0n) > (supply?.rewarded ?? 0n)).to.equal(true);
  });

  it("counts by themselves coins that were made outside any choice", async () => {
    const events = await honestJournal(async (t) => {
      const { alice } = await t.parties("alice");
      const [held] = await t.active(Amulet, { party: alice });
      if (held === undefined) throw new Error("alice has no coin");
      await t.create(Amulet, held.payload, { actAs: [alice, t.dso] });
    });
    const [supply] = (await supplyOf(events)).supplies;
    expect((supply?.outside ?? 0n) > 0n).to.equal(true);
    expect(supply === undefined ? undefined : unexplained(supply)).to.equal(0n);
  });

  it("does not add up where an amount was forged", async () => {
    const events = await honestJournal();
    const forged = events.map((each) => ({
      ...each,
      event: JSON.parse(JSON.stringify(each.event).replaceAll('"87.5', '"97.5')),
    }));
    const [supply] = (await supplyOf(forged, forged.length)).supplies;
    // the coin of 97.5 was spent again, so the forged units are gone at the end
    const found = await Promise.all(
      forged.map(async ({ offset }) => (await supplyOf(forged, offset)).supplies.map(unexplained)),
    );
    expect(found.flat()).to.include(10n * cc);
    expect(supply).to.not.equal(undefined);
  });

  it("is written as a table of decimals", async () => {
    const supply = await supplyOf(await honestJournal());
    const [row = []] = supplyRows(supply, "2026-01-01T00:00:00Z");
    expect(Object.fromEntries(supplyColumns.map((name, at) => [name, row[at]]))).to.include({
      made: "101.0000000000",
      total: "101.0000000000",
      allowed_not_minted: "0.0000000000",
      instrument: "Amulet",
    });
  });
});
