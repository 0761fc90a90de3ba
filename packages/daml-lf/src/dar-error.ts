import { type LedgerError, ledgerError } from "@tallystick/core";

/** The most names of entries shown in an error. */
const maxShownNames = 20;
/** The most characters of a name or reason shown. */
const maxShownLength = 200;

const shown = (text: string): string =>
  text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}...`;

/** Some names for an error text; beyond twenty only their number is shown. */
export const shownNames = (names: ReadonlyArray<string>): string => {
  const first = names.slice(0, maxShownNames).map(shown).join(", ");
  const more = names.length - maxShownNames;
  return more > 0 ? `${first} and ${more} more` : first;
};

/**
 * INVALID_DAR: the file is not a zip, or its manifest is missing or unusable (daml-lf A.8). Clients
 * compare the text, so the reason is in the context.
 */
export const invalidDar = (reason: string, entries: ReadonlyArray<string>): LedgerError =>
  ledgerError("INVALID_DAR", "Dar file is corrupt", {
    context: { entries: shownNames(entries), throwable: shown(reason) },
  });

/** INVALID_ZIP_ENTRY: the zip lacks an entry that the manifest names. */
export const invalidZipEntry = (name: string, entries: ReadonlyArray<string>): LedgerError =>
  ledgerError(
    "INVALID_ZIP_ENTRY",
    `Dar zip file is corrupt: the manifest names ${shown(name)}, which is not in the zip file`,
    { context: { name: shown(name), entries: shownNames(entries) } },
  );

/** ZIP_BOMB: an entry, or all together, would unpack to more than allowed. */
export const zipBomb = (message: string): LedgerError =>
  ledgerError("ZIP_BOMB", `Dar zip file seems to be a zip bomb. ${shown(message)}`, {
    context: { msg: shown(message) },
  });

/** DAR_PARSE_ERROR: the zip data, an archive or a package cannot be decoded. */
export const darParseError = (reason: string): LedgerError =>
  ledgerError("DAR_PARSE_ERROR", `Failed to parse the dar file content. ${shown(reason)}`, {
    context: { reason: shown(reason) },
  });

/** ALLOWED_LANGUAGE_VERSIONS: a package is written in a version this node does not accept. */
export const disallowedLanguageVersion = (
  packageId: string,
  found: string,
  allowed: ReadonlyArray<string>,
): LedgerError => {
  const range = `List(${allowed.join(", ")})`;
  return ledgerError(
    "ALLOWED_LANGUAGE_VERSIONS",
    `Disallowed language version in package ${packageId}: Expected version range is ${range} but got ${found}`,
    { context: { packageId, languageVersion: found, allowedLanguageVersions: range } },
  );
};

/**
 * DAR_DEPENDENCIES_NOT_VALID: needed packages are missing, or there are packages that none needs.
 */
export const invalidDependencies = (
  mainPackageId: string,
  missing: ReadonlyArray<string>,
  extra: ReadonlyArray<string>,
): LedgerError =>
  ledgerError(
    "DAR_DEPENDENCIES_NOT_VALID",
    `The set of packages in the dar is not self-consistent: main package ${mainPackageId}, missing dependencies [${shownNames(missing)}], extra dependencies [${shownNames(extra)}]`,
    {
      context: {
        mainPackageId,
        missingDependencies: shownNames(missing),
        extraDependencies: shownNames(extra),
      },
    },
  );
