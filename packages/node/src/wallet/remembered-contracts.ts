import type { Template } from "@tallystick/core";
import type { ContractsView } from "@tallystick/wallet";

/** Parties whose templates are remembered; all are forgotten when there are more. */
const maxParties = 100_000;

/** A view that remembers of what a party has nothing, until the party's contracts change. */
export interface RememberedContracts {
  readonly view: ContractsView;
  /** Contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<string>) => void;
}

/**
 * A view in front of another one. Most wallets have contracts of a few templates only, and
 * automations look for all of them at every poll: what is known not to be there is not read again.
 */
export const rememberedContracts = (views: ContractsView): RememberedContracts => {
  /** By party, whether there are contracts of a template. */
  const known = new Map<string, Map<string, boolean>>();
  const templatesOf = (party: string): Map<string, boolean> => {
    const found = known.get(party);
    if (found !== undefined) return found;
    if (known.size >= maxParties) known.clear();
    const made = new Map<string, boolean>();
    known.set(party, made);
    return made;
  };
  const hasNone = <P>(template: Template<P>, party: string): boolean => {
    const templates = templatesOf(party);
    let has = templates.get(template.name);
    if (has === undefined) {
      has = views.of(template, party, 1).length > 0;
      templates.set(template.name, has);
    }
    return !has;
  };
  return {
    view: {
      of: (template, party, limit) =>
        hasNone(template, party) ? [] : views.of(template, party, limit),
      due: (template, party, upTo, limit) =>
        hasNone(template, party) ? [] : views.due(template, party, upTo, limit),
      named: (template, party, text, limit) =>
        hasNone(template, party) ? [] : views.named(template, party, text, limit),
      namedWithin: (template, party, prefix, limit) =>
        hasNone(template, party) ? [] : views.namedWithin(template, party, prefix, limit),
      byId: (template, contractId) => views.byId(template, contractId),
    },
    changed: (parties) => {
      for (const party of parties) known.delete(party);
    },
  };
};
