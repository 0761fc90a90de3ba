import {
  changesOf,
  type Contract,
  entriesOf,
  getIn,
  isJsonObject,
  type LedgerState,
  type PastEvent,
} from "@tallystick/core";
import type { AuditedJournal } from "../log/audited-journal.js";
import { at, coinUnits, isCoin, shownUnits } from "../rules/coin-reading.js";

export { shownUnits };
import { type Moment, stateAt } from "./state-at.js";

/** What a party had of the coin at a moment. Amounts in units of 10^-10. */
export interface PastBalance {
  readonly party: string;
  /** The operator of the coin's network, who signs every coin. */
  readonly admin: string;
  readonly unlocked: bigint;
  readonly locked: bigint;
  readonly coins: number;
  /** The last offset at which a coin of the party was created or archived. */
  readonly lastChange: number;
}

/** The balances at a moment. */
export interface PastBalances {
  readonly offset: number;
  readonly recordTime: number;
  readonly balances: ReadonlyArray<PastBalance>;
}

/** What is in an amount of coins before fees are taken: the amount with which it was created. */
const instrument = "Amulet";

const amuletOf = ({ payload, templateId }: Pick<Contract, "payload" | "templateId">) =>
  templateId.endsWith(":LockedAmulet") ? at(payload, "amulet") : payload;

const partyIn = (contract: Pick<Contract, "payload" | "templateId">, field: string): string => {
  const amulet = amuletOf(contract);
  const party = isJsonObject(amulet) ? amulet[field] : undefined;
  return typeof party === "string" ? party : "";
};

/** Balances of all parties at a moment, or of one; a party without a coin has no line. */
export const balancesAt = async (
  journal: AuditedJournal,
  moment: Moment,
  party?: string,
): Promise<PastBalances> => {
  const lastChanges = new Map<string, number>();
  const note = (event: PastEvent, before: LedgerState): void => {
    const { created, archived } = changesOf(event);
    for (const node of created)
      if (isCoin(node)) lastChanges.set(partyIn(node, "owner"), before.offset + 1);
    for (const { contractId } of archived) {
      const contract = getIn(before.contracts, contractId);
      if (contract !== undefined && isCoin(contract))
        lastChanges.set(partyIn(contract, "owner"), before.offset + 1);
    }
  };
  const { offset, recordTime, state } = await stateAt(journal, moment, note);
  return { offset, recordTime, balances: balancesOf(state, party, lastChanges) };
};

export const balancesOf = (
  state: LedgerState,
  party?: string,
  lastChanges: ReadonlyMap<string, number> = new Map(),
): ReadonlyArray<PastBalance> => {
  const balances = new Map<string, PastBalance>();
  for (const [, contract] of entriesOf(state.contracts)) {
    if (!isCoin(contract)) continue;
    const [owner, admin] = [partyIn(contract, "owner"), partyIn(contract, "dso")];
    if (party !== undefined && owner !== party) continue;
    const key = `${owner} ${admin}`;
    balances.set(key, withCoin(balances.get(key), contract, owner, admin, lastChanges));
  }
  return [...balances.values()].sort((a, b) => (a.party < b.party ? -1 : 1));
};

const withCoin = (
  before: PastBalance | undefined,
  contract: Contract,
  party: string,
  admin: string,
  lastChanges: ReadonlyMap<string, number>,
): PastBalance => {
  const units = coinUnits(contract);
  const isLocked = contract.templateId.endsWith(":LockedAmulet");
  return {
    party,
    admin,
    unlocked: (before?.unlocked ?? 0n) + (isLocked ? 0n : units),
    locked: (before?.locked ?? 0n) + (isLocked ? units : 0n),
    coins: (before?.coins ?? 0) + 1,
    lastChange: lastChanges.get(party) ?? 0,
  };
};

const csvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The columns of a table of balances. */
export const balanceColumns = [
  "offset",
  "record_time",
  "party",
  "admin",
  "instrument",
  "unlocked",
  "locked",
  "total",
  "coins",
  "last_change",
] as const;

/** The cells of a table of balances; decimals as text. */
export const balanceRows = (
  { offset, balances }: PastBalances,
  recordTime: string,
): ReadonlyArray<ReadonlyArray<string>> =>
  balances.map(({ party, admin, unlocked, locked, coins, lastChange }) => [
    String(offset),
    recordTime,
    party,
    admin,
    instrument,
    shownUnits(unlocked),
    shownUnits(locked),
    shownUnits(unlocked + locked),
    String(coins),
    String(lastChange),
  ]);

/** Rows as CSV (RFC 4180), with a head. */
export const csvText = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => [columns, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n");
