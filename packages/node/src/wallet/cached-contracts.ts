import type { Template, PartyId } from "@tallystick/core";
import type { ContractsView } from "@tallystick/wallet";

/** Parties whose templates are cached; the cache is cleared when there are more. */
const maxParties = 100_000;

/**
 * A view that caches which templates a party has no contracts of, or more than a number, until the
 * party's contracts change.
 */
export interface CachedContracts {
  readonly view: ContractsView;
  /** To be called when contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<PartyId>) => void;
}

/**
 * A cache in front of a view. Most wallets have contracts of a few templates only, and automations
 * look for all templates at every poll: known absences are not read again.
 */
export const cachedContracts = (views: ContractsView): CachedContracts => {
  /** By party, whether there are more contracts of a template than a number. */
  const known = new Map<string, Map<string, boolean>>();
  const templatesOf = (party: PartyId): Map<string, boolean> => {
    const found = known.get(party);
    if (found !== undefined) return found;
    if (known.size >= maxParties) known.clear();
    const made = new Map<string, boolean>();
    known.set(party, made);
    return made;
  };
  const hasMoreThan = (
    count: number,
    template: { readonly name: string },
    party: PartyId,
  ): boolean => {
    const templates = templatesOf(party);
    const key = count === 0 ? template.name : `${template.name} ${count}`;
    let has = templates.get(key);
    if (has === undefined) {
      has = views.hasMoreThan(count, template, party);
      templates.set(key, has);
    }
    return has;
  };
  const hasNone = <P>(template: Template<P>, party: PartyId): boolean =>
    !hasMoreThan(0, template, party);
  return {
    view: {
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
    },
    changed: (parties) => {
      for (const party of parties) known.delete(party);
    },
  };
};
