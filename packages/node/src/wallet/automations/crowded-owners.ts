import type { PartyId } from "@tallystick/core";
import { Amulet, MergeDelegation } from "@tallystick/coin";
import { type ContractsView, crowdedOwners, hasDelegation } from "@tallystick/wallet";
import type { ChangingViews } from "../contracts/known-contracts.js";

/** Changed owners that are tracked; when there are more, all are read again. */
const maxChanged = 100_000;

/**
 * The owners of delegations to the operator with more coins than the limit: all delegations are
 * read once, and then only those of owners whose contracts have changed.
 *
 * @param mergeAbove coins that an owner may have
 */
export const knownCrowdedOwners = (
  views: Pick<ChangingViews, "onChange">,
  view: ContractsView,
  operator: string,
  mergeAbove: number,
): (() => Iterable<string>) => {
  let known: Set<string> | undefined;
  const changed = new Set<PartyId>();
  views.onChange((parties, templates) => {
    const isOther = !templates.has(Amulet.name) && !templates.has(MergeDelegation.name);
    if (known === undefined || isOther) return;
    for (const party of parties) changed.add(party);
    if (changed.size > maxChanged) known = undefined;
  });
  const all = (): Set<string> => {
    const found = new Set(crowdedOwners(view, operator, mergeAbove));
    changed.clear();
    return found;
  };
  return () => {
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
  };
};
