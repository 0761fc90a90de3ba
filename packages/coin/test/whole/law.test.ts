import { isShort, testSize } from "@tallystick/dev";
import fc from "fast-check";
import { expect } from "chai";
import { AmuletRules_DevNet_Tap } from "../../src/index.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../src/amulet/holding/amulet.js";
import { cc, day } from "../coin-fixture.js";
import { histories, operations } from "../law/law-history.js";
import type { LawStep } from "../law/law-operation.js";
import { attempt, counted, LawWorld, type Tally, users } from "../law/law-world.js";
import { unitsOf } from "../law/naive-model.js";
import { couponKinds } from "../law/reward-operations.js";

const runs = testSize("LAW_RUNS");
const steps = 400;

/** A world in which everyone has some coins. */
const begin = (): LawWorld => {
  const world = new LawWorld();
  const { ledger, model } = world;
  for (const user of users) {
    for (const amount of ["0.0000002000", "1.0000000000", "250.5000000000"]) {
      world.perform(
        "tap",
        "mints",
        attempt(
          true,
          () =>
            ledger.run([user], AmuletRules_DevNet_Tap, ledger.rules, {
              receiver: user,
              amount: cc(amount),
              openRound: ledger.round,
            }),
          () => model.mint(user, unitsOf(amount)),
        ),
      );
    }
  }
  return world;
};

const play = (history: ReadonlyArray<LawStep>): LawWorld => {
  const world = begin();
  for (const step of history) step.run(world);
  return world;
};

/** Whatever is locked comes back to its owner at the latest when its time is over. */
const comesBack = (world: LawWorld): void => {
  world.ledger.pass(400 * day);
  for (const [id, { owner }] of world.model.locks) {
    world.perform(
      "take back after the lock's time",
      "keeps",
      attempt(
        true,
        () => world.ledger.run([owner], LockedAmulet_OwnerExpireLockV2, id, {}),
        () => world.model.unlock(id),
      ),
    );
  }
  world.check();
  expect(world.model.locks.size).to.equal(0);
};

const noEnd = { accepted: 0, refused: 0, idle: 0 };

/** What the histories of a test have shown. */
interface Shown {
  readonly tally: Tally;
  /** Units minted for each kind of coupon. */
  readonly issued: Map<string, bigint>;
}

/** Plays so many histories. Throws where one is not lawful. */
const playMany = ({ tally, issued }: Shown): void => {
  fc.assert(
    fc.property(histories(steps), (history) => {
      const world = play(history);
      comesBack(world);
      for (const [kind, units] of world.issued) issued.set(kind, (issued.get(kind) ?? 0n) + units);
      for (const [name, { accepted, refused, idle }] of world.tally) {
        counted(tally, name, "accepted", accepted);
        counted(tally, name, "refused", refused);
        counted(tally, name, "idle", idle);
      }
    }),
    { numRuns: runs },
  );
};

/** What has not been shown yet: a law that is kept because nothing ever happens would be none. */
const notShown = ({ tally, issued }: Shown): ReadonlyArray<string> => [
  ...operations.flatMap(({ name, mustFail, isCommand }) => {
    const { accepted, refused } = tally.get(name) ?? noEnd;
    if (mustFail) return refused > 0 ? [] : [`${name} is refused`];
    return accepted > 0 || !isCommand ? [] : [`${name} is accepted`];
  }),
  ...couponKinds.flatMap((kind) =>
    (issued.get(kind) ?? 0n) > 0n ? [] : [`a coupon of kind ${kind} is minted`],
  ),
];

/**
 * Times that many histories are played until everything has been shown. One of twenty histories
 * mints coupons of a kind: of 4 times 40, one test of 600 saw none of some kind.
 */
const mostTimes = 16;

describe("the law of the coin", () => {
  it(`holds after every step of ${runs} random histories of up to ${steps} steps`, () => {
    const shown: Shown = { tally: new Map(), issued: new Map() };
    playMany(shown);
    if (!isShort()) {
      for (const [name, counts] of shown.tally)
        process.stdout.write(`      ${name}: ${JSON.stringify(counts)}\n`);
    }
    // fewer runs show too little
    if (runs < 40) return;
    for (let times = 1; times < mostTimes && notShown(shown).length > 0; times++) playMany(shown);
    expect(notShown(shown)).to.deep.equal([]);
    for (const { name, mustFail } of operations)
      if (mustFail) expect(shown.tally.get(name)?.accepted, name).to.equal(0);
  });
});
