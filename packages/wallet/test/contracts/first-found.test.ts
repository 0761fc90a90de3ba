import { DevelopmentFundCoupon, TransferCommandCounter } from "@tallystick/coin";
import { expect } from "chai";
import fc from "fast-check";
import { firstDue, firstNamed, firstOf } from "../../src/contracts/first-found.js";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { held, int } from "../held-contracts.js";
import { alice, bob, cc, dso } from "../wallet-ledger.js";

const coupon = (id: number, expiresAt: number) =>
  held(DevelopmentFundCoupon, `c-${id}`, {
    dso,
    beneficiary: alice,
    fundManager: bob,
    amount: cc("1"),
    expiresAt: BigInt(expiresAt),
    reason: "",
  });

describe("the contracts found first", () => {
  const cases = fc.record({
    times: fc.array(fc.nat(500), { maxLength: 700 }),
    good: fc.integer({ min: 1, max: 300 }),
    wanted: fc.integer({ min: 1, max: 60 }),
    upTo: fc.nat(600),
  });

  it("are those of all that are kept, however many are not", () => {
    fc.assert(
      fc.property(cases, ({ times, good, wanted, upTo }) => {
        const view = inMemoryContracts(times.map((at, id) => coupon(id, at)));
        const keep = ({ contractId }: { readonly contractId: string }): boolean =>
          Number(contractId.slice(2)) % good === 0;
        const search = { template: DevelopmentFundCoupon, party: dso, keep, wanted };
        const all = view.of(DevelopmentFundCoupon, dso).filter(keep);
        expect(firstOf(view, search)).to.deep.equal(all.slice(0, wanted));
        const due = view.due(DevelopmentFundCoupon, dso, upTo, 10_000).filter(keep);
        expect(firstDue(view, upTo, search)).to.deep.equal(due.slice(0, wanted));
      }),
      { numRuns: 15 },
    );
  });

  it("are those of all whose name begins with a text", () => {
    const names = fc.array(fc.stringMatching(/^[ab]{1,3}$/), { maxLength: 200 });
    fc.assert(
      fc.property(names, fc.constantFrom("", "a", "ab"), fc.nat(20), (senders, prefix, wanted) => {
        const view = inMemoryContracts(
          senders.map((sender, id) =>
            held(TransferCommandCounter, `c-${id}`, { dso, sender, nextNonce: int(id) }),
          ),
        );
        const keep = ({ payload }: { readonly payload: { readonly nextNonce: bigint } }) =>
          payload.nextNonce % 3n === 0n;
        const search = { template: TransferCommandCounter, party: dso, keep, wanted };
        const all = view.namedWithin(TransferCommandCounter, dso, prefix, 1_000).filter(keep);
        expect(firstNamed(view, prefix, search)).to.deep.equal(all.slice(0, wanted));
        expect(all).to.have.lengthOf(
          senders.filter((sender, id) => sender.startsWith(prefix) && id % 3 === 0).length,
        );
      }),
      { numRuns: 20 },
    );
  });

  it("are looked at once each, and no more than it takes", () => {
    const view = inMemoryContracts(Array.from({ length: 900 }, (_, id) => coupon(id, id)));
    const asked: Array<string> = [];
    firstOf(view, {
      template: DevelopmentFundCoupon,
      party: dso,
      keep: ({ contractId }) => {
        asked.push(contractId);
        return asked.length > 55;
      },
      wanted: 3,
    });
    expect(asked).to.have.lengthOf(58);
    expect(new Set(asked).size).to.equal(58);
  });
});
