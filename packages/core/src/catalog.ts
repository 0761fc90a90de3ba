import type { Either } from "fp-ts/lib/Either.js";
import type { Json } from "./json.js";
import type { LedgerError } from "./ledger-error.js";

/** What is known of a package beside its code. */
export interface PackageInfo {
  /** SHA-256 hex of the canonical JSON of `model`. */
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  readonly model: Json;
}

/** The packages a ledger knows, with every template and interface in them. */
export interface Catalog {
  readonly packages: ReadonlyArray<PackageInfo>;
  /** Package info by id. */
  packageInfo(packageId: string): PackageInfo | undefined;
  /** Template ids (package-id form) that a filter in package-name form `#name:Module:Entity` stands for, all versions. Left PACKAGE_NAMES_NOT_FOUND, NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME, or INVALID_FIELD for a package-id form (ledger-api 3.4). */
  templatesMatching(reference: string): Either<LedgerError, ReadonlyArray<string>>;
  /** Interface ids (package-id form, newest version first) for a filter in package-name form. Left as above with NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME. */
  interfacesMatching(reference: string): Either<LedgerError, ReadonlyArray<string>>;
  /** Template ids (package-id form) that implement an interface given in package-id form. */
  implementers(interfaceId: string): ReadonlyArray<string>;
  /** Interface ids (package-id form) a template implements; none for an unknown template. */
  interfacesOf(templateId: string): ReadonlyArray<string>;
  /** The view of a contract through an interface, in wire form; Left when the view function fails. */
  interfaceView(interfaceId: string, templateId: string, payload: Json): Either<LedgerError, Json>;
}
