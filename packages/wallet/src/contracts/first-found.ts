import type { Template, PartyId } from "@tallystick/core";
import type { ActiveContract, ContractsView, Keep } from "./contracts-view.js";

/** A lookup of a party's contracts. */
interface Search<P> {
  readonly template: Template<P>;
  readonly party: PartyId;
  readonly keep: Keep<P>;
  /** The most contracts to find. */
  readonly wanted: number;
}

/** The oldest contracts that satisfy the condition. */
export const firstOf = <P>(
  view: ContractsView,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.of(template, party, wanted, keep);

/** The contracts that satisfy the condition, with the earliest moments up to `upTo`. */
export const firstDue = <P>(
  view: ContractsView,
  upTo: number,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.due(template, party, upTo, wanted, { keep });

/**
 * The contracts that satisfy the condition whose names begin with a text, in the order of names.
 */
export const firstNamed = <P>(
  view: ContractsView,
  prefix: string,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.namedWithin(template, party, prefix, wanted, keep);
