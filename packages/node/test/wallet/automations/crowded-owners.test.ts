import { Listeners } from "@tallystick/background";
import { Amulet, MergeDelegation } from "@tallystick/coin";
import { ledgerError } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import type { ContractsView } from "@tallystick/wallet";
import { expect } from "chai";
import * as fc from "fast-check";
import { knownCrowdedOwners } from "../../../src/wallet/automations/crowded-owners.js";

const operator = "operator";
const mergeAbove = 10;

/** Owners with delegations and coins, and how often they were read. */
const memory = () => {
  const coins = new Map<string, number>();
  /** The operators to whom an owner has delegated. */
  const delegations = new Map<string, ReadonlyArray<string>>();
  let reads = 0;
  let fails = false;
  const contractsOf = (owner: string): ReadonlyArray<unknown> =>
    (delegations.get(owner) ?? []).map((to) => ({
      contractId: `${owner}-${to}`,
      createdAt: 0,
      payload: { operator: to, owner },
    }));
  const counted = (found: ReadonlyArray<unknown>) => {
    if (fails) throw new ViewsUnreadable(ledgerError("SERVICE_NOT_RUNNING", "the disk"));
    reads += Math.max(1, found.length);
    // border: what is read of these is there
    return found as ReadonlyArray<never>;
  };
  const view: ContractsView = {
    of: () => counted([...delegations.keys()].flatMap(contractsOf)),
    named: ({ name }, _party, owner) =>
      counted(name === MergeDelegation.name ? contractsOf(owner) : []),
    hasMoreThan: (count, { name }, owner) => {
      counted([]);
      return name === Amulet.name && (coins.get(owner) ?? 0) > count;
    },
    due: () => [],
    namedWithin: () => [],
    byId: () => undefined,
  };
  const changes = new Listeners<[ReadonlySet<string>, ReadonlySet<string>]>();
  const owners = knownCrowdedOwners({ onChange: changes.add }, view, operator, mergeAbove);
  return {
    coins,
    delegations,
    crowded: () => [...owners()].sort(),
    changed: (...parties: ReadonlyArray<string>) =>
      changes.tell(new Set(parties), new Set([Amulet.name])),
    reads: () => reads,
    failing: (isFailing: boolean) => {
      fails = isFailing;
    },
  };
};

describe("owners whose coins may have to be merged", () => {
  it("are looked at once, and then those that have changed", () => {
    const it = memory();
    for (let n = 0; n < 1_000; n++) {
      it.delegations.set(`owner-${n}`, [operator]);
      it.coins.set(`owner-${n}`, n % 100 === 0 ? 11 : 10);
    }
    expect(it.crowded()).to.have.lengthOf(10);
    const first = it.reads();
    expect(first).to.be.at.most(2_000);
    for (let turn = 0; turn < 20; turn++) expect(it.crowded()).to.have.lengthOf(10);
    expect(it.reads()).to.equal(first);
    it.coins.set("owner-7", 12);
    it.coins.set("owner-100", 1);
    it.changed("owner-7", "owner-100", "operator", "somebody");
    expect(it.crowded()).to.include("owner-7").and.not.include("owner-100");
    expect(it.reads() - first).to.be.at.most(8);
  });

  it("are those who have delegated to the operator, since whenever", () => {
    const it = memory();
    for (const owner of ["alice", "bob", "carol"]) it.coins.set(owner, 20);
    it.delegations.set("alice", ["another"]).set("bob", ["another", operator]);
    expect(it.crowded()).to.deep.equal(["bob"]);
    it.delegations.set("carol", [operator]);
    it.changed("carol");
    expect(it.crowded()).to.deep.equal(["bob", "carol"]);
    it.delegations.delete("bob");
    it.changed("bob");
    expect(it.crowded()).to.deep.equal(["carol"]);
  });

  it("are looked at when the views can be read again", () => {
    const it = memory();
    it.delegations.set("alice", [operator]).set("bob", [operator]);
    it.coins.set("alice", 20);
    it.failing(true);
    expect(() => it.crowded()).to.throw(ViewsUnreadable);
    it.failing(false);
    expect(it.crowded()).to.deep.equal(["alice"]);
    it.coins.set("bob", 20);
    it.changed("bob");
    it.failing(true);
    expect(() => it.crowded()).to.throw(ViewsUnreadable);
    it.failing(false);
    expect(it.crowded()).to.deep.equal(["alice", "bob"]);
  });

  it("are the same as if all were looked at, after any changes", () => {
    const change = fc.record({
      owner: fc.constantFrom("a", "b", "c", "d"),
      coins: fc.integer({ min: 8, max: 13 }),
      to: fc.subarray([operator, "another"]),
      isLooked: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const it = memory();
        for (const { owner, coins, to, isLooked } of changes) {
          it.coins.set(owner, coins);
          it.delegations.set(owner, to);
          it.changed(owner);
          if (!isLooked) continue;
          const expected = ["a", "b", "c", "d"].filter(
            (each) =>
              (it.coins.get(each) ?? 0) > mergeAbove &&
              it.delegations.get(each)?.includes(operator) === true,
          );
          expect(it.crowded()).to.deep.equal(expected);
        }
      }),
    );
  });
});
