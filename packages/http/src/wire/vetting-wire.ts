import { SchemaType, wire } from "@tallystick/wire";
import { timestampFromText, timestampToText, type VettedPackage } from "@tallystick/core";
import type { Ledger, Vetting } from "@tallystick/node";
import { left } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";

const { expectedProblem, optional, required, wireArray, wireInt32, wireObject, wireString } = wire;

/** An ISO-8601 time as microseconds; digits beyond the microsecond are dropped. */
export const wireInstant: SchemaType<number> = new SchemaType<number>(
  "instant",
  { type: "string", format: "date-time" },
  (u) => {
    if (typeof u !== "string") return expectedProblem("an ISO-8601 time", u);
    const micros = timestampFromText(u);
    return micros._tag === "Left" ? left({ path: [], reason: micros.left, actual: u }) : micros;
  },
);

const VettedPackageWire = wireObject("VettedPackage", {
  packageId: required(wireString),
  validFromInclusive: optional(wireString),
  validUntilExclusive: optional(wireString),
  packageName: optional(wireString),
  packageVersion: optional(wireString),
});

/** What one participant has vetted on one synchronizer (ledger-api 2.13). */
export const VettedPackages = wireObject("VettedPackages", {
  packages: required(wireArray(VettedPackageWire)),
  participantId: required(wireString),
  synchronizerId: required(wireString),
  topologySerial: required(wireInt32),
});

/** A vetted package with its name and version as answers show it. */
export const vettedPackageToWire = (
  { packageId, validFromInclusive: from, validUntilExclusive: until }: VettedPackage,
  { catalog }: Ledger,
): TypeOf<typeof VettedPackageWire> => {
  const info = catalog.packageInfo(packageId);
  return {
    packageId,
    ...(from === undefined ? {} : { validFromInclusive: timestampToText(from) }),
    ...(until === undefined ? {} : { validUntilExclusive: timestampToText(until) }),
    ...(info === undefined ? {} : { packageName: info.name, packageVersion: info.version }),
  };
};

/** The vetting of this participant as answers show it. */
export const vettingToWire = (
  { packages, serial }: Vetting,
  ledger: Ledger,
): TypeOf<typeof VettedPackages> => ({
  packages: packages.map((vetted) => vettedPackageToWire(vetted, ledger)),
  participantId: ledger.participantId,
  synchronizerId: ledger.synchronizerId,
  topologySerial: serial,
});
