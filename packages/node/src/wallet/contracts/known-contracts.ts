import type { PartyId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import type { ContractsView } from "@tallystick/wallet";

/** Parties of which something is known; all of it is dropped when there are more. */
const maxParties = 100_000;

/** Views that tell whose contracts have changed. */
export type ChangingViews = ContractsView & Pick<WalletViews, "onChange">;

/**
 * Contracts of which it is known which templates a party has none of, or more than a number, until
 * the party's contracts change. Most wallets have contracts of a few templates only, and
 * automations look for all templates at every poll.
 */
export const knownContracts = (views: ChangingViews): ContractsView => {
  /** By party, whether there are more contracts of a template than a number. */
  const known = new Map<PartyId, Map<string, boolean>>();
  views.onChange((parties) => {
    for (const party of parties) known.delete(party);
  });
  const templatesOf = (party: PartyId): Map<string, boolean> => {
    const found = known.get(party);
    if (found !== undefined) return found;
    if (known.size >= maxParties) known.clear();
    const made = new Map<string, boolean>();
    known.set(party, made);
    return made;
  };
  const hasMoreThan: ContractsView["hasMoreThan"] = (count, template, party) => {
    const templates = templatesOf(party);
    const key = count === 0 ? template.name : `${template.name} ${count}`;
    const has = templates.get(key) ?? views.hasMoreThan(count, template, party);
    templates.set(key, has);
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

/** Reads from contracts of a party, and again only when they have changed. */
export const readOnChange = <A>(
  views: Pick<ChangingViews, "onChange">,
  party: PartyId,
  read: () => A,
): (() => A) => {
  let known: { readonly value: A } | undefined;
  views.onChange((parties) => {
    if (parties.has(party)) known = undefined;
  });
  return () => (known ??= { value: read() }).value;
};
