import { type Contract, entriesOf, getIn, type LedgerState } from "@tallystick/core";
import type { AuditedJournal } from "../log/audited-journal.js";
import { type PastBalance, balancesOf } from "./balances.js";
import { byAge, stateAt } from "./state-at.js";

/** What changed from one offset of a journal to a later one. */
export interface ChangesBetween {
  /** Contracts that were active at the first offset and are no longer. */
  readonly archived: ReadonlyArray<Contract>;
  /** Contracts that are active at the second offset and were not at the first. */
  readonly created: ReadonlyArray<Contract>;
  /** Balances that differ, each as it was and as it is; undefined where there is none. */
  readonly balances: ReadonlyArray<{
    readonly before: PastBalance | undefined;
    readonly after: PastBalance | undefined;
  }>;
}

const missingIn = (state: LedgerState, from: LedgerState): ReadonlyArray<Contract> =>
  [...entriesOf(from.contracts)]
    .filter(([contractId]) => getIn(state.contracts, contractId) === undefined)
    .map(([, contract]) => contract)
    .sort(byAge);

const ownerOf = ({ party, admin }: PastBalance): string => `${party} ${admin}`;

/**
 * What changed between two offsets of a journal.
 *
 * @throws {AuditError} see `stateAt`
 */
export const changesBetween = async (
  journal: AuditedJournal,
  from: number,
  to: number,
): Promise<ChangesBetween> => {
  const [first, second] = [
    await stateAt(journal, { offset: from }),
    await stateAt(journal, { offset: to }),
  ];
  const before = new Map(balancesOf(first.state).map((each) => [ownerOf(each), each]));
  const after = new Map(balancesOf(second.state).map((each) => [ownerOf(each), each]));
  const owners = [...new Set([...before.keys(), ...after.keys()])].sort();
  return {
    archived: missingIn(second.state, first.state),
    created: missingIn(first.state, second.state),
    balances: owners
      .map((owner) => ({ before: before.get(owner), after: after.get(owner) }))
      .filter((each) => !isSameBalance(each.before, each.after)),
  };
};

const isSameBalance = (a: PastBalance | undefined, b: PastBalance | undefined): boolean =>
  a?.unlocked === b?.unlocked && a?.locked === b?.locked && a?.coins === b?.coins;
