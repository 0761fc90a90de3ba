import type { PackageId, TemplateId } from "../values/ids.js";
import type { Either } from "fp-ts/lib/Either.js";
import type { Json } from "../values/json.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type {
  EvaluatedChoice,
  EvaluatedInstance,
  EvaluatedInterface,
  EvaluatedTemplate,
} from "../templates/evaluated.js";
import type { Interface, Links, Template } from "../templates/template.js";

/** Information on a package apart from its code. */
export interface PackageInfo {
  /**
   * SHA-256 hex of the canonical JSON of `model`, or of the archive payload of a package that came
   * as an archive.
   */
  readonly packageId: PackageId;
  readonly name: string;
  readonly version: string;
  readonly model: Json;
}

/** A value in requests and answers, by the template or interface that it belongs to. */
export interface ValuePlace {
  /** In package-id or package-name form. */
  readonly id: string;
  readonly part: "payload" | "key" | "view" | "argument" | "result";
  /** Whose argument or result it is. */
  readonly choice?: string;
}

/** The packages a ledger knows, with every template and interface in them. */
export interface Catalog {
  readonly packages: ReadonlyArray<PackageInfo>;
  /** Package info by id. */
  packageInfo(packageId: PackageId): PackageInfo | undefined;
  /**
   * Template ids (package-id form) of a filter in package-name form `#name:Module:Entity`, of all
   * versions. Left PACKAGE_NAMES_NOT_FOUND,
   * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME, or INVALID_FIELD for a package-id form
   * (ledger-api 3.4).
   */
  templatesMatching(reference: string): Either<LedgerError, ReadonlyArray<string>>;
  /**
   * Interface ids (package-id form, newest version first) for a filter in package-name form. Left
   * as above with NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.
   */
  interfacesMatching(reference: string): Either<LedgerError, ReadonlyArray<string>>;
  /**
   * Template ids (package-id form) with a version that implements an interface given in package-id
   * form.
   */
  implementers(interfaceId: string): ReadonlyArray<string>;
  /**
   * Interface ids (package-id form) a template implements in one of its versions; none for an
   * unknown template.
   */
  interfacesOf(templateId: TemplateId): ReadonlyArray<string>;
  /**
   * The id of the package whose version of a template renders its views through an interface;
   * undefined when none implements it.
   */
  viewPackage(interfaceId: string, templateId: TemplateId): string | undefined;
  /**
   * The view of a contract through an interface, in wire form; Left when the view function fails.
   */
  interfaceView(
    interfaceId: string,
    templateId: TemplateId,
    payload: Json,
  ): Either<LedgerError, Json>;
  /** The model of a value's type; undefined where none is known with code. */
  modelAt(place: ValuePlace): Json | undefined;
}

/** A template with its place in a package and all that can be exercised on it. */
export interface CompiledTemplate {
  readonly kind: "template";
  /** Package-id form. */
  readonly templateId: TemplateId;
  readonly package: PackageInfo;
  /** `Module:Entity`. */
  readonly name: string;
  readonly definition: EvaluatedTemplate;
  /**
   * True for TypeScript under the id of a package that Daml compiled: its `ensure` fails with the
   * text of Daml's exception. Code that Daml compiled throws that exception itself.
   */
  readonly mirrorsDaml: boolean;
  /** What the bodies of its choices mean, if not what they name. */
  readonly links?: Links | undefined;
  /** By name, the archive choice among them. */
  readonly choices: ReadonlyMap<string, EvaluatedChoice>;
  /** By interface id. */
  readonly instances: ReadonlyMap<string, EvaluatedInstance>;
}

/** An interface with its place in a package. */
export interface CompiledInterface {
  readonly kind: "interface";
  /** Package-id form. */
  readonly interfaceId: string;
  readonly package: PackageInfo;
  readonly name: string;
  readonly definition: EvaluatedInterface;
  readonly choices: ReadonlyMap<string, EvaluatedChoice>;
}

/** The catalogue as interpretation uses it. */
export interface CompiledCatalog extends Catalog {
  /** True when new submissions may use a package of the catalogue. */
  isUsable(packageId: PackageId): boolean;
  /** By template id in package-id form. */
  template(templateId: TemplateId): CompiledTemplate | undefined;
  /** By interface id in package-id form. */
  interface(interfaceId: string): CompiledInterface | undefined;
  /** The place of a definition; undefined when its package is not known here. */
  templateOf(definition: Template<unknown>): CompiledTemplate | undefined;
  interfaceOf(definition: Interface<unknown>): CompiledInterface | undefined;
  /**
   * What an identifier of a command means: in package-name form the preferred package of that name,
   * else the highest version. Left TEMPLATES_OR_INTERFACES_NOT_FOUND,
   * JSON_API_PACKAGE_SELECTION_FAILED, INVALID_FIELD; PACKAGE_SELECTION_FAILED for what is known
   * without code. A version with code is chosen before one without, unless the latter is preferred.
   */
  resolve(
    reference: string,
    preference: ReadonlyArray<string>,
  ): Either<LedgerError, CompiledTemplate | CompiledInterface>;
  /**
   * The version of a template that code runs with: the preferred package of its name, else the
   * template itself.
   */
  preferredVersion(
    templateId: TemplateId,
    preference: ReadonlyArray<string>,
  ): CompiledTemplate | undefined;
  /**
   * The version of a template that runs when it is used through an interface: the preferred one,
   * else the highest; undefined when that one does not implement the interface.
   */
  implementingVersion(
    templateId: TemplateId,
    interfaceId: string,
    preference: ReadonlyArray<string>,
  ): CompiledTemplate | undefined;
  /**
   * Left INVALID_ARGUMENT when a preferred package is unknown or two have one name (ledger-api
   * 3.3).
   */
  checkPreference(preference: ReadonlyArray<string>): LedgerError | undefined;
}
