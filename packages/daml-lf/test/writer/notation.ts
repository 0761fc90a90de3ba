import type { BuiltinFunction } from "../../src/syntax/builtin-function.js";
import type { Expression, FieldExpression } from "../../src/syntax/expression.js";
import type { DataType } from "../../src/syntax/package.js";
import type { BuiltinType, Reference, Type } from "../../src/syntax/type.js";

/** A builtin type over others. */
export const type = (builtin: BuiltinType, ...args: ReadonlyArray<Type>): Type =>
  args.reduce<Type>((applied, argument) => ({ tag: "application", function: applied, argument }), {
    tag: "builtin",
    builtin,
  });

/** A defined type over others. */
export const typeOf = (of: Reference, ...args: ReadonlyArray<Type>): Type =>
  args.reduce<Type>((applied, argument) => ({ tag: "application", function: applied, argument }), {
    tag: "constructor",
    of,
  });

/** A variable. */
export const v = (name: string): Expression => ({ tag: "variable", name });

/** A top-level value. */
export const value = (of: Reference): Expression => ({ tag: "value", of });

/** An Int64. */
export const int = (number: bigint | number): Expression => ({
  tag: "literal",
  literal: { tag: "int64", value: BigInt(number) },
});

/** A text. */
export const text = (of: string): Expression => ({
  tag: "literal",
  literal: { tag: "text", value: of },
});

/** A Numeric of ten digits. */
export const decimal = (of: string): Expression => {
  const [whole = "", fraction = ""] = of.split(".");
  const unscaled = BigInt(`${whole}${fraction.padEnd(10, "0")}`);
  return { tag: "literal", literal: { tag: "numeric", unscaled, scale: 10 } };
};

/** A function of typed parameters, one at a time. */
export const fn = (parameters: Readonly<Record<string, Type>>, body: Expression): Expression =>
  Object.entries(parameters).reduceRight<Expression>(
    (inner, [name, of]) => ({
      tag: "abstraction",
      parameters: [{ name, type: of }],
      body: inner,
    }),
    body,
  );

/** An application to types, one at a time. */
export const at = (of: Expression, ...types: ReadonlyArray<Type>): Expression =>
  types.reduce<Expression>(
    (inner, each) => ({ tag: "typeApplication", function: inner, types: [each] }),
    of,
  );

/** An application. */
export const app = (head: Expression, ...operands: ReadonlyArray<Expression>): Expression => ({
  tag: "application",
  function: head,
  arguments: operands,
});

/** A builtin function. */
export const builtin = (name: BuiltinFunction): Expression => ({ tag: "builtin", builtin: name });

/** A choice between two by a Bool. */
export const cond = (of: Expression, yes: Expression, no: Expression): Expression => ({
  tag: "case",
  scrutinee: of,
  alternatives: [
    { pattern: { tag: "bool", value: true }, body: yes },
    { pattern: { tag: "bool", value: false }, body: no },
  ],
});

/** A list. */
export const list = (element: Type, ...front: ReadonlyArray<Expression>): Expression =>
  front.length === 0
    ? { tag: "nil", type: element }
    : { tag: "cons", type: element, front, tail: { tag: "nil", type: element } };

/** A record. */
export const record = (of: Type, fields: Readonly<Record<string, Expression>>): Expression => ({
  tag: "record",
  type: of,
  fields: Object.entries(fields).map(([name, each]): FieldExpression => ({ name, value: each })),
});

/** A field of a record. */
export const field = (of: Type, from: Expression, name: string): Expression => ({
  tag: "recordProjection",
  type: of,
  record: from,
  field: name,
});

/** A record with one field replaced. */
export const updated = (of: Type, from: Expression, name: string, by: Expression): Expression => ({
  tag: "recordUpdate",
  type: of,
  record: from,
  field: name,
  update: by,
});

/** An update that changes nothing. */
export const pure = (of: Type, result: Expression): Expression => ({
  tag: "update",
  update: { tag: "pure", type: of, value: result },
});

/** The type of the argument of `Archive`. */
export const archiveType: Type = typeOf({
  packageId: "9e70a8b3510d617f8a136213f33d6a903a10ca0eeec76bb06ba55d1ed9680f69",
  module: "DA.Internal.Template",
  name: "Archive",
});

/** A record that a ledger stores. */
export const dataRecord = (name: string, fields: Readonly<Record<string, Type>>): DataType => ({
  name,
  parameters: [],
  serializable: true,
  constructors: {
    tag: "record",
    fields: Object.entries(fields).map(([label, of]) => ({ name: label, type: of })),
  },
});

/** Definitions by their names. */
export const byName = <A extends { readonly name: string }>(
  all: ReadonlyArray<A>,
): ReadonlyMap<string, A> => new Map(all.map((each) => [each.name, each]));
