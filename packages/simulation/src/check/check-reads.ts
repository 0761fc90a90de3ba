import { isLeft } from "fp-ts/lib/Either.js";
import { journalStream, type SimWorld } from "../ledger/sim-world.js";
import {
  applyTransaction,
  fieldsOf,
  type NaiveContract,
  type NaiveLedger,
} from "../ledger/naive-ledger.js";
import { unitsIn } from "../ledger/submissions.js";

/** Compares what queries answered with the journal up to the offset they were answered at. */
export const checkReads = (world: SimWorld, naive: NaiveLedger): void => {
  // what was read may be what was lost
  const kept = keptUpTo(world);
  checkContracts(world, naive, kept);
  checkHistories(world, naive, kept);
  checkBalances(world, naive, kept);
};

/** The offset up to which no event was ever lost. */
export const keptUpTo = ({ disk }: SimWorld): number =>
  Math.min(
    ...disk.lost.filter(({ stream }) => stream === journalStream).map(({ revision }) => revision),
  );

/** The greatest offset that a node had answered before a call. */
const acknowledged = ({ answers }: SimWorld, node: number, before: number, kept: number): number =>
  answers.attempts.reduce((most, { node: by, answeredAt, answer }) => {
    if (by !== node || answeredAt >= before || answer === undefined || isLeft(answer)) return most;
    const { offset } = answer.right;
    return offset <= kept ? Math.max(most, offset) : most;
  }, 0);

const differ = (found: ReadonlyArray<string>, expected: ReadonlyArray<string>): string => {
  const extra = found.filter((each) => !expected.includes(each));
  const missing = expected.filter((each) => !found.includes(each));
  return `${found.length} found, ${expected.length} expected; extra ${extra.join()}; missing ${missing.join()}`;
};

const checkContracts = (world: SimWorld, naive: NaiveLedger, kept: number): void => {
  for (const { node, party, offset, end, calledAt, answer } of world.answers.contracts) {
    if (answer === undefined || isLeft(answer)) continue;
    const least = acknowledged(world, node, calledAt, kept);
    if (end < least) world.violated(`node ${node} was at ${end} after it had answered ${least}`);
    if (offset > kept) continue;
    const expected = naive.activeFor(party, offset);
    if (expected.join() !== answer.right.join()) {
      world.violated(
        `node ${node} says what ${party} has at ${offset}: ${differ(answer.right, expected)}`,
      );
    }
  }
};

const checkHistories = (world: SimWorld, naive: NaiveLedger, kept: number): void => {
  for (const { node, party, end, answer } of world.answers.histories) {
    if (answer === undefined || isLeft(answer) || end > kept) continue;
    const { begin } = answer.right;
    const transactions = naive
      .ofType("TransactionCommitted")
      .filter(({ offset }) => offset > begin && offset <= end)
      .filter(({ event }) => isSeen(naive, event.updateId, party))
      .map(({ offset, event }) => `${offset} ${event.updateId}`);
    if (transactions.join() !== answer.right.transactions.join()) {
      const text = differ(answer.right.transactions, transactions);
      world.violated(`node ${node} says what ${party} saw up to ${end}: ${text}`);
    }
    const completions = naive.events.flatMap(({ offset, event }) => {
      const isSubmission =
        event.type === "TransactionCommitted" || event.type === "CommandRejected";
      return isSubmission &&
        offset > begin &&
        event.actAs.includes(party) &&
        event.userId === "simulation"
        ? [`${offset} ${event.submissionId}`]
        : [];
    });
    // there may be more by the time it is answered
    const found = answer.right.completions;
    const expected = completions.slice(0, found.length);
    const isShort = completions.filter((each) => Number(each.split(" ")[0]) <= end).length;
    if (found.length >= isShort && expected.join() === found.join()) continue;
    world.violated(`node ${node} completes for ${party} at ${end}: ${differ(found, completions)}`);
  }
};

/** Whether a transaction creates or archives something of a party that lives longer than it. */
const isSeen = (naive: NaiveLedger, updateId: string, party: string): boolean => {
  const before = new Map<string, NaiveContract>();
  for (const { event } of naive.ofType("TransactionCommitted")) {
    if (event.updateId !== updateId) {
      applyTransaction(before, event);
      continue;
    }
    const after = new Map(before);
    applyTransaction(after, event);
    const sees = ({ stakeholders }: NaiveContract): boolean => stakeholders.includes(party);
    const isGone = [...before.values()].some((each) => !after.has(each.contractId) && sees(each));
    return isGone || [...after.values()].some((each) => !before.has(each.contractId) && sees(each));
  }
  return false;
};

const checkBalances = (world: SimWorld, naive: NaiveLedger, kept: number): void => {
  for (const { node, party, offset, answer } of world.answers.balances) {
    if (answer === undefined || isLeft(answer) || offset > kept) continue;
    const active = new Map<string, NaiveContract>();
    for (const { event, offset: at } of naive.ofType("TransactionCommitted"))
      if (at <= offset) applyTransaction(active, event);
    let expected = 0n;
    for (const { template, payload } of active.values()) {
      if (template !== "Splice.Amulet:Amulet" || payload["owner"] !== party) continue;
      expected += unitsIn(fieldsOf(payload["amount"] ?? null)["initialAmount"]);
    }
    if (expected !== answer.right) {
      world.violated(
        `node ${node} shows ${answer.right} units of ${party} at ${offset}, expected ${expected}`,
      );
    }
  }
};
