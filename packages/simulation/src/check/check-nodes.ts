import {
  changeIdOf,
  emptyLedger,
  evolve,
  getIn,
  type LedgerState,
  type PersistentMap,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Call } from "../ledger/attempts.js";
import type { OpenNode } from "../ledger/open-process.js";
import type { SimNode } from "../ledger/sim-node.js";
import type { SimUsers } from "../ledger/sim-users.js";
import type { SimWorld } from "../ledger/sim-world.js";
import type { NaiveLedger } from "../ledger/naive-ledger.js";
import { missingPackages, participantDifferences } from "./check-participant.js";

/**
 * Asks all nodes for what users can see, which is compared with the journal later, and compares the
 * states that they decide on with the fold of the journal.
 */
export const checkNodes = async (
  world: SimWorld,
  nodes: ReadonlyArray<SimNode>,
  users: SimUsers,
  parties: ReadonlyArray<string>,
): Promise<void> => {
  for (const node of nodes) {
    for (const party of parties) {
      const active = await answered(world, () => users.readActive(node, party));
      if (active !== undefined)
        world.violated(`node ${node.index} does not say what is active: ${active}`);
      const history = await answered(world, () => users.readHistory(node, party));
      if (history !== undefined)
        world.violated(`node ${node.index} does not say what was: ${history}`);
      if (world.plan.world.hasWallets) await users.readBalance(node, party);
    }
    const { open } = node;
    if (open === undefined) continue;
    for (const difference of await differencesOf(world, open))
      world.violated(`the state of node ${node.index}: ${difference}`);
    for (const missing of [
      ...missingAdministration(world, open),
      ...(await unusable(world, open, parties)),
    ])
      world.violated(`node ${node.index}: ${missing}`);
  }
};

/** What of the uploaded packages cannot be used, after some patience: archives are being read. */
const unusable = async (
  world: SimWorld,
  open: OpenNode,
  parties: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  // some may be lost
  const party = parties.find((each) => open.ledger.party(each) !== undefined);
  if (party === undefined) return [];
  for (let tries = 1; ; tries++) {
    const missing = await missingPackages(world.naive(), open, party);
    if (missing.length === 0 || tries === maxTries) return missing;
    await new Promise<void>((resume) => world.time.after(againMs, resume));
  }
};

/** Delay before a state that is being repaired is read again; milliseconds. */
const againMs = 500;

const maxTries = 20;

/** A damaged state is read again after the running append, which may have begun while slow. */
const maxStateTries = 100;

/** What the state of a node has other than the fold of the journal. */
const differencesOf = async (
  world: SimWorld,
  { readState }: OpenNode,
): Promise<ReadonlyArray<string>> => {
  for (let tries = 1; tries <= maxStateTries; tries++) {
    const read = readState((state) => stateDifferences(state, world.naive()));
    // a wallet's automations may be at work
    if (!isLeft(read) && (read.right.length === 0 || tries >= maxTries)) return read.right;
    await new Promise<void>((resume) => world.time.after(againMs, resume));
  }
  return ["it cannot be read"];
};

/** Asks until there is an answer, as views may be being rebuilt; else the last error. */
const answered = async (
  world: SimWorld,
  ask: () => Promise<Call<unknown> | undefined>,
): Promise<string | undefined> => {
  let error = "";
  for (let tries = 0; tries < maxTries; tries++) {
    const answer = (await ask())?.answer;
    if (answer !== undefined && !isLeft(answer)) return undefined;
    error = JSON.stringify(answer) ?? "no answer";
    await new Promise<void>((resume) => world.time.after(againMs, resume));
  }
  return error;
};

/** What a state has other than the fold of its journal. */
const stateDifferences = (state: LedgerState, naive: NaiveLedger): ReadonlyArray<string> => {
  let folded = emptyLedger();
  for (const { event } of naive.events) folded = evolve(folded, event);
  const found: Array<string> = [];
  const same = (what: string, a: unknown, b: unknown): void => {
    if (a !== b) found.push(`${what} is ${String(a)}, expected ${String(b)}`);
  };
  same("the offset", state.offset, folded.offset);
  same("the record time", state.recordTime, folded.recordTime);
  same("the number of contracts", state.contracts.size, folded.contracts.size);
  same("what is forgotten", state.deduplication.prunedOffset, folded.deduplication.prunedOffset);
  same("the number of keys", state.keys.size, folded.keys.size);
  const inBoth = <A>(what: string, map: (of: LedgerState) => PersistentMap<A>, key: string): void =>
    same(`${what} ${key}`, shown(getIn(map(state), key)), shown(getIn(map(folded), key)));
  for (const { event } of naive.events) {
    if (event.type !== "TransactionCommitted") continue;
    const changeId = changeIdOf(event);
    same(
      `the acceptance of ${changeId}`,
      acceptance(state, changeId),
      acceptance(folded, changeId),
    );
    for (const { contractId } of event.nodes)
      inBoth("the contract", ({ contracts }) => contracts, contractId);
  }
  found.push(...participantDifferences(state.participant, folded.participant));
  return found.slice(0, maxDifferences);
};

/** The acceptance of a change id, unless it is forgotten. */
const acceptance = (
  { deduplication: { accepted, prunedOffset } }: LedgerState,
  changeId: string,
): string | undefined => {
  const found = getIn(accepted, changeId);
  return found !== undefined && found.offset > prunedOffset ? shown(found) : undefined;
};

/** Differences of one state that are said. */
const maxDifferences = 3;

/** A value as text, with its fields in the order of their names. */
const shown = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "bigint") return each.toString();
    const isRecord = typeof each === "object" && each !== null && !Array.isArray(each);
    return isRecord
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  });

/** Users and parties that were made, and are not there. */
const missingAdministration = (
  { answers, disk }: SimWorld,
  { ledger }: OpenNode,
): ReadonlyArray<string> => {
  // what was made may be what was lost
  if (disk.lost.length > 0) return [];
  return answers.changes.flatMap(({ what, name, answer }) => {
    if (answer === undefined || isLeft(answer)) return [];
    switch (what) {
      case "user":
      case "member": {
        return ledger.user(name) === undefined ? [`the user ${name} is missing`] : [];
      }
      case "party": {
        const found = ledger.parties({ after: "", limit: 1, prefix: answer.right });
        return found.length === 0 ? [`the party ${name} is missing`] : [];
      }
      case "grant": {
        const rights = ledger.userRights(name);
        const has =
          !isLeft(rights) &&
          rights.right.some((right) => right.kind === "CanActAs" && right.party === answer.right);
        return has ? [] : [`the user ${name} lost a right`];
      }
      default:
        // compared with the fold of the journal
        return [];
    }
  });
};
