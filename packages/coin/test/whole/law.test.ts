import fc from "fast-check";
import { expect } from "chai";
import { AmuletRules_DevNet_Tap } from "../../src/index.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../src/amulet/holding/amulet.js";
import { cc, day } from "../coin-fixture.js";
import { histories, operations } from "../law/law-history.js";
import type { LawStep } from "../law/law-operation.js";
import { attempt, counted, LawWorld, type Tally, users } from "../law/law-world.js";
import { unitsOf } from "../law/naive-model.js";

// TALLYSTICK_LAW_RUNS=500 npx mocha packages/coin/dist/test/law.test.js is a long run
const runs = Number(process.env["TALLYSTICK_LAW_RUNS"] ?? "40");

/** One history takes a tenth of a second; a hang differs from a slow machine well beyond that. */
const runTimeoutMs = 10_000;
const steps = 400;

/** A world in which everybody has some coins. */
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

describe("the law of the coin", () => {
  it(`holds after every step of ${runs} random histories of up to ${steps} steps`, function () {
    this.timeout(runs * runTimeoutMs);
    const tally: Tally = new Map();
    fc.assert(
      fc.property(histories(steps), (history) => {
        const world = play(history);
        comesBack(world);
        for (const [name, { accepted, refused, idle }] of world.tally) {
          counted(tally, name, "accepted", accepted);
          counted(tally, name, "refused", refused);
          counted(tally, name, "idle", idle);
        }
      }),
      { numRuns: runs },
    );
    if (process.env["TALLYSTICK_LAW_RUNS"] !== undefined) {
      for (const [name, counts] of tally)
        process.stdout.write(`      ${name}: ${JSON.stringify(counts)}\n`);
    }
    // a law that is kept because nothing ever happens would be none; fewer runs show too little
    if (runs < 40) return;

    for (const { name, mustFail } of operations) {
      const { accepted, refused, idle } = tally.get(name) ?? noEnd;
      if (mustFail) {
        expect(accepted, name).to.equal(0);
        expect(refused, name).to.be.greaterThan(0);
      } else if (accepted + refused + idle > 0) {
        expect(accepted, `${name} is accepted`).to.be.greaterThan(0);
      }
    }
  });
});
