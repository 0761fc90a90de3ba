import fc from "fast-check";
import {
  allocationInstructionV1,
  allocationV1,
  AmuletAllocation,
  AmuletAllocation_DsoExpire,
  coinInstrument,
  contextKeys,
} from "../../src/index.js";
import { dso, minute } from "../coin-fixture.js";
import {
  actor,
  holdingsBy,
  fromNow,
  index,
  numericOf,
  operation,
  type Operation,
  partOf,
  pick,
  picks,
  rarely,
  share,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";

interface Allocated {
  readonly sender: string;
  readonly receiver: string;
  readonly executor: string;
  readonly units: bigint;
  readonly settleBefore: number;
  readonly lockId: string;
}

const allocationsOf = (world: LawWorld) => world.notesOf<Allocated>("allocations");
const noMetadata = { values: new Map<string, string>() };

const allocate = operation({
  name: "allocate",
  weight: 4,
  data: fc.record({
    sender: user,
    receiver: user,
    executor: user,
    by: actor,
    picks,
    part: share,
    allocateIn: fromNow,
    settleAfter: fc.constantFrom(0, 1, 60, 600, -1, 130_000),
  }),
  plan: (world, { sender, receiver, executor, by = sender, picks: picked, part, ...drawn }) => {
    const { ledger, model } = world;
    const chosen = holdingsBy(world, sender, picked);
    const units = partOf(chosen.sum, part);
    const allocateBefore = ledger.now + drawn.allocateIn;
    const settleBefore = allocateBefore + drawn.settleAfter * minute;
    const allocation = {
      settlement: {
        executor,
        settlementRef: { id: "law", cid: undefined },
        requestedAt: BigInt(ledger.now),
        allocateBefore: BigInt(allocateBefore),
        settleBefore: BigInt(settleBefore),
        meta: noMetadata,
      },
      transferLegId: "leg",
      transferLeg: {
        sender,
        receiver,
        amount: numericOf(units),
        instrumentId: coinInstrument(dso),
        meta: noMetadata,
      },
    };
    return attempt(
      by === sender &&
        chosen.spendable &&
        chosen.coins.length > 0 &&
        units > 0n &&
        units <= chosen.sum &&
        drawn.allocateIn > 0 &&
        drawn.settleAfter >= 0,
      () =>
        ledger.run([by], allocationInstructionV1.AllocationFactory_Allocate, ledger.externalRules, {
          expectedAdmin: dso,
          allocation,
          requestedAt: BigInt(ledger.now),
          inputHoldingCids: chosen.contractIds,
          extraArgs: ledger.extraArgs(),
        }),
      ({ output }) => {
        if (output.tag !== "AllocationInstructionResult_Completed") throw new Error(output.tag);
        const { allocationCid } = output.value;
        const made = ledger
          .active(AmuletAllocation)
          .find((each) => each.contractId === allocationCid);
        const lockId = made?.payload.lockedAmulet ?? "";
        unlockSpent(world, chosen);
        model.lock(lockId, { owner: sender, units, holders: [dso], expiresAt: settleBefore });
        const noted = { sender, receiver, executor, units, settleBefore, lockId };
        allocationsOf(world).set(allocationCid, noted);
      },
    );
  },
});

const ways = {
  execute: allocationV1.Allocation_ExecuteTransfer,
  cancel: allocationV1.Allocation_Cancel,
  withdraw: allocationV1.Allocation_Withdraw,
} as const;

type Way = keyof typeof ways | "expire";

/** Who must act together. */
const rightful = (way: Way, { sender, receiver, executor }: Allocated): ReadonlyArray<string> => {
  if (way === "expire") return [dso];
  return way === "withdraw" ? [sender] : [...new Set([executor, sender, receiver])];
};

const end = operation({
  name: "end an allocation",
  weight: 6,
  data: fc.record({
    which: index,
    way: fc.constantFrom<Way>("execute", "execute", "cancel", "withdraw", "expire"),
    without: rarely(index, 5),
    saysGone: rarely(fc.constant(true), 4),
  }),
  plan: (world, { which, way, without, saysGone }) => {
    const { ledger, model } = world;
    const found = pick([...allocationsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, allocated] = found;
    const { sender, receiver, units, settleBefore, lockId } = allocated;
    const needed = rightful(way, allocated);
    const missing = without === undefined ? undefined : pick(needed, without);
    const acting = needed.filter((party) => party !== missing);
    if (acting.length === 0) return undefined;
    const isOver = ledger.now >= settleBefore;
    const leavesLock = saysGone === true && way !== "execute";
    const expireLock = saysGone !== true;
    const extraArgs = ledger.extraArgs(expireLock ? {} : { [contextKeys.expireLock]: false });
    return attempt<unknown>(
      missing === undefined &&
        (way === "execute" ? !isOver : way !== "expire" || isOver) &&
        (leavesLock ? isOver : model.locks.has(lockId)),
      () =>
        way === "expire"
          ? ledger.run(acting, AmuletAllocation_DsoExpire, contractId, { expireLock })
          : ledger.run(acting, ways[way], contractId, { extraArgs }),
      () => {
        allocationsOf(world).delete(contractId);
        if (!leavesLock) model.unlock(lockId);
        if (way === "execute") model.move(sender, receiver, units);
      },
    );
  },
});

/** Delivery versus payment. */
export const allocationOperations: ReadonlyArray<Operation> = [allocate, end];
