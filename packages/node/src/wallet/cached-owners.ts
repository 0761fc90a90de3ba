import type { PartyId } from "@tallystick/core";
import { Amulet } from "@tallystick/coin";
import { type ContractsView, crowdedOwners, hasDelegation } from "@tallystick/wallet";

/** Changed owners that are tracked; when there are more, all are read again. */
const maxChanged = 100_000;

/** Caches the owners whose coins may have to be merged. */
export interface CachedOwners {
  /** Those of delegations to the operator who have more coins than the limit. */
  readonly crowded: () => Iterable<string>;
  /** To be called when contracts of these parties have changed. */
  readonly changed: (parties: ReadonlySet<PartyId>) => void;
}

/**
 * Reads all delegations once, and then only those of owners whose contracts have changed.
 *
 * @param mergeAbove coins that an owner may have
 */
export const cachedOwners = (
  view: ContractsView,
  operator: string,
  mergeAbove: number,
): CachedOwners => {
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
        // after the read, which may throw
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
