import type { PartyId } from "@tallystick/core";
import { Amulet } from "@tallystick/coin";
import { type ContractsView, crowdedOwners, hasDelegation } from "@tallystick/wallet";

/** Changed owners that are remembered; when there are more, all are looked at again. */
const maxChanged = 100_000;

/** The owners whose coins may have to be merged, kept while they stay the same. */
export interface RememberedOwners {
  /** Those of delegations to the operator who have more than so many coins. */
  readonly crowded: () => Iterable<string>;
  /** Contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<PartyId>) => void;
}

/**
 * Looks at all delegations once, and then only at owners whose contracts have changed.
 *
 * @param mergeAbove coins that an owner may have
 */
export const rememberedOwners = (
  view: ContractsView,
  operator: string,
  mergeAbove: number,
): RememberedOwners => {
  let known: Set<string> | undefined;
  const changed = new Set<string>();
  const all = (): Set<string> => {
    const found = new Set(crowdedOwners(view, operator, mergeAbove));
    changed.clear();
    return found;
  };
  return {
    crowded: () => {
      const owners = (known ??= all());
      for (const owner of changed) {
        const isCrowded =
          view.hasMoreThan(mergeAbove, Amulet, owner) && hasDelegation(view, operator, owner);
        if (isCrowded) owners.add(owner);
        else owners.delete(owner);
        // after the reading, which may throw
        changed.delete(owner);
      }
      return owners;
    },
    changed: (parties) => {
      if (known === undefined) return;
      for (const party of parties) changed.add(party);
      if (changed.size > maxChanged) known = undefined;
    },
  };
};
