import { expect } from "chai";
import { balanceColumns, balanceRows, balancesAt, csvText } from "../../src/travel/balances.js";
import { honestJournal, journalWith, storedAs, transferOf } from "../rules/coin-journal.js";

describe("Balances of the past", () => {
  it("are those of each moment, and together what was minted", async () => {
    const events = await honestJournal();
    const journal = await journalWith(events.map(storedAs));
    const units = async (offset: number) => {
      const { balances } = await balancesAt(journal, { offset });
      return Object.fromEntries(
        balances.map(({ party, unlocked }) => [party.slice(0, party.indexOf("::")), unlocked]),
      );
    };
    const cc = 10_000_000_000n;
    const first = transferOf(events);
    expect(await units(first.offset - 1)).to.deep.equal({ alice: 100n * cc });
    expect(await units(first.offset)).to.deep.equal({
      alice: (875n * cc) / 10n,
      bob: (125n * cc) / 10n,
    });
    expect(await units(events.length)).to.deep.equal({
      alice: (895n * cc) / 10n,
      bob: (115n * cc) / 10n,
    });
  });

  it("name the offset of the last change, and of one party alone if wanted", async () => {
    const events = await honestJournal();
    const journal = await journalWith(events.map(storedAs));
    const { balances: all } = await balancesAt(journal, { offset: events.length });
    for (const { party, lastChange, coins } of all) {
      const { balances } = await balancesAt(journal, { offset: lastChange }, party);
      const { balances: before } = await balancesAt(journal, { offset: lastChange - 1 }, party);
      expect(balances.map((each) => each.coins)).to.deep.equal([coins]);
      expect(before[0]?.unlocked).to.not.equal(balances[0]?.unlocked);
    }
  });

  it("are written as RFC 4180 has it", () => {
    const balance = { admin: "DSO::1220", unlocked: 15_000_000_000n, locked: 1n, coins: 2 };
    const balances = [{ ...balance, party: 'a,"b"', lastChange: 7 }];
    const rows = balanceRows({ offset: 9, recordTime: 0, balances }, "1970-01-01T00:00:00Z");
    expect(csvText(balanceColumns, rows).split("\r\n")[1]).to.equal(
      '9,1970-01-01T00:00:00Z,"a,""b""",DSO::1220,Amulet,1.5000000000,0.0000000001,1.5000000001,2,7',
    );
  });
});
