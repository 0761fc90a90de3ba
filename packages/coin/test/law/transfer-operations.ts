import fc from "fast-check";
import { AmuletRules_Transfer } from "../../src/index.js";
import type { TransferOutput } from "../../src/amulet/transfer/transfer-types.js";
import { cc, dso } from "../coin-fixture.js";
import {
  type Chosen,
  chosenBy,
  fromNow,
  index,
  mostInputs,
  numericOf,
  operation,
  type Operation,
  partOf,
  picks,
  pick,
  rarely,
  share,
  unlockSpent,
  user,
} from "./law-operation.js";
import { type Attempt, attempt, type LawWorld, users } from "./law-world.js";

interface Wanted {
  readonly to: string;
  readonly amount: bigint;
  readonly lock:
    | { readonly holders: ReadonlyArray<string>; readonly expiresAt: number }
    | undefined;
}

const mostOutputs = 100;

/** Carries a transfer by the rules out, with the authority of some parties. */
const transfer = (
  world: LawWorld,
  sender: string,
  chosen: Chosen,
  wanted: ReadonlyArray<Wanted>,
  actAs: ReadonlyArray<string>,
): Attempt => {
  const { ledger, model } = world;
  const needed = [sender, ...wanted.flatMap(({ to, lock }) => [to, ...(lock?.holders ?? [])])];
  const spent = wanted.reduce((sum, { amount }) => sum + amount, 0n);
  const allowed =
    world.roundIsOpen &&
    chosen.spendable &&
    spent <= chosen.sum &&
    wanted.length <= mostOutputs &&
    wanted.every(
      ({ amount, lock }) => amount > 0n && (lock?.expiresAt ?? ledger.now + 1) > ledger.now,
    ) &&
    needed.every((party) => actAs.includes(party));
  return attempt(
    allowed,
    () =>
      ledger.run(actAs, AmuletRules_Transfer, ledger.rules, {
        transfer: {
          sender,
          provider: sender,
          inputs: chosen.inputs,
          outputs: wanted.map(outputOf),
          beneficiaries: undefined,
        },
        context: ledger.context,
        expectedDso: dso,
      }),
    ({ createdAmulets }) => {
      unlockSpent(world, chosen);
      // the sender has enough for all outputs together, so the order does not matter
      for (const [at, { to, amount, lock }] of wanted.entries()) {
        model.move(sender, to, amount);
        const made = createdAmulets[at];
        if (lock === undefined || made?.tag !== "TransferResultLockedAmulet") continue;
        const holders = [...new Set(lock.holders)].filter((holder) => holder !== to).sort();
        model.lock(made.value, { owner: to, units: amount, holders, expiresAt: lock.expiresAt });
      }
    },
  );
};

const outputOf = ({ to, amount, lock }: Wanted): TransferOutput => ({
  receiver: to,
  receiverFeeRatio: cc("0"),
  amount: numericOf(amount),
  lock:
    lock === undefined
      ? undefined
      : { ...lock, expiresAt: BigInt(lock.expiresAt), optContext: undefined },
});

const byTheRules = operation({
  name: "transfer",
  weight: 10,
  data: fc.record({
    from: user,
    picks,
    outputs: fc.array(
      fc.record({
        to: user,
        part: share,
        lock: rarely(
          fc.record({
            holders: fc.array(fc.constantFrom(...users, dso), { maxLength: 3 }),
            fromNow,
          }),
          3,
        ),
      }),
      { maxLength: 4 },
    ),
    without: rarely(index),
  }),
  plan: (world, { from, picks: picked, outputs, without }) => {
    const chosen = chosenBy(world, from, picked);
    let left = chosen.sum;
    const wanted = outputs.map(({ to, part, lock }): Wanted => {
      const amount = partOf(left, part);
      left -= amount;
      return {
        to,
        amount,
        lock: lock && { holders: lock.holders, expiresAt: world.ledger.now + lock.fromNow },
      };
    });
    const all = [
      ...new Set([from, ...wanted.flatMap(({ to, lock }) => [to, ...(lock?.holders ?? [])])]),
    ];
    const missing = without === undefined || all.length < 2 ? undefined : pick(all, without);
    return transfer(
      world,
      from,
      chosen,
      wanted,
      all.filter((party) => party !== missing),
    );
  },
});

const splitWide = operation({
  name: "split into many",
  data: fc.record({ of: user, coin: index, into: fc.constantFrom(20, 99, 100, 101) }),
  plan: (world, { of, coin, into }) => {
    const chosen = chosenBy(world, of, {
      count: 1,
      from: coin,
      foreign: undefined,
      locked: false,
      twice: false,
    });
    const amount = chosen.sum / BigInt(into);
    const wanted = Array.from({ length: into }, () => ({ to: of, amount, lock: undefined }));
    return transfer(world, of, chosen, wanted, [of]);
  },
});

const mergeAll = operation({
  name: "merge many",
  weight: 3,
  data: fc.record({
    of: user,
    from: index,
    count: fc.constantFrom(mostInputs, mostInputs, 20, 101),
  }),
  plan: (world, { of, from, count }) => {
    const chosen = chosenBy(world, of, {
      count,
      from,
      foreign: undefined,
      locked: false,
      twice: false,
    });
    const wanted = [{ to: of, amount: chosen.sum, lock: undefined }];
    return chosen.coins.length === 0 ? undefined : transfer(world, of, chosen, wanted, [of]);
  },
});

/** Transfers by the rules, with everyone's agreement. */
export const transferOperations: ReadonlyArray<Operation> = [byTheRules, splitWide, mergeAll];
