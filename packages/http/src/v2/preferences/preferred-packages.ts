import { type LedgerError, ledgerError, missingField } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import { type Either, chain, left, right } from "fp-ts/lib/Either.js";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import {
  PackageReferenceWire,
  defaulted,
  optional,
  required,
  wireArray,
  wireInstant,
  wireObject,
  wireString,
  wirePartyId,
} from "@tallystick/wire";
import { type VettingRequirement, preferredPackages } from "./preferred-package.js";
import { validSynchronizer } from "../rules/synchronizer-choice.js";

/** Request of `POST /v2/interactive-submission/preferred-packages` (ledger-api 2.14). */
export const GetPreferredPackagesRequest = wireObject("GetPreferredPackagesRequest", {
  packageVettingRequirements: required(
    wireArray(
      wireObject("PackageVettingRequirement", {
        parties: required(wireArray(wirePartyId)),
        packageName: required(wireString),
      }),
    ),
  ),
  synchronizerId: defaulted(wireString, ""),
  vettingValidAt: optional(wireInstant),
});

/** Answer of `POST /v2/interactive-submission/preferred-packages`. */
export const GetPreferredPackagesResponse = wireObject("GetPreferredPackagesResponse", {
  packageReferences: required(wireArray(PackageReferenceWire)),
  synchronizerId: required(wireString),
});

const fieldOf = (index: number): string => `packageVettingRequirements[${index}].`;

const validRequirements = <R extends VettingRequirement>(
  requirements: ReadonlyArray<R>,
): Either<LedgerError, ReadonlyArray<R>> => {
  if (requirements.length === 0) {
    return left(
      missingField("packageVettingRequirements", "at least one requirement", {
        name: "package_vetting_requirements/packageVettingRequirements",
      }),
    );
  }
  const bare = requirements.findIndex(({ parties }) => parties.length === 0);
  return bare < 0
    ? right(requirements)
    : left(missingField(`${fieldOf(bare)}parties`, "at least one party"));
};

/** `POST /v2/interactive-submission/preferred-packages` (ledger-api 2.14). */
export const preferredPackagesList = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/preferred-packages",
  summary: "The packages of some names that some parties should use",
  body: GetPreferredPackagesRequest,
  response: GetPreferredPackagesResponse,
  validate: ({ body }, { ledger }) =>
    chain(() => validRequirements(body.packageVettingRequirements))(
      validSynchronizer(body.synchronizerId, ledger),
    ),
  rights: anyCaller,
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "NO_PREFERRED_PACKAGES_FOUND",
    "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
  ],
  handle: ({ body }, { ledger, config }) => {
    const { packageVettingRequirements: requirements, vettingValidAt } = body;
    const at = vettingValidAt ?? config.now() * 1000;
    const preferred = orThrow(preferredPackages(requirements, ledger, at, fieldOf));
    const found = preferred.flatMap((reference) => (reference === undefined ? [] : [reference]));
    const missing = preferred.indexOf(undefined);
    if (missing >= 0) {
      const cause = `No vetted package of the name ${requirements[missing]?.packageName} can be used by all of its parties.`;
      const field = `packageVettingRequirements[${missing}]`;
      throw new LedgerFailure(ledgerError("NO_PREFERRED_PACKAGES_FOUND", cause, { field }));
    }
    return { packageReferences: found, synchronizerId: ledger.synchronizerId };
  },
});
