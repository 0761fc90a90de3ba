import { orThrow } from "@tallystick/node";
import type { LedgerError, VettingChange } from "@tallystick/core";
import { type Either, chainFirst, left, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, type EndpointDescription, endpoint } from "../../endpoints/endpoint.js";
import {
  VettedPackages,
  defaulted,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireEmptyNamed,
  wireEnum,
  wireInstant,
  wireInt32,
  wireObject,
  wireString,
  wireUnion,
  wireWrapped,
  wirePackageId,
} from "@tallystick/wire";
import { vettingToWire } from "./vetting-answer.js";
import { referencesError } from "./vetting-references.js";
import { deserializationFailure } from "../rules/deserialization-failure.js";
import { synchronizerOfPackages } from "../rules/synchronizer-choice.js";

const references = required(
  wireArray(
    wireObject("VettedPackagesRef", {
      packageId: defaulted(wirePackageId, ""),
      packageName: defaulted(wireString, ""),
      packageVersion: defaulted(wireString, ""),
    }),
  ),
);

const Operation = wireUnion("Operation", {
  Empty: wireEmptyNamed("Empty5"),
  Unvet: wireWrapped("Unvet", wireObject("Unvet1", { packages: references })),
  Vet: wireWrapped(
    "Vet",
    wireObject("Vet1", {
      packages: references,
      newValidFromInclusive: optional(wireInstant),
      newValidUntilExclusive: optional(wireInstant),
    }),
  ),
});

const Serial = wireUnion("Serial", {
  Empty: wireEmptyNamed("Empty6"),
  NoPrior: wireEmptyNamed("NoPrior"),
  Prior: wireWrapped("Prior", wireInt32),
});

const ForceFlag = wireEnum(
  "UpdateVettedPackagesForceFlag",
  "UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED",
  "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES",
  "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES",
);

/** Request of `POST /v2/package-vetting/update` (ledger-api 2.13). */
export const UpdateVettedPackagesRequest = wireObject(
  "UpdateVettedPackagesRequest",
  {
    changes: defaulted(
      wireArray(wireObject("VettedPackagesChange", { operation: optional(Operation) })),
      [],
    ),
    dryRun: defaulted(wireBoolean, false),
    synchronizerId: defaulted(wireString, ""),
    expectedTopologySerial: optional(
      wireObject("PriorTopologySerial", { serial: optional(Serial) }),
    ),
    updateVettedPackagesForceFlags: defaulted(wireArray(ForceFlag), []),
  },
  ["changes"],
);

type UpdateVettedPackagesRequest = TypeOf<typeof UpdateVettedPackagesRequest>;

/** Answer of `POST /v2/package-vetting/update`. */
export const UpdateVettedPackagesResponse = wireObject("UpdateVettedPackagesResponse", {
  pastVettedPackages: optional(VettedPackages),
  newVettedPackages: required(VettedPackages),
});

const changesOf = ({
  changes,
}: UpdateVettedPackagesRequest): Either<LedgerError, ReadonlyArray<VettingChange>> => {
  const read: Array<VettingChange> = [];
  for (const [at, { operation }] of changes.entries()) {
    const field = `changes[${at}].operation`;
    if (operation === undefined || "Empty" in operation)
      return left(deserializationFailure(field, "operation", "missing, expected Vet or Unvet"));
    const [kind] = Object.keys(operation);
    const { packages: named } = "Vet" in operation ? operation.Vet.value : operation.Unvet.value;
    const malformed = referencesError(named, `${field}.${kind}.value.packages`);
    if (malformed !== undefined) return left(malformed);
    if ("Unvet" in operation) {
      read.push({ kind: "unvet", packages: operation.Unvet.value.packages });
      continue;
    }
    const { packages, newValidFromInclusive, newValidUntilExclusive } = operation.Vet.value;
    read.push({
      kind: "vet",
      packages,
      ...(newValidFromInclusive === undefined ? {} : { validFromInclusive: newValidFromInclusive }),
      ...(newValidUntilExclusive === undefined
        ? {}
        : { validUntilExclusive: newValidUntilExclusive }),
    });
  }
  return right(read);
};

const validSerial = ({
  expectedTopologySerial,
}: UpdateVettedPackagesRequest): Either<LedgerError, unknown> => {
  const serial = expectedTopologySerial?.serial;
  return serial === undefined || !("Prior" in serial) || serial.Prior.value > 0
    ? right(serial)
    : left(
        deserializationFailure(
          "expectedTopologySerial.serial.Prior.value",
          "expected_topology_serial",
          `found ${serial.Prior.value}, expected 1 or more`,
        ),
      );
};

/** The serial the change is based on: 0 for no prior one; absent when it is not checked. */
const serialOf = ({
  expectedTopologySerial,
}: UpdateVettedPackagesRequest): { readonly expectedSerial?: number } => {
  const serial = expectedTopologySerial?.serial;
  if (serial === undefined || "Empty" in serial) return {};
  return { expectedSerial: "Prior" in serial ? serial.Prior.value : 0 };
};

const updateAt = (
  { path, deprecated }: Pick<EndpointDescription, "path" | "deprecated">,
  description: string,
): Endpoint =>
  endpoint({
    method: "POST",
    path,
    summary: "Change which packages are vetted",
    ...(deprecated === undefined ? {} : { deprecated }),
    description,
    body: UpdateVettedPackagesRequest,
    response: UpdateVettedPackagesResponse,
    validate: ({ body }, { ledger }) =>
      pipe(
        changesOf(body),
        chainFirst(() => synchronizerOfPackages(body.synchronizerId, ledger)),
        chainFirst(() => validSerial(body)),
      ),
    rights: () => [{ kind: "participant-admin" }],
    errors: [
      "AMBIGUOUS_VETTING_REFERENCE",
      "INVALID_FIELD",
      "KNOWN_PACKAGE_VERSION",
      "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
      "PROTO_DESERIALIZATION_FAILURE",
      "TOPOLOGY_DEPENDENCIES_NOT_VETTED",
      "TOPOLOGY_SERIAL_MISMATCH",
      "UNRESOLVED_VETTING_REFERENCE",
    ],
    handle: async ({ body, valid: changes }, { ledger }) => {
      const updated = orThrow(
        await ledger.updateVetting({
          changes,
          dryRun: body.dryRun,
          ...serialOf(body),
          allowUnvettedDependencies: body.updateVettedPackagesForceFlags.includes(
            "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES",
          ),
        }),
      );
      return {
        pastVettedPackages: vettingToWire(updated.past, ledger),
        newVettedPackages: vettingToWire(updated.now, ledger),
      };
    },
  });

/** `POST /v2/package-vetting/update` (ledger-api 2.13). */
export const packageVettingUpdate = updateAt(
  { path: "/v2/package-vetting/update" },
  "Changes are applied in order. With dryRun nothing changes, and the response shows what would.",
);

/** `POST /v2/package-vetting`: the same under its older path (ledger-api 1.2). */
export const packageVettingPost = updateAt(
  { path: "/v2/package-vetting", deprecated: true },
  "The older path of POST /v2/package-vetting/update.",
);
