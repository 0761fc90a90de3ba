import { hash } from "node:crypto";
import { isUtf8 } from "node:buffer";
import { WireType } from "@bufbuild/protobuf/wire";
import {
  archiveModelFormat,
  isArchiveModel,
  isJsonArray,
  isJsonObject,
  isPackageIdString,
  type JsonObject,
  type LedgerError,
  type PackageInfo,
} from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { darParseError } from "./dar-error.js";
import { type DarLimits, defaultDarLimits } from "./dar-limits.js";
import { discontinuedMinors, legacyMinors, minorRank } from "./language-version.js";
import { malformed } from "./malformed.js";
import { type ModuleInfo, metadataOf, packageContents } from "./package-contents.js";
import { PackageChecker, type TableKind } from "./package-checker.js";
import { packageGrammar } from "./package-grammar.js";
import { checkDottedNames, type PackageParts, packageParts } from "./package-tables.js";
import { scanFields, type WireField } from "./wire-scan.js";
import type { Spans } from "./interned-tables.js";
import { stablePackages } from "./stable-packages.js";

/** A package as it was read from its archive. */
export interface Archive {
  /** SHA-256 of the payload, lowercase hex. */
  readonly packageId: string;
  /** The payload of the archive exactly as received. */
  readonly payload: Uint8Array;
  /** Such as `2.1`. Of a package of Daml-LF 1 only this and its id are read. */
  readonly languageVersion: string;
  readonly name: string;
  readonly version: string;
  readonly modules: ReadonlyArray<ModuleInfo>;
  /** Ids of the packages this one refers to. */
  readonly dependencies: ReadonlyArray<string>;
  readonly isUtility: boolean;
  /** True for a package that is built into every participant. */
  readonly isStable: boolean;
}

/** A package whose definitions can be decoded. */
export interface PackageSource
  extends Pick<
    Archive,
    "packageId" | "payload" | "languageVersion" | "name" | "version" | "dependencies"
  > {
  /** In the order of the archive. */
  readonly modules: ReadonlyArray<Pick<ModuleInfo, "name">>;
}

/** An archive whose package is not read: its bytes have its id. */
export type ArchiveHead = Pick<Archive, "packageId" | "payload" | "languageVersion" | "isStable">;

/** Reads an archive (`.dalf`) strictly (daml-lf A.2). Left DAR_PARSE_ERROR with the reason. */
export const readArchive = (
  bytes: Uint8Array,
  limits: DarLimits = defaultDarLimits,
): Either<LedgerError, Archive> =>
  reading(() => {
    const { packageId, payload } = partsOf(bytes);
    return payloadOf(packageId, payload, limits);
  });

/** Reads the beginning of an archive, as `readArchive` does. */
export const readArchiveHead = (bytes: Uint8Array): Either<LedgerError, ArchiveHead> =>
  reading(() => {
    const { packageId, payload } = partsOf(bytes);
    const { languageVersion } = versionOf(payload);
    return { packageId, payload, languageVersion, isStable: stablePackages.has(packageId) };
  });

/** Name and version of a package of Daml-LF 2. Left DAR_PARSE_ERROR with the reason. */
export const identityOf = (
  { payload }: ArchiveHead,
  limits: DarLimits = defaultDarLimits,
): Either<LedgerError, Pick<Archive, "name" | "version">> =>
  reading(() => {
    const { content, rank = 0, minor } = versionOf(payload);
    return metadataOf(packageParts(content, rank, minor, limits), minor);
  });

/** What reading throws, exceptions of the wire reader and of our own checks, as Left. */
const reading = <A>(read: () => A): Either<LedgerError, A> => {
  try {
    return right(read());
  } catch (thrown) {
    return left(darParseError(thrown instanceof Error ? thrown.message : String(thrown)));
  }
};

/** Reads the payload of an archive that was read before. Left DAR_PARSE_ERROR with the reason. */
export const archiveOfPayload = (
  packageId: string,
  payload: Uint8Array,
  limits: DarLimits = defaultDarLimits,
): Either<LedgerError, Archive> => reading(() => payloadOf(packageId, payload, limits));

const unknownField = (message: string, { number }: WireField): never =>
  malformed(`Message of type ${message} contains unknown field numbered ${number}`);

const utf8 = new TextDecoder();

const textOf = (bytes: Uint8Array, { start, end }: WireField): string => {
  const text = bytes.subarray(start, end);
  return isUtf8(text) ? utf8.decode(text) : malformed("a text is not UTF-8");
};

const partsOf = (bytes: Uint8Array): Pick<Archive, "packageId" | "payload"> => {
  let hashFunction = 0;
  let claimed = "";
  let payload: Uint8Array = new Uint8Array();
  scanFields(bytes, 0, bytes.length, (field) => {
    const { number, wireType } = field;
    if (number === 1 && wireType === WireType.Varint) hashFunction = field.value;
    else if (number === 3 && wireType === WireType.LengthDelimited)
      payload = bytes.subarray(field.start, field.end);
    else if (number === 4 && wireType === WireType.LengthDelimited) claimed = textOf(bytes, field);
    else unknownField("Archive", field);
  });
  if (hashFunction !== 0) malformed(`unknown hash function ${hashFunction}`);
  if (!isPackageIdString(claimed)) malformed(`invalid hash "${claimed.slice(0, 70)}"`);
  const packageId = hash("sha256", payload, "hex");
  if (packageId !== claimed)
    malformed(`Mismatching hashes! Expected ${packageId} but got ${claimed}`);
  return { packageId, payload };
};

interface VersionedContent {
  /** Such as `2.1`. */
  readonly languageVersion: string;
  readonly minor: string;
  /** Undefined for Daml-LF 1. */
  readonly rank: number | undefined;
  readonly content: Uint8Array;
}

const payloadOf = (packageId: string, payload: Uint8Array, limits: DarLimits): Archive => {
  const { languageVersion, minor, rank, content } = versionOf(payload);
  const identity = { packageId, payload, languageVersion };
  return rank === undefined
    ? { ...identity, ...nothingRead }
    : { ...identity, ...packageOf(packageId, content, rank, minor, limits) };
};

/** The version of a payload, and the package in it. Throws for one that nothing knows. */
const versionOf = (payload: Uint8Array): VersionedContent => {
  let minor = "";
  let patch = 0;
  let major = 0;
  let content: Uint8Array = new Uint8Array();
  let stray: WireField | undefined;
  scanFields(payload, 0, payload.length, (field) => {
    const { number, wireType } = field;
    if (number === 3 && wireType === WireType.LengthDelimited) {
      minor = textOf(payload, field);
    } else if (number === 5 && wireType === WireType.Varint) {
      patch = field.value;
    } else if ((number === 2 || number === 4) && wireType === WireType.LengthDelimited) {
      major = number === 2 ? 1 : 2;
      content = payload.subarray(field.start, field.end);
    } else {
      stray ??= field;
    }
  });
  if (major === 0) malformed("Unrecognized or Unsupported LF version: the payload has no package");
  if (discontinuedMinors.has(minor) && major === 2)
    malformed(`Daml-LF 2.${minor} was discontinued; compile the package for a stable version`);
  const rank = minorRank[minor];
  const isKnown = major === 1 ? legacyMinors.has(minor) : Object.hasOwn(minorRank, minor);
  if (!isKnown) malformed(`Unrecognized or Unsupported LF version ${major}.${minor.slice(0, 20)}`);
  if (stray !== undefined) unknownField("ArchivePayload", stray);
  if (patch !== 0) malformed(`the patch version ${patch} is not 0`);
  const languageVersion = `${major}.${minor}`;
  return { languageVersion, minor, rank: major === 1 ? undefined : rank, content };
};

const nothingRead = {
  name: "",
  version: "",
  modules: [],
  dependencies: [],
  isUtility: false,
  isStable: false,
};

const packageOf = (
  packageId: string,
  bytes: Uint8Array,
  rank: number,
  minor: string,
  limits: DarLimits,
): Omit<Archive, "packageId" | "payload" | "languageVersion"> => {
  const parts = packageParts(bytes, rank, minor, limits);
  parts.strings.check();
  checkDottedNames(parts);
  const referred = checkParts(parts, rank, minor, limits);
  const metadata = metadataOf(parts, minor);
  const contents = packageContents(parts, limits);
  const dependencies = [...new Set(parts.imports ?? referred)].filter((id) => id !== packageId);
  return { ...metadata, ...contents, dependencies, isStable: stablePackages.has(packageId) };
};

/**
 * Checks every message of a package; tables first, each entry against those before it. Returns the
 * ids of the packages referred to.
 */
const checkParts = (
  parts: PackageParts,
  rank: number,
  minor: string,
  { maxFields }: DarLimits,
): ReadonlyArray<string> => {
  const { bytes, strings, dottedNames, kinds, types, exprs, modules, metadata, imports } = parts;
  const limits = {
    dottedNames: dottedNames.length,
    types: types.length,
    kinds: kinds.length,
    exprs: exprs.length,
    imports: imports?.length ?? 0,
  };
  const checker = new PackageChecker(bytes, rank, minor, strings, limits, maxFields);
  checkAll(checker, "InternedDottedName", dottedNames);
  checkAll(checker, "Kind", kinds, "kinds");
  checkAll(checker, "Type", types, "types");
  checkAll(checker, "Expr", exprs, "exprs");
  checkAll(checker, "Module", modules);
  if (metadata !== undefined)
    checker.check(packageGrammar("PackageMetadata"), metadata.start, metadata.end);
  return checker.packageIds;
};

const checkAll = (
  checker: PackageChecker,
  message: string,
  spans: Spans,
  table?: TableKind,
): void => {
  const spec = packageGrammar(message);
  for (let index = 0; index < spans.length; index++) {
    const { start, end } = spans.at(index);
    if (table === undefined) checker.check(spec, start, end);
    else checker.checkEntry(spec, start, end, table, index);
  }
};

/** The content of the event of a registered package. */
export const archiveModel = ({
  languageVersion,
  modules,
  dependencies,
  isUtility,
  payload,
}: Archive): JsonObject => ({
  format: archiveModelFormat,
  languageVersion,
  modules: modules.map(({ name, templates, interfaces }) => ({
    name,
    templates: templates.map((of) => of.name),
    interfaces: interfaces.map((of) => of.name),
  })),
  dependencies,
  utility: isUtility,
  sizeBytes: payload.length,
});

/**
 * A package that was checked before, by what its registration says: reading the archive again would
 * take as long as the check. Undefined when the model is not one of an archive.
 */
export const checkedSource = (
  { packageId, name, version, model }: PackageInfo,
  payload: Uint8Array,
): PackageSource | undefined => {
  if (!isJsonObject(model) || !isArchiveModel(model)) return undefined;
  const { languageVersion, dependencies = null, modules: listed = null } = model;
  if (typeof languageVersion !== "string" || !isJsonArray(dependencies) || !isJsonArray(listed))
    return undefined;
  const ids = dependencies.filter((each) => typeof each === "string");
  const modules = listed.flatMap((each) => {
    const module = isJsonObject(each) ? each["name"] : undefined;
    return typeof module === "string" ? [{ name: module }] : [];
  });
  if (modules.length !== listed.length) return undefined;
  return { packageId, payload, languageVersion, name, version, dependencies: ids, modules };
};
