import type { Template, PartyId } from "@tallystick/core";
import type { ActiveContract, ContractsView, Keep } from "./contracts-view.js";

/** Which contracts of a party are looked for. */
interface Search<P> {
  readonly template: Template<P>;
  readonly party: PartyId;
  readonly keep: Keep<P>;
  /** Most contracts to find. */
  readonly wanted: number;
}

/** The oldest contracts that are kept. */
export const firstOf = <P>(
  view: ContractsView,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.of(template, party, wanted, keep);

/** The contracts that are kept whose moment comes first, and is not after `upTo`. */
export const firstDue = <P>(
  view: ContractsView,
  upTo: number,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.due(template, party, upTo, wanted, { keep });

/** The contracts that are kept whose names begin with a text, in the order of their names. */
export const firstNamed = <P>(
  view: ContractsView,
  prefix: string,
  { template, party, keep, wanted }: Search<P>,
): ReadonlyArray<ActiveContract<P>> => view.namedWithin(template, party, prefix, wanted, keep);
