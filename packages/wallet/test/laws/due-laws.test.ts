import { TransferOffer } from "@tallystick/coin";
import { expect } from "chai";
import fc from "fast-check";
import { firstDue, firstOf } from "../../src/contracts/first-found.js";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { countingReads, held } from "../held-contracts.js";
import { alice, bob, cc, dso, start } from "../wallet-ledger.js";

const moments = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 });
const moment = fc.integer({ min: -1, max: 41 });

const viewOf = (all: ReadonlyArray<number>) =>
  inMemoryContracts(
    all.map((moment, at) =>
      held(TransferOffer, `offer-${at}`, {
        sender: alice,
        receiver: bob,
        dso,
        amount: { amount: cc("1"), unit: "AmuletUnit" },
        description: "",
        expiresAt: BigInt(start + moment),
        trackingId: `t-${at}`,
      }),
    ),
  );

describe("laws of what is due", () => {
  it("the moments after one and up to another are those up to the other without those before", () => {
    fc.assert(
      fc.property(moments, moment, moment, (all, from, to) => {
        const view = viewOf(all);
        const due = (upTo: number, after?: number) =>
          view
            .due(TransferOffer, alice, start + upTo, 1_000, { after: after && start + after })
            .map(({ contractId }) => contractId);
        const [after, upTo] = [Math.min(from, to), Math.max(from, to)];
        if (after <= 0) return;
        expect([...due(after), ...due(upTo, after)]).to.deep.equal(due(upTo));
        expect(due(after, upTo)).to.deep.equal([]);
      }),
    );
  });

  it("the first that are kept are those of all, and each is looked at once", () => {
    const wanted = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(moments, wanted, fc.integer({ min: 1, max: 7 }), (all, count, every) => {
        const { view, count: reads } = countingReads(viewOf(all));
        const keep = ({ contractId }: { readonly contractId: string }): boolean =>
          Number(contractId.split("-")[1]) % every === 0;
        const search = { template: TransferOffer, party: bob, keep, wanted: count };
        const kept = view.of(TransferOffer, bob).filter(keep).slice(0, count);
        expect(firstOf(view, search)).to.deep.equal(kept);
        const due = view
          .due(TransferOffer, bob, start + 40, 1_000)
          .filter(keep)
          .slice(0, count);
        expect(firstDue(view, start + 40, search)).to.deep.equal(due);
        // all four readings together, each of all there are at most
        expect(reads()).to.be.at.most(4 * all.length);
      }),
    );
  });
});
