import { LockedAmulet, type LockedAmuletPayload } from "@tallystick/coin";
import type { Template } from "@tallystick/core";
import type { ActiveContract, ContractsView, DueOptions } from "@tallystick/wallet";
import { expect } from "chai";
import * as fc from "fast-check";
import { knownLockedDust } from "../../../src/wallet/automations/locked-dust.js";

interface Coin {
  /** The round in which it becomes dust. */
  readonly round: number;
  readonly expiresAt: number;
}

/** Locked coins by their ids, and how many were read. */
const memory = () => {
  const coins = new Map<string, Coin>();
  let reads = 0;
  const contractOf = (contractId: string, { expiresAt }: Coin) => {
    reads += 1;
    // border: only the lock is looked at
    const payload = { lock: { expiresAt } } as unknown as LockedAmuletPayload;
    return { contractId, createdAt: 0, payload };
  };
  const due = (upTo: number, limit: number, after = -1) =>
    [...coins]
      .filter(([, { round }]) => round <= upTo && round > after)
      .sort(([, a], [, b]) => a.round - b.round)
      .slice(0, limit)
      .map(([id, coin]) => contractOf(id, coin));
  const none = () => [];
  const view: ContractsView = {
    of: none,
    named: none,
    namedWithin: none,
    hasMoreThan: () => false,
    // border: whoever reads knows the template
    due: <P>(
      { name }: Template<P>,
      party: string,
      upTo: number,
      limit: number,
      { after }: DueOptions<P> = {},
    ) =>
      (name === LockedAmulet.name && party === "dso"
        ? due(upTo, limit, after)
        : []) as unknown as ReadonlyArray<ActiveContract<P>>,
    byId: <P>(_template: Template<P>, id: string) => {
      const coin = coins.get(id);
      // border: the same
      return coin && (contractOf(id, coin) as unknown as ActiveContract<P>);
    },
  };
  const find = knownLockedDust(view);
  return {
    coins,
    reads: () => reads,
    found: (upTo: number, now: number, wanted = 50, failed: ReadonlyArray<string> = []) =>
      find({
        dso: "dso",
        upTo,
        now,
        keep: ({ contractId }) => !failed.includes(contractId),
        wanted,
      }).map(({ contractId }) => contractId),
  };
};

describe("locked dust", () => {
  it("is read when its round has come and when its lock has expired, and not in between", () => {
    const it = memory();
    for (let n = 0; n < 500; n++) it.coins.set(`long-${n}`, { round: 3, expiresAt: 1_000 });
    it.coins.set("soon", { round: 3, expiresAt: 20 });
    it.coins.set("later", { round: 5, expiresAt: 10 });
    expect(it.found(2, 15)).to.deep.equal([]);
    expect(it.reads()).to.equal(0);
    expect(it.found(3, 15)).to.deep.equal([]);
    expect(it.reads()).to.equal(501);
    for (let now = 15; now < 20; now++) expect(it.found(3, now)).to.deep.equal([]);
    expect(it.reads()).to.equal(501);
    expect(it.found(3, 20)).to.deep.equal(["soon"]);
    it.coins.delete("soon");
    expect(it.found(4, 21)).to.deep.equal([]);
    expect(it.found(5, 22)).to.deep.equal(["later"]);
    expect(it.reads()).to.be.at.most(510);
  });

  it("is found again until it is gone, behind what failed, the first lock first", () => {
    const it = memory();
    for (const [id, expiresAt] of [
      ["c", 3],
      ["a", 1],
      ["b", 2],
      ["d", 9],
    ] as const)
      it.coins.set(id, { round: 1, expiresAt });
    expect(it.found(1, 5)).to.deep.equal(["a", "b", "c"]);
    expect(it.found(1, 5, 2)).to.deep.equal(["a", "b"]);
    expect(it.found(1, 5, 2, ["a"])).to.deep.equal(["b", "c"]);
    it.coins.delete("b");
    expect(it.found(1, 9)).to.deep.equal(["a", "c", "d"]);
  });

  it("is read again when rounds begin again", () => {
    const it = memory();
    it.coins.set("a", { round: 1, expiresAt: 0 });
    it.coins.set("b", { round: 9, expiresAt: 0 });
    expect(it.found(9, 1)).to.deep.equal(["a", "b"]);
    expect(it.found(5, 1)).to.deep.equal(["a"]);
    expect(it.found(9, 1)).to.deep.equal(["a", "b"]);
  });

  it("is what reading all of it finds, whatever is made and ended between rounds", () => {
    const step = fc.record({
      rounds: fc.nat(3),
      time: fc.nat(10),
      made: fc.array(fc.record({ in: fc.integer({ min: 1, max: 4 }), lock: fc.nat(30) }), {
        maxLength: 4,
      }),
      ended: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const it = memory();
        let [round, now, count] = [0, 0, 0];
        for (const { rounds, time, made, ended } of steps) {
          for (const each of made) {
            count += 1;
            // it becomes dust after the round in which it is made
            it.coins.set(`c-${count}`, { round: round + each.in, expiresAt: now + each.lock });
          }
          it.coins.delete(`c-${ended}`);
          [round, now] = [round + rounds, now + time];
          const expected = [...it.coins]
            .filter(([, coin]) => coin.round <= round && coin.expiresAt <= now)
            .map(([id]) => id);
          expect(it.found(round, now, 1_000).sort()).to.deep.equal(expected.sort());
        }
      }),
    );
  });
});
