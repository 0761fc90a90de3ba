import type { Expression } from "../syntax/expression.js";
import type { Implementation, LfPackage, LfTemplate, Module } from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import type { ConstructorShape, LfRecord, RecordShape } from "../values/value.js";
import type { Cell } from "./cells.js";
import type { Closure } from "./functions.js";
import { crash } from "./crash.js";

interface ProgramParts {
  package(id: string): LfPackage | undefined;
  /** A payload as one of another version of its template (daml-lf B.10), for `from_interface`. */
  convert(payload: LfRecord, from: Reference, to: Reference): LfRecord;
  /** True where code is compiled so that it counts what its definitions take. */
  readonly isProfiled?: boolean;
}

type KeptCell = Cell & { readonly known?: Closure };

/** Packages with what is compiled of them; kept for as long as its packages are. */
export interface Program extends ProgramParts {
  readonly cells: Map<string, KeptCell>;
  /** Of expressions of templates, choices, implementations and keys, by their names there. */
  readonly parts: Map<object, Map<string, KeptCell>>;
  readonly records: Map<string, RecordShape>;
  readonly constructors: Map<string, ConstructorShape>;
}

/** A program of packages. Nothing is compiled before it runs. */
export const programOf = (parts: ProgramParts): Program => ({
  ...parts,
  cells: new Map(),
  parts: new Map(),
  records: new Map(),
  constructors: new Map(),
});

const keys: WeakMap<Reference, string> = new WeakMap();

/** `<package id>:<Module>:<Name>` of a reference; unique, as no part has a colon. */
export const keyOf = (of: Reference): string => {
  const known = keys.get(of);
  if (known !== undefined) return known;
  const key = `${of.packageId}:${of.module}:${of.name}`;
  keys.set(of, key);
  return key;
};

/** Whether two references name the same definition. */
export const sameReference = (a: Reference, b: Reference): boolean =>
  a.name === b.name && a.module === b.module && a.packageId === b.packageId;

/** The module of a definition. Throws a Crash where there is none. */
export const moduleOf = (program: Program, of: Reference): Module => {
  const module = program.package(of.packageId)?.modules.get(of.module);
  if (module === undefined) throw crash(`no module ${of.packageId}:${of.module}`);
  return module;
};

/** The template of a name. Throws a Crash where there is none. */
export const templateOf = (program: Program, of: Reference): LfTemplate =>
  found(moduleOf(program, of).templates.get(of.name), of);

export const found = <A>(definition: A | undefined, of: Reference): A => {
  if (definition === undefined) throw crash(`no definition ${keyOf(of)}`);
  return definition;
};

/** How a template implements an interface; undefined where it does not. */
export const implementationOf = (
  program: Program,
  template: Reference,
  of: Reference,
): Implementation | undefined =>
  templateOf(program, template).implementations.find((one) => sameReference(one.interface, of));

/** The constructor at the head of a type. Throws a Crash where it is none. */
export const headOf = (type: Type): Reference => {
  let head = type;
  while (head.tag === "application") head = head.function;
  if (head.tag !== "constructor") throw crash(`a type of kind ${head.tag} has no constructors`);
  return head.of;
};

/** The data shared by all values of a record type. */
export const recordShape = (program: Program, of: Reference): RecordShape =>
  kept(program.records, of, () => {
    const { constructors } = found(moduleOf(program, of).dataTypes.get(of.name), of);
    if (constructors.tag !== "record") throw crash(`${keyOf(of)} is no record`);
    return { of, labels: constructors.fields.map(({ name }) => name) };
  });

/** The data shared by all values of a variant or enum type. */
export const constructorShape = (program: Program, of: Reference): ConstructorShape =>
  kept(program.constructors, of, () => {
    const { constructors } = found(moduleOf(program, of).dataTypes.get(of.name), of);
    if (constructors.tag === "enum") return { of, names: constructors.names };
    if (constructors.tag !== "variant") throw crash(`${keyOf(of)} has no constructors`);
    return { of, names: constructors.fields.map(({ name }) => name) };
  });

const kept = <A>(map: Map<string, A>, of: Reference, make: () => A): A => {
  const key = keyOf(of);
  const there = map.get(key);
  if (there !== undefined) return there;
  const made = make();
  map.set(key, made);
  return made;
};

/** An expression without the type abstractions and applications around it. */
export const erased = (expression: Expression): Expression => {
  let inner = expression;
  while (inner.tag === "typeAbstraction" || inner.tag === "typeApplication")
    inner = inner.tag === "typeAbstraction" ? inner.body : inner.function;
  return inner;
};
