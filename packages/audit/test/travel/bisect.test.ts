import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "../../src/log/audited-journal.js";
import { bisect } from "../../src/travel/bisect.js";
import { claimOf } from "../../src/travel/claim.js";
import { honestJournal, journalWith, storedAs } from "../rules/coin-journal.js";

const claim = (text: string) => {
  const read = claimOf(text);
  if (isLeft(read)) throw new Error(read.left.message);
  return read.right;
};

describe("Bisecting a journal", () => {
  it("finds the first offset at which a claim became false", async () => {
    const honest = await honestJournal();
    const journal = await journalWith(honest.map(storedAs));
    const sums: Array<number> = [];
    const sum = claim("sum(Splice.Amulet:Amulet, amount.initialAmount) < 100");
    const first = await bisect(journal, sum);
    expect(first.broken?.before).to.equal("0.0000000000");
    expect(Number(first.broken?.after)).to.be.at.least(100);
    const tapped = honest.find(({ offset }) => offset === first.broken?.offset);
    expect(tapped?.event.type).to.equal("TransactionCommitted");

    const seen = await bisect(journal, {
      template: "Splice.Amulet:Amulet",
      holds: (active) => {
        sums.push(active.length);
        return true;
      },
    });
    expect(seen.broken).to.equal(undefined);
    expect(seen.events).to.equal(honest.length);
    expect(seen.changes).to.equal(sums.length);
    // a tap of alice, two transfers of which the second leaves bob the rest, a tap of bob
    expect(sums).to.deep.equal([1, 2, 3, 4]);
  });

  it("refuses what is no claim", async () => {
    const journal = await journalWith([]);
    let thrown: unknown;
    try {
      await bisect(journal, Object({ template: 5 }));
    } catch (error) {
      thrown = error;
    }
    expect(String(thrown)).to.contain("claim.template");
    expect(thrown).not.to.be.instanceOf(AuditError);
  });
});
