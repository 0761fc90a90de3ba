import {
  type CompiledPackages,
  entriesOf,
  getIn,
  type LedgerState,
  type PackageId,
} from "@tallystick/core";

/**
 * Packages the ledger ran with before and that are not given now, while it has active contracts of
 * them: nothing could be done with these. Reads the contracts only when a package is missing.
 *
 * @returns what to do about it, naming them; undefined when there are none
 */
export const missingPackages = (
  { packages }: CompiledPackages,
  { configuration, contracts, participant }: LedgerState,
): string | undefined => {
  const given = new Set(packages.map(({ packageId }) => packageId));
  const missing = new Map<PackageId, string>();
  for (const { packageId } of configuration.packageCode) {
    const known = getIn(participant.packages, packageId);
    if (known !== undefined && !given.has(packageId))
      missing.set(packageId, `${known.name} ${known.version}`);
  }
  const live = new Set<string>();
  if (missing.size > 0) {
    for (const [, { templateId }] of entriesOf(contracts)) {
      const packageId = templateId.slice(0, templateId.indexOf(":"));
      const name = missing.get(packageId);
      if (name !== undefined && missing.delete(packageId)) live.add(name);
      if (missing.size === 0) break;
    }
  }
  return live.size === 0
    ? undefined
    : `packages: the journal has active contracts of ${[...live].toSorted().join(", ")}; add it to \`packages\`, even if a later version is there`;
};
