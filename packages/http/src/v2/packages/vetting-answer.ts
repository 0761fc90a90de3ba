import { microsToText, type VettedPackage } from "@tallystick/core";
import type { Ledger, Vetting } from "@tallystick/node";
import type { VettedPackages, VettedPackageWire } from "@tallystick/wire";
import type { TypeOf } from "io-ts";

/** A vetted package with its name and version, in answers. */
const vettedPackageToWire = (
  { packageId, validFromInclusive: from, validUntilExclusive: until }: VettedPackage,
  { catalog }: Ledger,
): TypeOf<typeof VettedPackageWire> => {
  const info = catalog.packageInfo(packageId);
  return {
    packageId,
    validFromInclusive: from === undefined ? null : microsToText(from),
    validUntilExclusive: until === undefined ? null : microsToText(until),
    ...(info === undefined ? {} : { packageName: info.name, packageVersion: info.version }),
  };
};

/** The vetting of this participant, in answers. */
export const vettingToWire = (
  { packages, serial }: Vetting,
  ledger: Ledger,
): TypeOf<typeof VettedPackages> => ({
  packages: packages.map((vetted) => vettedPackageToWire(vetted, ledger)),
  participantId: ledger.participantId,
  synchronizerId: ledger.synchronizerId,
  topologySerial: serial,
});
