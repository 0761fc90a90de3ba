import type { Expression, FieldExpression, Literal } from "../syntax/expression.js";
import { failureCategories } from "../syntax/expression.js";
import type { Type } from "../syntax/type.js";
import { spendBytes } from "../values/meter.js";
import {
  Cons,
  Enum,
  FailureCategory,
  LfDate,
  type LfList,
  LfRecord,
  type LfValue,
  Nil,
  nil,
  Numeric,
  type RecordShape,
  Some,
  Struct,
  Timestamp,
  Variant,
} from "../values/value.js";
import { crash } from "./crash.js";
import type { Code, Frame } from "./frames.js";
import { valuesOf } from "./lambda.js";
import { constructorShape, headOf, recordShape } from "./program.js";
import { compile, type Compiled, constant, overOperands, type Scope, valueIn } from "./scope.js";

export const overOne = (
  scope: Scope,
  expression: Expression,
  effect: 0 | 1 | 2,
  make: (operand: Compiled) => Code,
): Compiled =>
  overOperands(scope, [compile(expression, scope)], effect, ([operand]) => {
    if (operand === undefined) throw crash("an operand is missing");
    return make(operand);
  });

export const literalValue = (literal: Literal): LfValue => {
  switch (literal.tag) {
    case "int64":
    case "text":
      return literal.value;
    case "timestamp":
      return new Timestamp(literal.value);
    case "date":
      return new LfDate(literal.value);
    case "numeric":
      return new Numeric(literal.unscaled, literal.scale);
    case "failureCategory":
      return new FailureCategory(failureCategories.indexOf(literal.value));
  }
};

/** Makes something of the values of its fields. */
type Making = (operands: ReadonlyArray<Compiled>, places: ReadonlyArray<number>) => Code;

/** Builds something of fields, evaluated from the last to the first and placed by their names. */
const build = (
  scope: Scope,
  fields: ReadonlyArray<FieldExpression>,
  labels: ReadonlyArray<string>,
  making: Making,
): Compiled => {
  const parts = fields.map(({ value }) => compile(value, scope));
  const places = labels.map((label) => fields.findIndex(({ name }) => name === label));
  const inOrder = places.every((place, at) => place === at);
  return overOperands(scope, parts, 0, (operands) => making(operands, inOrder ? [] : places));
};

// Code that runs is made by functions of its own, which keep all that it needs in one context: a
// context for each function around it would be one more object to load from memory.

const placedRecord =
  (shape: RecordShape, operands: ReadonlyArray<Compiled>, places: ReadonlyArray<number>): Code =>
  (frame) =>
    new LfRecord(shape, fieldsOf(operands, places, frame));

const placedStruct =
  (
    labels: ReadonlyArray<string>,
    operands: ReadonlyArray<Compiled>,
    places: ReadonlyArray<number>,
  ): Code =>
  (frame) =>
    new Struct(labels, fieldsOf(operands, places, frame));

/** @param places none where the fields are in the order of the operands */
const fieldsOf = (
  operands: ReadonlyArray<Compiled>,
  places: ReadonlyArray<number>,
  frame: Frame,
): ReadonlyArray<LfValue> => {
  spendBytes(24 + 8 * operands.length);
  const given = valuesOf(operands, frame);
  return places.length === 0 ? given : inPlaces(places, given);
};

const inPlaces = (places: ReadonlyArray<number>, given: ReadonlyArray<LfValue>): Array<LfValue> => {
  const values = new Array<LfValue>(places.length);
  for (let at = 0; at < places.length; at++) values[at] = fieldAt(given[places[at] ?? -1]);
  return values;
};

/** Compiles the construction of a record. */
export const compileRecord = (
  { type, fields }: { type: Type; fields: ReadonlyArray<FieldExpression> },
  scope: Scope,
): Compiled => {
  const shape = recordShape(scope.program, headOf(type));
  return build(scope, fields, shape.labels, (operands, places) =>
    placedRecord(shape, operands, places),
  );
};

/** Compiles the construction of a struct, whose labels are sorted. */
export const compileStruct = (
  { fields }: { fields: ReadonlyArray<FieldExpression> },
  scope: Scope,
): Compiled => {
  const labels = fields.map(({ name }) => name).sort();
  return build(scope, fields, labels, (operands, places) => placedStruct(labels, operands, places));
};

const fieldAt = (value: LfValue | undefined): LfValue => {
  if (value === undefined) throw crash("a field is missing");
  return value;
};

const fieldOf = (value: LfValue | undefined, at: number): LfValue => {
  if (!(value instanceof LfRecord)) throw crash("a record was expected");
  return fieldAt(value.fields[at]);
};

const projecting = ({ slot, code }: Compiled, at: number): Code =>
  slot < 0 ? (frame) => fieldOf(code(frame), at) : (frame) => fieldOf(frame[slot], at);

/** Compiles the reading of a record's field. */
export const compileProjection = (
  { type, record, field }: { type: Type; record: Expression; field: string },
  scope: Scope,
): Compiled => {
  const at = recordShape(scope.program, headOf(type)).labels.indexOf(field);
  return overOne(scope, record, 0, (operand) => projecting(operand, at));
};

const projectingStruct = (operand: Compiled, field: string): Code => {
  let labels: ReadonlyArray<string> = [];
  let at = -1;
  return (frame) => {
    const value = valueIn(frame, operand);
    if (!(value instanceof Struct)) throw crash("a struct was expected");
    if (value.labels !== labels) {
      labels = value.labels;
      at = labels.indexOf(field);
    }
    return fieldAt(value.fields[at]);
  };
};

/** Compiles the reading of a struct's field. */
export const compileStructProjection = (
  { struct, field }: { struct: Expression; field: string },
  scope: Scope,
): Compiled => overOne(scope, struct, 0, (operand) => projectingStruct(operand, field));

/** Compiles a record or struct with one field replaced. */
export const compileUpdateOf = (
  of: Expression,
  field: string,
  update: Expression,
  scope: Scope,
): Compiled =>
  overOperands(
    scope,
    [compile(of, scope), compile(update, scope)],
    0,
    ([record, replacement]) =>
      (frame) => {
        if (record === undefined || replacement === undefined) throw crash("an operand is missing");
        const value = valueIn(frame, replacement);
        const old = valueIn(frame, record);
        if (!(old instanceof LfRecord || old instanceof Struct)) throw crash("no record");
        spendBytes(24 + 8 * old.fields.length);
        const labels = old instanceof LfRecord ? old.shape.labels : old.labels;
        const fields = old.fields.with(labels.indexOf(field), value);
        return old instanceof LfRecord
          ? new LfRecord(old.shape, fields)
          : new Struct(labels, fields);
      },
  );

/** Compiles the construction of a variant. */
export const compileVariant = (
  { type, constructor, argument }: { type: Type; constructor: string; argument: Expression },
  scope: Scope,
): Compiled => {
  const shape = constructorShape(scope.program, headOf(type));
  const rank = shape.names.indexOf(constructor);
  return overOne(scope, argument, 0, (operand) => (frame) => {
    spendBytes(40);
    return new Variant(shape, rank, valueIn(frame, operand));
  });
};

export const compileEnum = (
  { of, constructor }: Extract<Expression, { readonly tag: "enum" }>,
  scope: Scope,
): Compiled => {
  const shape = constructorShape(scope.program, of);
  return constant(new Enum(shape, shape.names.indexOf(constructor)));
};

export const compileSome = ({ value }: { value: Expression }, scope: Scope): Compiled =>
  overOne(scope, value, 0, (operand) => (frame) => {
    spendBytes(24);
    return new Some(valueIn(frame, operand));
  });

/** Compiles elements in front of a list. */
export const compileCons = (
  { front, tail: rest }: { front: ReadonlyArray<Expression>; tail: Expression },
  scope: Scope,
): Compiled =>
  overOperands(
    scope,
    [...front, rest].map((part) => compile(part, scope)),
    0,
    (operands) => {
      const [first, second] = operands;
      // what is made most
      if (first !== undefined && second !== undefined && front.length === 1) {
        return (frame) => {
          spendBytes(48);
          const tail = listIn(valueIn(frame, second));
          return new Cons(valueIn(frame, first), tail);
        };
      }
      return (frame) => {
        spendBytes(48 * front.length);
        const given = valuesOf(operands, frame);
        let list = listIn(given[front.length] ?? nil);
        for (let at = front.length - 1; at >= 0; at--) list = new Cons(fieldAt(given[at]), list);
        return list;
      };
    },
  );

const listIn = (value: LfValue): LfList => {
  if (value instanceof Cons || value instanceof Nil) return value;
  throw crash("a list was expected");
};
