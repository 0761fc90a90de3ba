import { nextTurn, systemTimers, type Timers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Archive, readArchive } from "./archive.js";
import {
  darParseError,
  disallowedLanguageVersion,
  invalidDar,
  invalidDependencies,
  invalidZipEntry,
} from "./dar-error.js";
import { type DarLimits, defaultDarLimits } from "./dar-limits.js";
import { allowedLanguageVersions } from "./language-version.js";
import { type Manifest, manifestName, readManifest } from "./manifest.js";
import { stablePackages } from "./stable-packages.js";
import { type OpenZip, openZip } from "./zip-file.js";

/** A valid DAR. */
export interface Dar {
  readonly main: Archive;
  /** All packages, the main one first, each once. */
  readonly packages: ReadonlyArray<Archive>;
}

/**
 * Reads a DAR (daml-lf A). Never rejects. Left INVALID_DAR, INVALID_ZIP_ENTRY, ZIP_BOMB,
 * DAR_PARSE_ERROR, ALLOWED_LANGUAGE_VERSIONS, DAR_DEPENDENCIES_NOT_VALID.
 */
export const readDar = async (
  bytes: Uint8Array,
  limits: Partial<DarLimits> = {},
  timers: Timers = systemTimers,
): Promise<Either<LedgerError, Dar>> => {
  const all: DarLimits = { ...defaultDarLimits, ...limits };
  const zip = await openZip(bytes, all);
  if (isLeft(zip)) return zip;
  const manifest = await manifestOf(zip.right, all);
  if (isLeft(manifest)) return manifest;
  const archives = await archivesOf(zip.right, manifest.right, all, timers);
  if (isLeft(archives)) return archives;
  const [main] = archives.right;
  if (main === undefined) return left(invalidDar("it has no main package", zip.right.names));
  const error = languageError(archives.right) ?? dependencyError(main, archives.right);
  return error === undefined ? right({ main, packages: archives.right }) : left(error);
};

const manifestOf = async (
  zip: OpenZip,
  { maxManifestBytes, maxPackages }: DarLimits,
): Promise<Either<LedgerError, Manifest>> => {
  if (!zip.has(manifestName)) return left(invalidDar(`it has no ${manifestName}`, zip.names));
  const bytes = await zip.unpack(manifestName, maxManifestBytes);
  if (isLeft(bytes)) return bytes;
  const manifest = readManifest(new TextDecoder().decode(bytes.right));
  if (isLeft(manifest)) return left(invalidDar(manifest.left.reason, zip.names));
  const { main, dependencies } = manifest.right;
  if (dependencies.length >= maxPackages)
    return left(invalidDar(`the manifest names more than ${maxPackages} packages`, zip.names));
  const missing = [main, ...dependencies].find((name) => !zip.has(name));
  return missing === undefined ? manifest : left(invalidZipEntry(missing, zip.names));
};

/**
 * The main package, then the others in the order of the manifest; stops at the first that cannot be
 * read.
 */
const archivesOf = async (
  zip: OpenZip,
  { main, dependencies }: Manifest,
  limits: DarLimits,
  timers: Timers,
): Promise<Either<LedgerError, ReadonlyArray<Archive>>> => {
  const archives = new Map<string, Archive>();
  for (const name of [main, ...dependencies]) {
    const bytes = await zip.unpack(name, limits.maxEntryBytes);
    if (isLeft(bytes)) return bytes;
    const archive = readArchive(bytes.right, limits);
    if (isLeft(archive))
      return left(darParseError(`${name}: ${archive.left.context.reason ?? archive.left.cause}`));
    archives.set(archive.right.packageId, archive.right);
    // a package takes long: other work may run between two
    await nextTurn(timers);
  }
  return right([...archives.values()]);
};

const languageError = (archives: ReadonlyArray<Archive>): LedgerError | undefined => {
  const refused = archives.find(
    ({ isStable, languageVersion }) =>
      !isStable && !allowedLanguageVersions.includes(languageVersion),
  );
  return refused === undefined
    ? undefined
    : disallowedLanguageVersion(
        refused.packageId,
        refused.languageVersion,
        allowedLanguageVersions,
      );
};

/**
 * The packages reached from the main one must be those of the DAR, except stable ones; only older
 * DARs may contain more (daml-lf A.7).
 */
const dependencyError = (
  main: Archive,
  archives: ReadonlyArray<Archive>,
): LedgerError | undefined => {
  const byId = new Map(archives.map((archive) => [archive.packageId, archive]));
  const reached = new Set([main.packageId]);
  const missing: Array<string> = [];
  // a set also visits what is added to it during the walk
  for (const packageId of reached) {
    if (stablePackages.has(packageId)) continue;
    const archive = byId.get(packageId);
    if (archive === undefined) missing.push(packageId);
    else for (const dependency of archive.dependencies) reached.add(dependency);
  }
  const extra = archives
    .filter(({ packageId, isStable }) => !isStable && !reached.has(packageId))
    .map(({ packageId }) => packageId);
  const refusesExtra = main.languageVersion !== "2.1";
  return missing.length > 0 || (extra.length > 0 && refusesExtra)
    ? invalidDependencies(main.packageId, missing, extra)
    : undefined;
};
