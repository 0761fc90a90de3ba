import type { Expression } from "../syntax/expression.js";
import type { DataType, Exception, LfPackage, Module, Value } from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import { stablePackages } from "../stable-packages.js";
import { arrow, type StableType, stableTypes, typeOver } from "./stable-types.js";

const idOf = new Map([...stablePackages].map(([packageId, module]) => [module, packageId]));

const referenceTo = (module: string, name: string): Reference => ({
  packageId: idOf.get(module) ?? "",
  module,
  name,
});

const byName = <A extends { readonly name: string }>(
  all: ReadonlyArray<A>,
): ReadonlyMap<string, A> => new Map(all.map((each) => [each.name, each]));

/** What each stable package defines, so that no DAR needs to bring one. */
export const stableDefinitions = (): ReadonlyMap<string, LfPackage> => {
  const types = stableTypes((module, name) => ({
    tag: "constructor",
    of: referenceTo(module, name),
  }));
  return new Map(
    [...stablePackages].map(([packageId, module]) => [
      packageId,
      packageOf(packageId, module, types[module] ?? []),
    ]),
  );
};

const glasgow = ["DA.Internal.Any", "DA.Internal.Template"];

/** The package's own name; those before `DA.Action.State.Type` belong to daml-prim. */
const nameOf = (module: string): string => {
  const modules = [...idOf.keys()];
  const isPrim = modules.indexOf(module) < modules.indexOf("DA.Action.State.Type");
  const family = glasgow.includes(module) ? "ghc-stdlib" : isPrim ? "daml-prim" : "daml-stdlib";
  return `${family}-${module.replaceAll(".", "-")}`;
};

const packageOf = (
  packageId: string,
  module: string,
  types: ReadonlyArray<StableType>,
): LfPackage => ({
  id: packageId,
  name: nameOf(module),
  version: "1.0.0",
  languageVersion: "2.1",
  dependencies: [],
  modules: new Map([[module, moduleOf(module, types)]]),
});

const moduleOf = (name: string, types: ReadonlyArray<StableType>): Module => ({
  name,
  synonyms: new Map(),
  dataTypes: byName(types.map(dataTypeOf)),
  values: byName(types.flatMap((type) => valuesOf(referenceTo(name, type.name), type))),
  templates: new Map(),
  exceptions: name.startsWith("DA.Exception.")
    ? byName(types.map((type) => exceptionOf(referenceTo(name, type.name))))
    : new Map(),
  interfaces: new Map(),
});

const dataTypeOf = ({ name, parameters, serializable, form, fields }: StableType): DataType => ({
  name,
  parameters,
  serializable,
  constructors:
    form === "enum"
      ? { tag: form, names: fields.map((field) => field.name) }
      : {
          tag: form,
          fields: fields.flatMap(({ type, ...field }) => (type ? [{ ...field, type }] : [])),
        },
});

const variable = (name: string): Expression => ({ tag: "variable", name });

const exceptionOf = (of: Reference): Exception => {
  const type: Type = { tag: "constructor", of };
  const body: Expression = {
    tag: "recordProjection",
    type,
    record: variable("x"),
    field: "message",
  };
  return {
    name: of.name,
    message: { tag: "abstraction", parameters: [{ name: "x", type }], body },
  };
};

/** The functions that make values of a type and read its fields. */
const valuesOf = (of: Reference, type: StableType): ReadonlyArray<Value> => {
  if (of.name === "Void$u0023") {
    const itself: Expression = { tag: "enum", of, constructor: of.name };
    return [{ name: "void$u0023", type: { tag: "constructor", of }, expression: itself }];
  }
  const whole = typeOver(
    of,
    type.parameters.map(({ name }) => name),
  );
  const selectors = type.selectors ? selectorsOf(of, whole, type) : [];
  const makers = type.form === "variant" ? variantMakers(whole, type) : [recordMaker(whole, type)];
  return [...selectors, ...(type.makers ? makers : [])];
};

/** A value over the type's parameters. */
const overAll = (
  name: string,
  { parameters }: StableType,
  type: Type,
  expression: Expression,
): Value => ({
  name,
  type: parameters.reduceRight<Type>((body, binder) => ({ tag: "forall", binder, body }), type),
  expression:
    parameters.length === 0 ? expression : { tag: "typeAbstraction", parameters, body: expression },
});

const selectorsOf = (of: Reference, whole: Type, type: StableType): ReadonlyArray<Value> =>
  type.fields.flatMap(({ name, type: result }) => {
    if (result === undefined) return [];
    const body: Expression = {
      tag: "recordProjection",
      type: whole,
      record: variable("x"),
      field: name,
    };
    return [
      overAll(`$$sel$u003a${name}$u003a${of.name}`, type, arrow(whole, result), {
        tag: "abstraction",
        parameters: [{ name: "x", type: whole }],
        body,
      }),
    ];
  });

const variantMakers = (whole: Type, type: StableType): ReadonlyArray<Value> =>
  type.fields.flatMap(({ name, type: content }) => {
    if (content === undefined) return [];
    const body: Expression = {
      tag: "variant",
      type: whole,
      constructor: name,
      argument: variable("x"),
    };
    return [
      overAll(`$$W${name}`, type, arrow(content, whole), {
        tag: "abstraction",
        parameters: [{ name: "x", type: content }],
        body,
      }),
    ];
  });

const recordMaker = (whole: Type, type: StableType): Value => {
  const fields = type.fields.flatMap(({ name, type: of }) => (of ? [{ name, type: of }] : []));
  const made: Expression = {
    tag: "record",
    type: whole,
    fields: fields.map(({ name }) => ({ name, value: variable(name) })),
  };
  return overAll(
    `$$W${type.name}`,
    type,
    fields.reduceRight<Type>((result, field) => arrow(field.type, result), whole),
    { tag: "abstraction", parameters: fields, body: made },
  );
};
