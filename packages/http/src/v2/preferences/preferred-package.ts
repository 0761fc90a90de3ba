import {
  type LedgerError,
  type PackageInfo,
  compareVersions,
  invalidArgument,
  invalidField,
  isPackageName,
  isPartyIdString,
  missingField,
  packageNamesNotFound,
  type PartyId,
  textSentence,
  unknownInformees,
} from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { PackageReferenceWire } from "@tallystick/wire";

/** A package name, and the parties that all must be able to use a package of it. */
export interface VettingRequirement {
  readonly packageName: string;
  readonly parties: ReadonlyArray<PartyId>;
}

/** What a public node calls the field. */
const named = { name: "package_name/packageName" };

const requirementError = (
  { packageName, parties }: VettingRequirement,
  field: string,
): LedgerError | undefined => {
  if (packageName === "") return missingField(`${field}packageName`, "a package name", named);
  if (!isPackageName(packageName)) {
    return invalidField(`${field}packageName`, `"${packageName.slice(0, 60)}" is no package name`, {
      ...named,
      sentence: textSentence("Package Name", packageName),
    });
  }
  if (parties.length === 0) return missingField(`${field}parties`, "at least one party");
  const bad = parties.findIndex((party) => !isPartyIdString(party));
  return bad < 0
    ? undefined
    : invalidArgument(
        `found "${(parties[bad] ?? "").slice(0, 60)}", expected a party id`,
        `${field}parties[${bad}]`,
        { sentence: textSentence("Party", parties[bad] ?? "") },
      );
};

/** PACKAGE_NAMES_NOT_FOUND or UNKNOWN_INFORMEES for what is named that this node does not know. */
const unknownIn = (
  requirements: ReadonlyArray<VettingRequirement>,
  ledger: Ledger,
): LedgerError | undefined => {
  const known = new Set(ledger.catalog.packages.map(({ name }) => name));
  const names = requirements.map(({ packageName }) => packageName);
  const unknownNames = [...new Set(names)].filter((name) => !known.has(name));
  if (unknownNames.length > 0) return packageNamesNotFound(...unknownNames);
  const parties = new Set(requirements.flatMap((each) => each.parties));
  const unknown = [...parties].filter((party) => ledger.party(party) === undefined);
  return unknown.length === 0 ? undefined : unknownInformees("A requirement", unknown);
};

/** A package for each name of the requirements. */
type Preferred = ReadonlyMap<string, TypeOf<typeof PackageReferenceWire> | undefined>;

/**
 * For each name the highest version that is vetted at a time; undefined where there is none. Left
 * MISSING_FIELD, INVALID_FIELD or INVALID_ARGUMENT for a requirement against its grammar,
 * PACKAGE_NAMES_NOT_FOUND or UNKNOWN_INFORMEES for what is not known here.
 *
 * @param at microseconds since the Unix epoch
 */
export const preferredPackages = (
  requirements: ReadonlyArray<VettingRequirement>,
  ledger: Ledger,
  at: bigint,
  fieldOf: (index: number) => string,
): Either<LedgerError, Preferred> => {
  for (const [index, requirement] of requirements.entries()) {
    const error = requirementError(requirement, fieldOf(index));
    if (error !== undefined) return left(error);
  }
  const unknown = unknownIn(requirements, ledger);
  if (unknown !== undefined) return left(unknown);
  const best = new Map<string, PackageInfo>();
  for (const vetted of ledger.vetting().packages) {
    const { packageId, validFromInclusive: from, validUntilExclusive: until } = vetted;
    const info = ledger.catalog.packageInfo(packageId);
    const isValid = (from === undefined || from <= at) && (until === undefined || at < until);
    if (info === undefined || !isValid) continue;
    const other = best.get(info.name);
    if (other === undefined || compareVersions(info.version, other.version) > 0)
      best.set(info.name, info);
  }
  const preferred = requirements.map(({ packageName }) => {
    const found = best.get(packageName);
    if (found === undefined) return [packageName, undefined] as const;
    const { packageId, version: packageVersion } = found;
    return [packageName, { packageId, packageName, packageVersion }] as const;
  });
  return right(new Map(preferred));
};
