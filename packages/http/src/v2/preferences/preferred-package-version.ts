import { orThrow } from "@tallystick/node";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import {
  PackageReferenceWire,
  always,
  defaulted,
  optional,
  queryTexts,
  required,
  queryInstant,
  wireNullable,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { preferredPackages } from "./preferred-package.js";
import { synchronizerOfPreference } from "../rules/synchronizer-choice.js";

/** Answer of `GET /v2/interactive-submission/preferred-package-version` (ledger-api 2.14). */
export const GetPreferredPackageVersionResponse = wireObject("GetPreferredPackageVersionResponse", {
  packagePreference: always(
    wireNullable(
      wireObject("PackagePreference", {
        packageReference: required(PackageReferenceWire),
        synchronizerId: required(wireString),
      }),
    ),
  ),
});

/** `GET /v2/interactive-submission/preferred-package-version` (ledger-api 2.14). */
export const preferredPackageVersion = endpoint({
  method: "GET",
  path: "/v2/interactive-submission/preferred-package-version",
  summary: "Get the preferred package of a name for some parties",
  deprecated: true,
  description: "Returns the highest vetted version, or null.",
  query: wireObject("PreferredPackageVersionQuery", {
    parties: defaulted(queryTexts, []),
    "package-name": required(wireString),
    vetting_valid_at: optional(queryInstant),
    "synchronizer-id": optional(wireString),
  }),
  response: GetPreferredPackageVersionResponse,
  validate: ({ query }, { ledger }) => synchronizerOfPreference(query["synchronizer-id"], ledger),
  rights: anyCaller,
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "PACKAGE_NAMES_NOT_FOUND",
    "UNKNOWN_INFORMEES",
  ],
  handle: ({ query }, { ledger, config }) => {
    const requirement = { packageName: query["package-name"], parties: query.parties };
    const at = query.vetting_valid_at ?? BigInt(config.now() * 1000);
    const [packageReference] = orThrow(
      preferredPackages([requirement], ledger, at, () => ""),
    ).values();
    const { synchronizerId } = ledger;
    const packagePreference =
      packageReference === undefined ? null : { packageReference, synchronizerId };
    return { packagePreference };
  },
});
