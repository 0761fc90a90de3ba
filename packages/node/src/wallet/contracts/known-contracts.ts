import type { PartyId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import type { ContractsView } from "@tallystick/wallet";

/** Parties of which something is known; all of it is dropped when there are more. */
const maxParties = 100_000;

/** Views that tell whose contracts have changed. */
export type ChangingViews = ContractsView & Pick<WalletViews, "onChange">;

/** What is known of how many contracts there are. */
interface KnownCount {
  /** There are more than this. */
  more: number;
  /** There are not more than this. */
  atMost: number;
}

/**
 * Contracts of which it is known which templates a party has none of, or more than a number, until
 * the party's contracts of that template change. Most wallets have contracts of a few templates
 * only, and automations look for all templates after every change.
 */
export const knownContracts = (views: ChangingViews): ContractsView => {
  /** By party, of templates. */
  const known = new Map<PartyId, Map<string, KnownCount>>();
  views.onChange((parties, templates) => {
    for (const party of parties) {
      const counts = known.get(party);
      if (counts !== undefined) for (const template of templates) counts.delete(template);
    }
  });
  const countsOf = (party: PartyId): Map<string, KnownCount> => {
    const found = known.get(party);
    if (found !== undefined) return found;
    if (known.size >= maxParties) known.clear();
    const made = new Map<string, KnownCount>();
    known.set(party, made);
    return made;
  };
  const hasMoreThan: ContractsView["hasMoreThan"] = (count, template, party) => {
    const counts = countsOf(party);
    const { more, atMost } = counts.get(template.name) ?? { more: -1, atMost: Infinity };
    if (count <= more || count >= atMost) return count <= more;
    const has = views.hasMoreThan(count, template, party);
    counts.set(template.name, has ? { more: count, atMost } : { more, atMost: count });
    return has;
  };
  const hasNone = (template: { readonly name: string }, party: PartyId): boolean =>
    !hasMoreThan(0, template, party);
  return {
    of: (template, party, limit, keep) =>
      hasNone(template, party) ? [] : views.of(template, party, limit, keep),
    due: (template, party, upTo, limit, options) =>
      hasNone(template, party) ? [] : views.due(template, party, upTo, limit, options),
    named: (template, party, text, limit) =>
      hasNone(template, party) ? [] : views.named(template, party, text, limit),
    namedWithin: (template, party, prefix, limit, keep) =>
      hasNone(template, party) ? [] : views.namedWithin(template, party, prefix, limit, keep),
    hasMoreThan,
    byId: (template, contractId) => views.byId(template, contractId),
  };
};

/** Reads from a party's contracts of a template, and again only when they may have changed. */
export const readOnChange = <A>(
  views: Pick<ChangingViews, "onChange">,
  template: { readonly name: string },
  party: PartyId,
  read: () => A,
): (() => A) => {
  let known: { readonly value: A } | undefined;
  views.onChange((parties, templates) => {
    if (templates.has(template.name) && parties.has(party)) known = undefined;
  });
  return () => (known ??= { value: read() }).value;
};
