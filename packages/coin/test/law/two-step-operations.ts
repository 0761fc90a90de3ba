import fc from "fast-check";
import { contextKeys, transferInstructionV1 } from "../../src/index.js";
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
import { preapprovalsOf } from "./preapproval-operations.js";
import { attempt, type LawWorld } from "./law-world.js";

interface Instruction {
  readonly sender: string;
  readonly receiver: string;
  readonly units: bigint;
  readonly executeBefore: number;
  readonly lockId: string;
}

const instructionsOf = (world: LawWorld) => world.notesOf<Instruction>("instructions");

/** The factory: to oneself at once, over a preapproval at once, else in two steps. */
const begin = operation({
  name: "transfer by the factory",
  weight: 8,
  data: fc.record({
    from: user,
    to: user,
    by: actor,
    picks,
    part: share,
    executeIn: fromNow,
    requestedIn: fc.constantFrom(0, 0, 0, 0, -5, 1),
    preapproval: rarely(index, 3),
  }),
  plan: (
    world,
    { from, to, by = from, picks: picked, part, executeIn, requestedIn, preapproval },
  ) => {
    const { ledger, model } = world;
    const chosen = holdingsBy(world, from, picked);
    const units = partOf(chosen.sum, part);
    const executeBefore = ledger.now + executeIn;
    const known = [...preapprovalsOf(world)];
    const approved =
      preapproval === undefined
        ? undefined
        : (pick(
            known.filter(([, each]) => each.receiver === to),
            preapproval,
          ) ?? pick(known, preapproval));
    return attempt(
      by === from &&
        chosen.spendable &&
        chosen.coins.length > 0 &&
        units > 0n &&
        units <= chosen.sum &&
        executeIn > 0 &&
        requestedIn <= 0 &&
        (approved === undefined ||
          (approved[1].receiver === to && ledger.now < approved[1].expiresAt)),
      () =>
        ledger.run([by], transferInstructionV1.TransferFactory_Transfer, ledger.externalRules, {
          expectedAdmin: dso,
          transfer: ledger.transferOf(from, to, "1", {
            amount: numericOf(units),
            inputHoldingCids: chosen.contractIds,
            requestedAt: BigInt(ledger.now + requestedIn * minute),
            executeBefore: BigInt(executeBefore),
          }),
          extraArgs: ledger.extraArgs(
            approved === undefined ? {} : { [contextKeys.transferPreapproval]: approved[0] },
          ),
        }),
      ({ output }) => {
        unlockSpent(world, chosen);
        if (output.tag === "TransferInstructionResult_Completed") {
          model.move(from, to, units);
          return;
        }
        if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
        const { transferInstructionCid } = output.value;
        const [lockId = ""] = lockOf(world, transferInstructionCid);
        model.lock(lockId, { owner: from, units, holders: [dso], expiresAt: executeBefore });
        const instruction = { sender: from, receiver: to, units, executeBefore, lockId };
        instructionsOf(world).set(transferInstructionCid, instruction);
      },
    );
  },
});

const lockOf = ({ ledger }: LawWorld, contractId: string): ReadonlyArray<string> =>
  ledger.views(transferInstructionV1.TransferInstruction).get(contractId)?.transfer
    .inputHoldingCids ?? [];

const ways = {
  accept: transferInstructionV1.TransferInstruction_Accept,
  reject: transferInstructionV1.TransferInstruction_Reject,
  withdraw: transferInstructionV1.TransferInstruction_Withdraw,
} as const;

type Way = keyof typeof ways | "expire";

/** Who may end an instruction in a way. */
const rightful = (way: Way, { sender, receiver }: Instruction): string => {
  if (way === "expire") return dso;
  return way === "withdraw" ? sender : receiver;
};

const end = operation({
  name: "end a two-step transfer",
  weight: 10,
  data: fc.record({
    which: index,
    way: fc.constantFrom<Way>("accept", "accept", "accept", "reject", "withdraw", "expire"),
    by: actor,
    saysGone: rarely(fc.constant(true), 4),
  }),
  plan: (world, { which, way, by, saysGone }) => {
    const { ledger, model } = world;
    const found = pick([...instructionsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, instruction] = found;
    const { sender, receiver, units, executeBefore, lockId } = instruction;
    const acting = [by ?? rightful(way, instruction)];
    const isOver = ledger.now >= executeBefore;
    const isInTime = way === "accept" ? !isOver : way !== "expire" || isOver;
    const leavesLock = saysGone === true && way !== "accept";
    const lockAllows = leavesLock ? isOver : model.locks.has(lockId);
    const extraArgs = ledger.extraArgs(
      saysGone === true ? { [contextKeys.expireLock]: false } : {},
    );
    return attempt(
      acting[0] === rightful(way, instruction) &&
        isInTime &&
        lockAllows &&
        instructionsOf(world).has(contractId),
      () =>
        way === "expire"
          ? ledger.run(acting, transferInstructionV1.TransferInstruction_Update, contractId, {
              extraActors: [],
              extraArgs,
            })
          : ledger.run(acting, ways[way], contractId, { extraArgs }),
      () => {
        instructionsOf(world).delete(contractId);
        endedOf(world).set(contractId, instruction);
        if (!leavesLock) model.unlock(lockId);
        if (way === "accept") model.move(sender, receiver, units);
      },
    );
  },
});

const endedOf = (world: LawWorld) => world.notesOf<Instruction>("ended instructions");

const endAgain = operation({
  name: "end a two-step transfer twice",
  mustFail: true,
  data: fc.record({
    which: index,
    way: fc.constantFrom<"accept" | "reject" | "withdraw">("accept", "reject", "withdraw"),
  }),
  plan: (world, { which, way }) => {
    const found = pick([...endedOf(world)], which);
    if (found === undefined) return undefined;
    const { ledger } = world;
    return attempt(false, () =>
      ledger.run([rightful(way, found[1])], ways[way], found[0], { extraArgs: ledger.extraArgs() }),
    );
  },
});

/** Transfers that begin at the factory. */
export const twoStepOperations: ReadonlyArray<Operation> = [begin, end, endAgain];
