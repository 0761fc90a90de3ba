import {
  type LedgerError,
  type PackageInfo,
  compareVersions,
  invalidArgument,
  invalidField,
  isPackageName,
  isPartyIdString,
  missingField,
  type PartyId,
  textSentence,
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

const requirementError = (
  { packageName, parties }: VettingRequirement,
  field: string,
): LedgerError | undefined => {
  if (packageName === "") return missingField(`${field}packageName`, "a package name");
  if (!isPackageName(packageName)) {
    return invalidField(`${field}packageName`, `"${packageName.slice(0, 60)}" is no package name`, {
      sentence: textSentence("Package Name", packageName),
    });
  }
  const bad = parties.findIndex((party) => !isPartyIdString(party));
  return bad < 0
    ? undefined
    : invalidArgument(
        `found "${(parties[bad] ?? "").slice(0, 60)}", expected a party id`,
        `${field}parties[${bad}]`,
        { sentence: textSentence("Party", parties[bad] ?? "") },
      );
};

/**
 * For each requirement the highest version that is vetted at a time and whose parties are all
 * hosted here; undefined when there is none. Left MISSING_FIELD, INVALID_FIELD or INVALID_ARGUMENT
 * for a malformed requirement.
 *
 * @param at microseconds since the Unix epoch
 */
export const preferredPackages = (
  requirements: ReadonlyArray<VettingRequirement>,
  ledger: Ledger,
  at: number,
  fieldOf: (index: number) => string,
): Either<LedgerError, ReadonlyArray<TypeOf<typeof PackageReferenceWire> | undefined>> => {
  for (const [index, requirement] of requirements.entries()) {
    const error = requirementError(requirement, fieldOf(index));
    if (error !== undefined) return left(error);
  }
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
  return right(
    requirements.map(({ packageName, parties }) => {
      const found = best.get(packageName);
      return found === undefined || parties.some((party) => ledger.party(party) === undefined)
        ? undefined
        : { packageId: found.packageId, packageName, packageVersion: found.version };
    }),
  );
};
