import { type LedgerError, ledgerError, missingField } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import { type Either, chainFirst, left, right } from "fp-ts/lib/Either.js";
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
import { synchronizerOfPreference } from "../rules/synchronizer-choice.js";

/** Request of `POST /v2/interactive-submission/preferred-packages` (ledger-api 2.14). */
export const GetPreferredPackagesRequest = wireObject(
  "GetPreferredPackagesRequest",
  {
    packageVettingRequirements: defaulted(
      wireArray(
        wireObject(
          "PackageVettingRequirement",
          {
            parties: defaulted(wireArray(wirePartyId), []),
            packageName: defaulted(wireString, ""),
          },
          ["parties", "packageName"],
        ),
      ),
      [],
    ),
    synchronizerId: defaulted(wireString, ""),
    vettingValidAt: optional(wireInstant),
  },
  ["packageVettingRequirements"],
);

/** Answer of `POST /v2/interactive-submission/preferred-packages`. */
export const GetPreferredPackagesResponse = wireObject("GetPreferredPackagesResponse", {
  packageReferences: required(wireArray(PackageReferenceWire)),
  synchronizerId: required(wireString),
});

const fieldOf = (index: number): string => `packageVettingRequirements[${index}].`;

const validRequirements = <R extends VettingRequirement>(
  requirements: ReadonlyArray<R>,
): Either<LedgerError, ReadonlyArray<R>> =>
  requirements.length > 0
    ? right(requirements)
    : left(
        missingField("packageVettingRequirements", "at least one requirement", {
          name: "package_vetting_requirements/packageVettingRequirements",
        }),
      );

/** `POST /v2/interactive-submission/preferred-packages` (ledger-api 2.14). */
export const preferredPackagesList = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/preferred-packages",
  summary: "Get the preferred packages of several names for some parties",
  body: GetPreferredPackagesRequest,
  response: GetPreferredPackagesResponse,
  validate: ({ body }, { ledger }) =>
    chainFirst(() => synchronizerOfPreference(body.synchronizerId, ledger))(
      validRequirements(body.packageVettingRequirements),
    ),
  rights: anyCaller,
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "NO_PREFERRED_PACKAGES_FOUND",
    "PACKAGE_NAMES_NOT_FOUND",
    "UNKNOWN_INFORMEES",
    "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
  ],
  handle: ({ body }, { ledger, config }) => {
    const { packageVettingRequirements: requirements, vettingValidAt } = body;
    const at = vettingValidAt ?? BigInt(config.now() * 1000);
    const preferred = orThrow(preferredPackages(requirements, ledger, at, fieldOf));
    const found = [];
    for (const [packageName, reference] of preferred) {
      if (reference === undefined) {
        const cause = `No package of the name ${packageName} is vetted.`;
        const missing = requirements.findIndex((each) => each.packageName === packageName);
        const field = `packageVettingRequirements[${missing}]`;
        throw new LedgerFailure(ledgerError("NO_PREFERRED_PACKAGES_FOUND", cause, { field }));
      }
      found.push(reference);
    }
    return { packageReferences: found, synchronizerId: ledger.synchronizerId };
  },
});
