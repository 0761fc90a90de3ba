import { compareTexts, genMap, party, record, type Static, textMap } from "@tallystick/core";
import { isSameAccount } from "../token-standard/accounts.js";
import { HoldingCids, type InstrumentId } from "../token-standard/holding-v1.js";
import { Account } from "../token-standard/holding-v2.js";

/** An account at an instrument's administrator. */
const ScopedAccount = record({ admin: party, account: Account });
type ScopedAccount = Static<typeof ScopedAccount>;

/** Holdings of each instrument, by its id. */
const HoldingsById = textMap(HoldingCids);
export type HoldingsById = Static<typeof HoldingsById>;

/** Holdings of accounts, by administrator and account. */
export const HoldingMap = record({ byAdminAndAccount: genMap(ScopedAccount, HoldingsById) });
export type HoldingMap = Static<typeof HoldingMap>;

const isSame = (a: ScopedAccount, b: ScopedAccount): boolean =>
  a.admin === b.admin && isSameAccount(a.account, b.account);

const together = (a: HoldingsById, b: HoldingsById): HoldingsById => {
  const ids = [...new Set([...a.keys(), ...b.keys()])];
  return new Map(ids.map((id) => [id, [...(a.get(id) ?? []), ...(b.get(id) ?? [])]]));
};

/** The holdings of both maps, of each instrument those of the first one first. */
export const mergedHoldings = (first: HoldingMap, second: HoldingMap): HoldingMap => {
  const all = [...first.byAdminAndAccount, ...second.byAdminAndAccount];
  const accounts = all
    .map(([account]) => account)
    .filter((each, at, list) => list.findIndex((other) => isSame(each, other)) === at);
  const none: HoldingsById = new Map();
  const entries = accounts.map((account) => {
    const own = all.filter(([each]) => isSame(each, account)).map(([, holdings]) => holdings);
    return [account, own.reduce(together, none)] as const;
  });
  const isFull = ([, holdings]: readonly [ScopedAccount, HoldingsById]): boolean =>
    [...holdings.values()].some(({ length }) => length > 0);
  return { byAdminAndAccount: entries.filter(isFull) };
};

/** What accounts have got. */
export const holdingMapOf = (
  admin: string,
  ...got: ReadonlyArray<readonly [Account, HoldingsById]>
): HoldingMap =>
  mergedHoldings(
    { byAdminAndAccount: [] },
    { byAdminAndAccount: got.map(([account, holdings]) => [{ admin, account }, holdings]) },
  );

/** Holdings taken from a map, and the rest of it. */
export interface Taken {
  readonly inputHoldingCids: ReadonlyArray<string>;
  readonly rest: HoldingMap;
}

/** All holdings of an account at an administrator, in the order of their instruments' ids. */
export const takeAll = (admin: string, account: Account, from: HoldingMap): Taken => {
  const key = { admin, account };
  const found = from.byAdminAndAccount.find(([each]) => isSame(each, key));
  if (found === undefined) return { inputHoldingCids: [], rest: from };
  const ids = [...found[1].keys()].sort(compareTexts);
  return {
    inputHoldingCids: ids.flatMap((id) => found[1].get(id) ?? []),
    rest: { byAdminAndAccount: from.byAdminAndAccount.filter((each) => each !== found) },
  };
};

/** An account's holdings of one instrument. */
export const takeOf = ({ admin, id }: InstrumentId, account: Account, from: HoldingMap): Taken => {
  const key = { admin, account };
  const found = from.byAdminAndAccount.find(([each]) => isSame(each, key));
  if (found === undefined) return { inputHoldingCids: [], rest: from };
  const others = new Map([...found[1]].filter(([each]) => each !== id));
  return {
    inputHoldingCids: found[1].get(id) ?? [],
    rest: {
      byAdminAndAccount: from.byAdminAndAccount.map((each) =>
        each === found ? [found[0], others] : each,
      ),
    },
  };
};
