import { type ValueError, valueError } from "./value-error.js";
import { type Either, right } from "fp-ts/lib/Either.js";
import { int32Max } from "./int64.js";

// Character classes as bits of a table: a loop over char codes beats any regular expression on
// these short texts.
const ledgerClass = 1;
const partyClass = 2;
const nameStartClass = 4;
const namePartClass = 8;
const packageIdClass = 16;
const packageNameClass = 32;
const userClass = 64;
const hexClass = 128;

const lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const charactersOfClass: ReadonlyArray<readonly [bit: number, characters: string]> = [
  [ledgerClass, `${lettersAndDigits}._:-#/ `],
  [partyClass, `${lettersAndDigits}:-_ `],
  [nameStartClass, `${lettersAndDigits.slice(0, 52)}$_`],
  [namePartClass, `${lettersAndDigits}$_`],
  [packageIdClass, `${lettersAndDigits}-_ `],
  [packageNameClass, `${lettersAndDigits}-_`],
  [userClass, `${lettersAndDigits}@^$.!\`-#+'~_|:()`],
  [hexClass, "0123456789abcdef"],
];

const classesByCode = new Uint8Array(128);
for (const [bit, characters] of charactersOfClass) {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    classesByCode[code] = (classesByCode[code] ?? 0) | bit;
  }
}

const consistsOf = (text: string, bit: number, from: number, to: number): boolean => {
  for (let i = from; i < to; i++)
    if (((classesByCode[text.charCodeAt(i)] ?? 0) & bit) === 0) return false;
  return true;
};

const isOf = (text: string, bit: number, maxLength: number): boolean =>
  text.length > 0 && text.length <= maxLength && consistsOf(text, bit, 0, text.length);

/** Longest LedgerString, party id, package name and package version (ledger-api 3.1). */
const maxTextLength = 255;
/** Longest NameString and dotted name. */
const maxNameLength = 1000;
/** Longest package id. */
const maxPackageIdLength = 64;
/** Longest user id. */
export const maxUserIdLength = 128;
/** Longest hint of a party and name of a synchronizer, the part before `::`. */
export const maxHintLength = 185;

/** LedgerString: 1 to 255 of `[a-zA-Z0-9._:\-#/ ]` (ledger-api 3.1). */
export const isLedgerString = (text: string): boolean => isOf(text, ledgerClass, maxTextLength);

/** PartyIdString: 1 to 255 of `[a-zA-Z0-9:\-_ ]` (ledger-api 3.1). */
export const isPartyIdString = (text: string): boolean => isOf(text, partyClass, maxTextLength);

/** UserIdString: 1 to 128 of ``[a-zA-Z0-9@^$.!`\-#+'~_|:()]`` (ledger-api 3.1). */
export const isUserIdString = (text: string): boolean => isOf(text, userClass, maxUserIdLength);

/**
 * PackageIdString: 1 to 64 of `[a-zA-Z0-9\-_ ]`; real ids are 64 lowercase hex digits (ledger-api
 * 3.1).
 */
export const isPackageIdString = (text: string): boolean =>
  isOf(text, packageIdClass, maxPackageIdLength);

/** PackageName: 1 to 255 of `[a-zA-Z0-9\-_]` (ledger-api 3.1). */
export const isPackageName = (text: string): boolean => isOf(text, packageNameClass, maxTextLength);

const isNamePart = (text: string, from: number, to: number): boolean =>
  to > from &&
  ((classesByCode[text.charCodeAt(from)] ?? 0) & nameStartClass) !== 0 &&
  consistsOf(text, namePartClass, from, to);

/** NameString: `[A-Za-z$_][A-Za-z0-9$_]*`, at most 1000 characters (ledger-api 3.1). */
export const isNameString = (text: string): boolean =>
  text.length <= maxNameLength && isNamePart(text, 0, text.length);

/** Dotted name: NameStrings joined by `.`, at most 1000 characters in total (ledger-api 3.1). */
export const isDottedName = (text: string): boolean => {
  if (text.length > maxNameLength) return false;
  let from = 0;
  for (;;) {
    const dot = text.indexOf(".", from);
    if (dot < 0) return isNamePart(text, from, text.length);
    if (!isNamePart(text, from, dot)) return false;
    from = dot + 1;
  }
};

const versionText = /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*))*$/;

/**
 * PackageVersion: numbers without leading zeros joined by `.`, each below 2^31, at most 255
 * characters (ledger-api 3.1).
 */
export const isPackageVersion = (text: string): boolean =>
  text.length <= maxTextLength &&
  versionText.test(text) &&
  text.split(".").every((segment) => segment.length <= 10 && Number(segment) <= int32Max);

const v1MinLength = 66;
const v1MaxLength = 254;
const v2MinLength = 26;
const v2MaxLength = 92;

/**
 * The version of a well-formed contract id, lowercase hex; undefined for anything else (ledger-api
 * 3.1).
 */
export const contractIdVersion = (text: string): 1 | 2 | undefined => {
  const { length } = text;
  const version = text.startsWith("00") ? 1 : text.startsWith("01") ? 2 : undefined;
  const fits =
    version === 1
      ? length >= v1MinLength && length <= v1MaxLength
      : length >= v2MinLength && length <= v2MaxLength;
  return fits && length % 2 === 0 && consistsOf(text, hexClass, 0, length) ? version : undefined;
};

/**
 * The version of a contract id that lacks the part which is added when its transaction is
 * committed, so that no contract has it; undefined for all others.
 */
export const unsuffixedVersion = (contractId: string): 1 | 2 | undefined => {
  const version = contractIdVersion(contractId);
  const shortest = version === 1 ? v1MinLength : v2MinLength;
  return contractId.length === shortest ? version : undefined;
};

/**
 * Contract id: V1 `00` + 32 bytes + up to 94 bytes, or V2 `01` + 12 bytes + up to 33 bytes, in
 * lowercase hex (ledger-api 3.1).
 */
export const isContractId = (text: string): boolean => contractIdVersion(text) !== undefined;

/**
 * Unique identifier `<name>::<fingerprint>`: at most 255 characters of PartyIdString, the name at
 * most 185, and `::` exactly once between two non-empty parts. Full party ids and synchronizer ids
 * have this form (ledger-api 3.1).
 */
export const isUniqueIdentifier = (text: string): boolean => {
  const at = text.indexOf("::");
  return (
    at > 0 &&
    at <= maxHintLength &&
    at + 2 < text.length &&
    // searched from the second colon on: ":::" has "::" twice
    text.indexOf("::", at + 1) < 0 &&
    isPartyIdString(text)
  );
};

/** Full party id `<hint>::<fingerprint>` (ledger-api 3.1). */
export const isFullPartyId = isUniqueIdentifier;

/** Synchronizer id `<name>::<fingerprint>` (ledger-api 3.1). */
export const isSynchronizerId = isUniqueIdentifier;

/**
 * How an identifier names its package: by id (deprecated) or by name, `#name` (specification 2.1).
 */
export interface PackageRef {
  readonly kind: "id" | "name";
  /** The package id, or the name without its `#`. */
  readonly value: string;
}

/** The parts of a template or interface identifier. */
export interface Identifier {
  readonly packageRef: PackageRef;
  readonly module: string;
  readonly entity: string;
}

const hashCode = "#".charCodeAt(0);

/**
 * Parses `<package>:<Module.Path>:<Entity>`; the package is a package id or `#` and a package name
 * (ledger-api 3.1).
 * @returns the parts, or which part is wrong and what was expected
 */
export const parseIdentifier = (text: string): Either<ValueError, Identifier> => {
  const first = text.indexOf(":");
  const second = text.indexOf(":", first + 1);
  if (first < 0 || second < 0 || text.indexOf(":", second + 1) >= 0)
    return valueError("expected the form <package>:<module>:<entity>");
  const byName = text.charCodeAt(0) === hashCode;
  const value = text.slice(byName ? 1 : 0, first);
  if (byName ? !isPackageName(value) : !isPackageIdString(value)) {
    return valueError(
      `expected ${byName ? "a package name after #" : "a package id or #package-name"}`,
    );
  }
  const module = text.slice(first + 1, second);
  if (!isDottedName(module)) return valueError("expected a module name such as Main.Sub");
  const entity = text.slice(second + 1);
  return isDottedName(entity)
    ? right({ packageRef: { kind: byName ? "name" : "id", value }, module, entity })
    : valueError("expected an entity name such as Iou");
};
