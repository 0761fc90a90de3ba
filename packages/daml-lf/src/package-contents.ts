import { WireType } from "@bufbuild/protobuf/wire";
import { isPackageName, isPackageVersion } from "@tallystick/core";
import type { DarLimits } from "./dar-limits.js";
import type { Span } from "./interned-tables.js";
import { malformed } from "./malformed.js";
import { dottedName, type PackageParts } from "./package-tables.js";
import { numberIn, numbersIn, scanFields, type WireField } from "./wire-scan.js";

/** A choice of a template or interface. */
export interface ChoiceInfo {
  readonly name: string;
  readonly consuming: boolean;
}

/** A template by name; its full name is `<module>:<name>`. */
export interface TemplateInfo {
  readonly name: string;
  readonly choices: ReadonlyArray<ChoiceInfo>;
  readonly hasKey: boolean;
}

/** An interface by name. */
export interface InterfaceInfo {
  readonly name: string;
  readonly choices: ReadonlyArray<ChoiceInfo>;
}

/** A module of a package. */
export interface ModuleInfo {
  readonly name: string;
  readonly templates: ReadonlyArray<TemplateInfo>;
  readonly interfaces: ReadonlyArray<InterfaceInfo>;
}

interface PackageContents {
  readonly modules: ReadonlyArray<ModuleInfo>;
  /** True when no module has a template, an interface or a serializable data type (daml-lf A.6). */
  readonly isUtility: boolean;
}

/** Name and version of a package. Throws when they are missing or malformed. */
export const metadataOf = (
  { bytes, strings, metadata }: PackageParts,
  minor: string,
): { readonly name: string; readonly version: string } => {
  if (metadata === undefined)
    return malformed(`Package.metadata is required in Daml-LF 2.${minor}`);
  const name = strings.text(numberIn(bytes, metadata.start, metadata.end, 1));
  const version = strings.text(numberIn(bytes, metadata.start, metadata.end, 2));
  if (!isPackageName(name)) malformed(`invalid package name "${name.slice(0, 60)}"`);
  if (!isPackageVersion(version)) malformed(`invalid package version "${version.slice(0, 60)}"`);
  return { name, version };
};

/**
 * Reads the names a checked package declares. Throws when one is a duplicate, or a module lacks its
 * flags.
 */
export const packageContents = (
  parts: PackageParts,
  { maxDefinitions }: DarLimits,
): PackageContents => new ContentsReader(parts, maxDefinitions).read();

/** Fields of `DefDataType`: record, variant and enumeration in this order. */
const recordField = 5;
const enumField = 7;

class ContentsReader {
  #definitions = 0;
  #serializable = 0;

  constructor(
    private readonly parts: PackageParts,
    private readonly maxDefinitions: number,
  ) {}

  read(): PackageContents {
    const { modules: spans } = this.parts;
    const modules: Array<ModuleInfo> = [];
    const names = new Names("module");
    for (let index = 0; index < spans.length; index++) {
      const module = this.#module(spans.at(index));
      names.add(module.name);
      modules.push(module);
    }
    const isUtility =
      this.#serializable === 0 &&
      modules.every(({ templates, interfaces }) => templates.length + interfaces.length === 0);
    return { modules, isUtility };
  }

  #counted(): void {
    this.#definitions++;
    if (this.#definitions > this.maxDefinitions)
      malformed(`the package has more than ${this.maxDefinitions} definitions`);
  }

  #scan({ start, end }: Span, visit: (field: WireField) => void): void {
    scanFields(this.parts.bytes, start, end, visit);
  }

  #nameAt(span: Span, number: number): string {
    return dottedName(this.parts, numberIn(this.parts.bytes, span.start, span.end, number));
  }

  #module(span: Span): ModuleInfo {
    this.#counted();
    const name = this.#nameAt(span, 1);
    // types and values share their names
    const definitions = new Names(`definition in module ${name}`);
    // one name is a template, an interface or an exception, and only one of them
    const entities = new Names(`template, interface or exception in module ${name}`);
    const templates: Array<TemplateInfo> = [];
    const interfaces: Array<InterfaceInfo> = [];
    let flags: Span | undefined;
    this.#scan(span, (field) => {
      switch (field.number) {
        case 2:
          flags = field;
          break;
        case 3:
          definitions.add(this.#definition(field, 2));
          break;
        case 4:
          definitions.add(this.#definition(field, 2));
          this.#checkDataType(field);
          this.#serializable += numberIn(this.parts.bytes, field.start, field.end, 4) === 0 ? 0 : 1;
          break;
        case 5:
          definitions.add(this.#valueName(field));
          break;
        case 6:
          templates.push(this.#template(field));
          entities.add(templates[templates.length - 1]?.name ?? "");
          break;
        case 7:
          entities.add(this.#definition(field, 1));
          break;
        case 8:
          interfaces.push(this.#interface(field));
          entities.add(interfaces[interfaces.length - 1]?.name ?? "");
          break;
      }
    });
    this.#checkFlags(name, flags);
    return { name, templates, interfaces };
  }

  #definition(span: Span, number: number): string {
    this.#counted();
    return this.#nameAt(span, number);
  }

  /** Values are not counted: there are many, and they are not stored. */
  #valueName({ start, end }: Span): string {
    let name: Span | undefined;
    this.#scan({ start, end }, (field) => {
      if (field.number === 2) name = field;
    });
    return name === undefined ? "" : this.#nameAt(name, 1);
  }

  /** Fields of a record, constructors of a variant or an enumeration: without duplicates. */
  #checkDataType(span: Span): void {
    const { bytes, strings } = this.parts;
    this.#scan(span, ({ number, start, end }) => {
      if (number < recordField || number > enumField) return;
      const names = new Names("field or constructor");
      if (number === enumField) {
        for (const index of numbersIn(bytes, start, end, 2)) names.add(strings.text(index));
        return;
      }
      this.#scan({ start, end }, (field) => {
        names.add(strings.text(numberIn(bytes, field.start, field.end, 3)));
      });
    });
  }

  #checkFlags(module: string, flags: Span | undefined): void {
    for (const number of [1, 2, 3]) {
      if (flags === undefined || numberIn(this.parts.bytes, flags.start, flags.end, number) === 0)
        malformed(`module ${module} does not have all three feature flags`);
    }
  }

  #template(span: Span): TemplateInfo {
    const name = this.#definition(span, 1);
    let hasKey = false;
    const choices = this.#choices(span, name, 6, (field) => {
      if (field.number === 9) hasKey = true;
    });
    return { name, choices, hasKey };
  }

  #interface(span: Span): InterfaceInfo {
    const name = this.#definition(span, 2);
    const methods = new Names(`method of interface ${name}`);
    const { bytes, strings } = this.parts;
    const choices = this.#choices(span, name, 5, (field) => {
      if (field.number !== 3) return;
      this.#counted();
      methods.add(strings.text(numberIn(bytes, field.start, field.end, 2)));
    });
    return { name, choices };
  }

  #choices(
    span: Span,
    of: string,
    number: number,
    other: (field: WireField) => void,
  ): ReadonlyArray<ChoiceInfo> {
    const { bytes, strings } = this.parts;
    const names = new Names(`choice of ${of}`);
    const choices: Array<ChoiceInfo> = [];
    this.#scan(span, (field) => {
      if (field.number !== number || field.wireType !== WireType.LengthDelimited)
        return other(field);
      this.#counted();
      const name = strings.text(numberIn(bytes, field.start, field.end, 2));
      names.add(name);
      const consuming = numberIn(bytes, field.start, field.end, 3) !== 0;
      choices.push({ name, consuming });
    });
    return choices;
  }
}

/** Names that must be unique. */
class Names {
  readonly #seen = new Set<string>();

  constructor(private readonly what: string) {}

  add(name: string): void {
    if (this.#seen.has(name)) malformed(`the ${this.what} ${name} is there twice`);
    this.#seen.add(name);
  }
}
