import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Archive } from "../archive.js";
import type { Dar } from "../dar.js";
import { type CompiledPackage, compilePackage } from "../machine/compile-package.js";
import type {
  DataType,
  LfChoice,
  LfInterface,
  LfPackage,
  LfTemplate,
  Module,
} from "../syntax/package.js";
import type { Field, Reference } from "../syntax/type.js";
import { validateDar } from "../validate-dar.js";
import { darProgram } from "./dar-program.js";
import { typeText } from "./type-text.js";
import { formOf, type ValueForm } from "./value-form.js";

/** A name with a type as Daml writes it. */
interface TypedName {
  readonly name: string;
  readonly type: string;
}

/** A choice; `argument` has the fields of its argument, of other types the type alone. */
interface ChoiceReport {
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: ReadonlyArray<TypedName> | string;
  readonly result: string;
}

/** A template. Names of definitions are `Module:Name`. */
interface TemplateReport {
  readonly name: string;
  readonly payload: ReadonlyArray<TypedName>;
  readonly key?: string;
  readonly choices: ReadonlyArray<ChoiceReport>;
  readonly implements: ReadonlyArray<string>;
}

interface InterfaceReport {
  readonly name: string;
  readonly view: string;
  readonly requires: ReadonlyArray<string>;
  readonly methods: ReadonlyArray<TypedName>;
  readonly choices: ReadonlyArray<ChoiceReport>;
}

/** A data type whose values can be in a ledger. */
interface TypeReport {
  readonly name: string;
  readonly form: "record" | "variant" | "enum";
  readonly parameters: ReadonlyArray<string>;
  readonly fields: ReadonlyArray<TypedName>;
}

/** A top-level value that is not made by the compiler. */
interface ValueReport extends TypedName {
  readonly form: ValueForm;
}

interface PackageContent {
  readonly templates: ReadonlyArray<TemplateReport>;
  readonly interfaces: ReadonlyArray<InterfaceReport>;
  readonly types: ReadonlyArray<TypeReport>;
  readonly exceptions: ReadonlyArray<string>;
  readonly values: ReadonlyArray<ValueReport>;
}

/** A package of a DAR. */
export interface PackageReport {
  readonly packageId: string;
  readonly name: string;
  readonly version: string;
  readonly languageVersion: string;
  /** `stable`: every participant has it. `utility`: no templates, interfaces and ledger types. */
  readonly kind: "main" | "dependency" | "stable" | "utility";
  readonly dependencies: ReadonlyArray<string>;
  /** What of it compiles; all of it runs where there are no errors. */
  readonly code: CompiledPackage;
  readonly content: PackageContent;
}

/** What is in a DAR. */
export interface DarReport {
  readonly mainPackageId: string;
  /** Why a node would reject it; absent where it would not. */
  readonly refused?: LedgerError;
  /** The main one first. */
  readonly packages: ReadonlyArray<PackageReport>;
}

/**
 * Lists what is in a DAR and whether it runs: checks the types of its packages as an upload does,
 * and compiles every expression.
 *
 * @returns Left DAR_PARSE_ERROR for a package that cannot be decoded
 */
export const inspectDar = async (dar: Dar): Promise<Either<LedgerError, DarReport>> => {
  const decoded = darProgram(dar);
  if (isLeft(decoded)) return decoded;
  const { packages, program, main } = decoded.right;
  const valid = await validateDar(dar, () => false);
  const reports = dar.packages.flatMap((archive): ReadonlyArray<PackageReport> => {
    const found = packages.get(archive.packageId);
    if (found === undefined) return [];
    const { packageId, name, version, languageVersion } = archive;
    return [
      {
        packageId,
        name,
        version,
        languageVersion,
        kind: kindOf(archive, main),
        dependencies: found.dependencies,
        code: compilePackage(program, found),
        content: contentOf(packages, found),
      },
    ];
  });
  const refused = isLeft(valid) ? { refused: valid.left } : {};
  return right({ mainPackageId: main, ...refused, packages: reports });
};

const kindOf = (
  { packageId, isStable, isUtility }: Archive,
  main: string,
): PackageReport["kind"] => {
  if (packageId === main) return "main";
  if (isStable) return "stable";
  return isUtility ? "utility" : "dependency";
};

const contentOf = (
  packages: ReadonlyMap<string, LfPackage>,
  { modules }: LfPackage,
): PackageContent => {
  const all = <A>(of: (module: Module) => ReadonlyArray<A>): ReadonlyArray<A> =>
    [...modules.values()].flatMap(of);
  return {
    templates: all((module) =>
      [...module.templates.values()].map((each) => templateReport(packages, module, each)),
    ),
    interfaces: all((module) =>
      [...module.interfaces.values()].map((each) => interfaceReport(packages, module, each)),
    ),
    types: all((module) =>
      [...module.dataTypes.values()].flatMap((each) => typeReport(module, each)),
    ),
    exceptions: all(({ name, exceptions }) => [...exceptions.keys()].map((of) => `${name}:${of}`)),
    values: all(({ name: module, values }) =>
      [...values.values()]
        .filter(({ name }) => !name.includes("$"))
        .map(({ name, type }) => ({
          name: `${module}:${name}`,
          type: typeText(type),
          form: formOf(packages, type),
        })),
    ),
  };
};

const referenceText = ({ module, name }: Reference): string => `${module}:${name}`;

const fieldsText = (fields: ReadonlyArray<Field>): ReadonlyArray<TypedName> =>
  fields.map(({ name, type }) => ({ name, type: typeText(type) }));

const templateReport = (
  packages: ReadonlyMap<string, LfPackage>,
  module: Module,
  { name, key, choices, implementations }: LfTemplate,
): TemplateReport => {
  const constructors = module.dataTypes.get(name)?.constructors;
  return {
    name: `${module.name}:${name}`,
    payload: constructors?.tag === "record" ? fieldsText(constructors.fields) : [],
    ...(key === undefined ? {} : { key: typeText(key.type) }),
    choices: [...choices.values()].map((choice) => choiceReport(packages, choice)),
    implements: implementations.map((each) => referenceText(each.interface)),
  };
};

const interfaceReport = (
  packages: ReadonlyMap<string, LfPackage>,
  module: Module,
  { name, view, requires, methods, choices }: LfInterface,
): InterfaceReport => ({
  name: `${module.name}:${name}`,
  view: typeText(view),
  requires: requires.map(referenceText),
  methods: [...methods].map(([method, type]) => ({ name: method, type: typeText(type) })),
  choices: [...choices.values()].map((choice) => choiceReport(packages, choice)),
});

const choiceReport = (
  packages: ReadonlyMap<string, LfPackage>,
  { name, consuming, argument: { type }, resultType }: LfChoice,
): ChoiceReport => {
  const constructors =
    type.tag === "constructor"
      ? packages.get(type.of.packageId)?.modules.get(type.of.module)?.dataTypes.get(type.of.name)
          ?.constructors
      : undefined;
  const argument =
    constructors?.tag === "record" ? fieldsText(constructors.fields) : typeText(type);
  return { name, consuming, argument, result: typeText(resultType) };
};

const typeReport = (
  module: Module,
  { name, serializable, parameters, constructors }: DataType,
): ReadonlyArray<TypeReport> => {
  const isOther = module.templates.has(name) || module.exceptions.has(name);
  if (!serializable || isOther || constructors.tag === "interface") return [];
  const fields =
    constructors.tag === "enum"
      ? constructors.names.map((each) => ({ name: each, type: "()" }))
      : fieldsText(constructors.fields);
  const names = parameters.map((each) => each.name);
  return [{ name: `${module.name}:${name}`, form: constructors.tag, parameters: names, fields }];
};
