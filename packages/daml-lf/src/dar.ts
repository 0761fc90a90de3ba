import { nextTurn, systemTimers, type Timers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import {
  type Archive,
  type ArchiveHead,
  identityOf,
  readArchive,
  readArchiveHead,
} from "./archive.js";
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

/** What a DAR says before its packages are read. */
export interface DarContents {
  readonly main: Pick<Archive, "packageId" | "name" | "version">;
  /** Ids of all packages, the main one first, each once. */
  readonly packageIds: ReadonlyArray<string>;
}

/**
 * Lists the packages of a DAR, of which only the ids are compared with the bytes: an eighth of the
 * time of reading it. Never rejects. Left as of `readDar`, without DAR_DEPENDENCIES_NOT_VALID.
 */
export const listDar = async (
  bytes: Uint8Array,
  limits: Partial<DarLimits> = {},
  timers: Timers = systemTimers,
): Promise<Either<LedgerError, DarContents>> => {
  const all: DarLimits = { ...defaultDarLimits, ...limits };
  const heads = await archivesIn(bytes, all, timers, readArchiveHead);
  if (isLeft(heads)) return heads;
  const [main] = heads.right;
  const error = languageError(heads.right);
  if (error !== undefined) return left(error);
  return map((identity: Pick<Archive, "name" | "version">) => ({
    main: { packageId: main.packageId, ...identity },
    packageIds: heads.right.map(({ packageId }) => packageId),
  }))(identityOf(main, all));
};

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
  const archives = await archivesIn(bytes, all, timers, (each) => readArchive(each, all));
  if (isLeft(archives)) return archives;
  const [main] = archives.right;
  const error = languageError(archives.right) ?? dependencyError(main, archives.right);
  return error === undefined ? right({ main, packages: archives.right }) : left(error);
};

type NonEmpty<A> = readonly [A, ...ReadonlyArray<A>];

/** The archives of a DAR as they are read, the main one first. */
const archivesIn = async <A extends Pick<Archive, "packageId">>(
  bytes: Uint8Array,
  limits: DarLimits,
  timers: Timers,
  read: (archive: Uint8Array) => Either<LedgerError, A>,
): Promise<Either<LedgerError, NonEmpty<A>>> => {
  const zip = await openZip(bytes, limits);
  if (isLeft(zip)) return zip;
  const manifest = await manifestOf(zip.right, limits);
  if (isLeft(manifest)) return manifest;
  const archives = await archivesOf(zip.right, manifest.right, limits, timers, read);
  if (isLeft(archives)) return archives;
  const [main, ...others] = archives.right;
  return main === undefined
    ? left(invalidDar("it has no main package", zip.right.names))
    : right([main, ...others]);
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
const archivesOf = async <A extends Pick<Archive, "packageId">>(
  zip: OpenZip,
  { main, dependencies }: Manifest,
  limits: DarLimits,
  timers: Timers,
  read: (archive: Uint8Array) => Either<LedgerError, A>,
): Promise<Either<LedgerError, ReadonlyArray<A>>> => {
  const archives = new Map<string, A>();
  for (const name of [main, ...dependencies]) {
    const bytes = await zip.unpack(name, limits.maxEntryBytes);
    if (isLeft(bytes)) return bytes;
    const archive = read(bytes.right);
    if (isLeft(archive))
      return left(darParseError(`${name}: ${archive.left.context.reason ?? archive.left.cause}`));
    archives.set(archive.right.packageId, archive.right);
    // a package takes long: other work may run between two
    await nextTurn(timers);
  }
  return right([...archives.values()]);
};

const languageError = (archives: ReadonlyArray<ArchiveHead>): LedgerError | undefined => {
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
