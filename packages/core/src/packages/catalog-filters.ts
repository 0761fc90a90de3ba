import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { byVersion, type CatalogIndex } from "./catalog-index.js";
import { type PackageRef, parseIdentifier } from "../values/grammar.js";
import { invalidField, ledgerError, packageNamesNotFound } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { identifierFault } from "../values/text-sentence.js";

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

const partNames = {
  package: "package reference",
  module: "module_name",
  entity: "entity_name",
};

const matching = (
  index: CatalogIndex,
  reference: string,
  kind: "template" | "interface",
): Either<LedgerError, ReadonlyArray<string>> => {
  const parsed = parseIdentifier(reference);
  if (isLeft(parsed)) {
    const fault = identifierFault(reference);
    const name = partNames[fault?.part ?? "package"];
    const sentence = fault?.sentence;
    return left(invalidField(`${kind}Id`, parsed.left.reason, { name, sentence }));
  }
  const packageRef: PackageRef = parsed.right.packageRef;
  if (packageRef.kind === "id") {
    return left(
      invalidField(
        "packageId",
        `expected the package-name form #name:Module:Entity, found ${reference}`,
        {
          name: "packageId",
          sentence: `Received an identifier with package ID ${packageRef.value}, but expected a package name.`,
        },
      ),
    );
  }
  const found = idsOf(index, reference, kind);
  if (found.length > 0) return right(found);
  if (!index.packageNames.has(packageRef.value))
    return left(packageNamesNotFound(packageRef.value));
  const { module, entity } = parsed.right;
  const pair = `(${packageRef.value},${module}:${entity})`;
  return left(
    ledgerError(
      kind === "template"
        ? "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"
        : "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
      `No package of that name has the ${kind} ${reference}.`,
      {
        publicCause: `The following package-name/${kind} qualified-name pairs do not reference any ${kind}-id uploaded on this participant: [${pair}].`,
      },
    ),
  );
};
