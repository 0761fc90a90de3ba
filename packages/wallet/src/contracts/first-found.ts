import type { Template } from "@tallystick/core";
import type { ActiveContract, ContractsView } from "./contracts-view.js";

/** Contracts read at first, and how many times as many when those were not enough. */
const firstRead = 50;
const growth = 8;

/**
 * The first contracts that are kept, of as many as it takes: those in front that nothing can be
 * done with never hide those behind them.
 *
 * @param read reads the first so many contracts
 * @param wanted most contracts to find
 */
const firstKept = <P>(
  read: (limit: number) => ReadonlyArray<ActiveContract<P>>,
  keep: (contract: ActiveContract<P>) => boolean,
  wanted: number,
): ReadonlyArray<ActiveContract<P>> => {
  const kept: Array<ActiveContract<P>> = [];
  let seen = 0;
  for (let limit = Math.max(firstRead, wanted); ; limit *= growth) {
    const contracts = read(limit);
    for (const contract of contracts.slice(seen)) {
      if (kept.length >= wanted) break;
      if (keep(contract)) kept.push(contract);
    }
    if (kept.length >= wanted || contracts.length < limit) return kept;
    seen = contracts.length;
  }
};

/** Which contracts of a party are looked for. */
export interface Search<P> {
  readonly template: Template<P>;
  readonly party: string;
  readonly keep: (contract: ActiveContract<P>) => boolean;
  /** Most contracts to find. */
  readonly wanted: number;
}

/** The oldest contracts that are kept. */
export const firstOf = <P>(
  view: ContractsView,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> =>
  firstKept((limit) => view.of(template, party, limit), keep, wanted);

/** The contracts that are kept whose moment comes first, and is not after `upTo`. */
export const firstDue = <P>(
  view: ContractsView,
  upTo: number,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> =>
  firstKept((limit) => view.due(template, party, upTo, limit), keep, wanted);

/** The contracts that are kept whose names begin with a text, in the order of their names. */
export const firstNamed = <P>(
  view: ContractsView,
  prefix: string,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> =>
  firstKept((limit) => view.namedWithin(template, party, prefix, limit), keep, wanted);
