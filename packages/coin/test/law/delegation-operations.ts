import fc from "fast-check";
import {
  BatchMergeUtility,
  BatchMergeUtility_BatchMerge,
  MergeDelegation,
} from "../../src/index.js";
import { BatchMergeUtility_MergeHoldings } from "../../src/delegation/batch-merge-utility.js";
import { MergeDelegation_Withdraw } from "../../src/delegation/merge-delegation.js";
import { alice, dso, validator } from "../coin-fixture.js";
import {
  actor,
  type Chosen,
  holdingsBy,
  happening,
  index,
  numericOf,
  operation,
  type Operation,
  pick,
  picks,
  rarely,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld, users } from "./law-world.js";

interface Delegated {
  readonly owner: string;
  readonly operator: string;
}

const delegationsOf = (world: LawWorld) => world.notesOf<Delegated>("merge delegations");

const delegate = happening({
  name: "delegate merging",
  weight: 2,
  data: fc.record({ owner: user, operator: fc.constantFrom(validator, alice) }),
  act: (world, { owner, operator }) => {
    const payload = { operator, owner, meta: { values: new Map<string, string>() } };
    const contractId = world.ledger.create([owner, operator], MergeDelegation, payload);
    delegationsOf(world).set(contractId, { owner, operator });
  },
});

const withdraw = operation({
  name: "withdraw a merge delegation",
  weight: 2,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by }) => {
    const found = pick([...delegationsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { owner }] = found;
    const acting = by ?? owner;
    return attempt(
      acting === owner,
      () => world.ledger.run([acting], MergeDelegation_Withdraw, contractId, {}),
      () => void delegationsOf(world).delete(contractId),
    );
  },
});

interface MergeCall {
  readonly delegationCid: string;
  readonly owner: string;
  readonly chosen: Chosen;
}

/** One merge of all chosen coins into one. */
const callOf = ({ ledger }: LawWorld, { delegationCid, owner, chosen }: MergeCall) => ({
  delegationCid,
  choiceArg: {
    optMergeTransfer: {
      factoryCid: ledger.externalRules,
      choiceArg: {
        expectedAdmin: dso,
        transfer: ledger.transferOf(owner, owner, "1", {
          amount: numericOf(chosen.sum),
          inputHoldingCids: chosen.contractIds,
        }),
        extraArgs: ledger.extraArgs(),
      },
    },
    optExtraTransfer: undefined,
    optFeaturedAppRight: undefined,
  },
});

const batch = operation({
  name: "merge a batch for others",
  weight: 6,
  data: fc.record({
    by: index,
    of: fc.array(fc.record({ which: index, picks }), { minLength: 1, maxLength: 3 }),
    foreign: rarely(index),
    newer: fc.boolean(),
  }),
  plan: (world, { by, of, foreign, newer }) => {
    const { ledger } = world;
    const operator = pick([...delegationsOf(world).values()], by)?.operator ?? validator;
    const own = [...delegationsOf(world)].filter(([, { operator: by }]) => by === operator);
    const other = foreign === undefined ? undefined : pick([...delegationsOf(world)], foreign);
    const calls = of.flatMap(({ which, picks: picked }, at): ReadonlyArray<MergeCall> => {
      const found = at === 0 && other !== undefined ? other : pick(own, which);
      if (found === undefined) return [];
      const [delegationCid, { owner }] = found;
      return [{ delegationCid, owner, chosen: holdingsBy(world, owner, picked) }];
    });
    if (calls.length === 0) return undefined;
    const spent = calls.flatMap(({ chosen }) => chosen.coins);
    const utility = ledger.create([operator], BatchMergeUtility, { operator });
    const choice = newer ? BatchMergeUtility_MergeHoldings : BatchMergeUtility_BatchMerge;
    return attempt(
      new Set(spent).size === spent.length &&
        calls.every(
          ({ delegationCid, chosen }) =>
            chosen.spendable &&
            chosen.coins.length > 1 &&
            delegationsOf(world).get(delegationCid)?.operator === operator,
        ),
      () =>
        ledger.run(
          [operator],
          choice,
          utility,
          { mergeCalls: calls.map((call) => callOf(world, call)) },
          { readAs: [dso, ...users] },
        ),
      () => {
        for (const { chosen } of calls) unlockSpent(world, chosen);
      },
    );
  },
});

/** Merging for others. */
export const delegationOperations: ReadonlyArray<Operation> = [delegate, withdraw, batch];
