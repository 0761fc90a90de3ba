import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { byVersion, type CatalogIndex } from "./catalog-index.js";
import { type PackageRef, parseIdentifier } from "../values/grammar.js";
import { invalidField, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";

/**
 * Template ids a filter in package-name form selects, those without code included; Left as
 * ledger-api 3.4 has it.
 */
export const templatesMatching = (
  index: CatalogIndex,
  reference: string,
): Either<LedgerError, ReadonlyArray<string>> => matching(index, reference, "template");

/**
 * Interface ids a filter in package-name form selects, the newest version first; Left as
 * ledger-api 3.4 has it.
 */
export const interfacesMatching = (
  index: CatalogIndex,
  reference: string,
): Either<LedgerError, ReadonlyArray<string>> => matching(index, reference, "interface");

const idsOf = (
  index: CatalogIndex,
  reference: string,
  kind: "template" | "interface",
): ReadonlyArray<string> => {
  const compiled = (index.byName.get(reference) ?? []).flatMap((of) =>
    of.kind !== kind
      ? []
      : [{ ...of, id: of.kind === "template" ? of.templateId : of.interfaceId }],
  );
  const declared = (index.declaredByName.get(reference) ?? []).filter((of) => of.kind === kind);
  return [...compiled, ...declared].sort(byVersion).map(({ id }) => id);
};

const matching = (
  index: CatalogIndex,
  reference: string,
  kind: "template" | "interface",
): Either<LedgerError, ReadonlyArray<string>> => {
  const parsed = parseIdentifier(reference);
  if (isLeft(parsed)) return left(invalidField(`${kind}Id`, parsed.left.reason));
  const packageRef: PackageRef = parsed.right.packageRef;
  if (packageRef.kind === "id") {
    return left(
      invalidField(
        "packageId",
        `expected the package-name form #name:Module:Entity, found ${reference}`,
      ),
    );
  }
  const found = idsOf(index, reference, kind);
  if (found.length > 0) return right(found);
  if (!index.packageNames.has(packageRef.value)) {
    return left(
      ledgerError(
        "PACKAGE_NAMES_NOT_FOUND",
        `The following package names do not match upgradable packages uploaded on this participant: [${packageRef.value}].`,
      ),
    );
  }
  return left(
    kind === "template"
      ? ledgerError(
          "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
          `No package of that name has the template ${reference}.`,
        )
      : ledgerError(
          "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
          `No package of that name has the interface ${reference}.`,
        ),
  );
};
