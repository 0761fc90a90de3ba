import type { Expression } from "../syntax/expression.js";
import type { Type } from "../syntax/type.js";
import { spendBytes } from "../values/meter.js";
import { Any, AnyException, nil, none, Some, TypeRep, unit } from "../values/value.js";
import { compileAbstraction, compileApplication, compileLet, compileValue } from "./application.js";
import { compileCase } from "./case.js";
import { crash, failed, placed } from "./crash.js";
import {
  compileCons,
  compileEnum,
  compileProjection,
  compileRecord,
  compileSome,
  compileStruct,
  compileStructProjection,
  compileUpdateOf,
  compileVariant,
  literalValue,
  overOne,
} from "./data.js";
import { compileInterface } from "./interfaces.js";
import { headOf, sameReference } from "./program.js";
import { type Compiled, constant, ofSlot, type Scope, slotOf, valueIn } from "./scope.js";
import { compileUpdate } from "./updates.js";

/** Compiles an expression to code over the frame of the function around it. */
export const compileExpression = (expression: Expression, scope: Scope): Compiled => {
  const { location } = expression;
  if (location === undefined) return compileKind(expression, scope);
  const line = location.startLine + 1;
  if (line === scope.place.line) return compileKind(expression, scope);
  const place = { ...scope.place, line };
  return compileKind(expression, { ...scope, place });
};

const compileKind = (expression: Expression, scope: Scope): Compiled => {
  switch (expression.tag) {
    case "variable":
      return ofSlot(slotOf(scope, expression.name));
    case "value":
      return compileValue(expression, scope);
    case "builtin":
    case "application":
    case "typeApplication":
      return compileApplication(expression, scope);
    case "abstraction":
    case "typeAbstraction":
      return compileAbstraction(expression, scope);
    case "case":
      return compileCase(expression, scope);
    case "let":
      return compileLet(expression, scope);
    case "update":
      return compileUpdate(expression.update, scope);
    case "unit":
      return constant(unit);
    case "bool":
      return constant(expression.value);
    case "literal":
      return constant(literalValue(expression.literal));
    case "nil":
      return constant(nil);
    case "none":
      return constant(none);
    case "typeRep":
      return constant(new TypeRep(expression.type));
    default:
      return compileData(expression, scope);
  }
};

type Interfaces = Parameters<typeof compileInterface>[0];
type Rest = Exclude<
  Expression,
  {
    readonly tag:
      | "variable"
      | "value"
      | "builtin"
      | "application"
      | "typeApplication"
      | "abstraction"
      | "typeAbstraction"
      | "case"
      | "let"
      | "update"
      | "unit"
      | "bool"
      | "literal"
      | "nil"
      | "none"
      | "typeRep";
  }
>;

const compileData = (expression: Rest, scope: Scope): Compiled => {
  switch (expression.tag) {
    case "record":
      return compileRecord(expression, scope);
    case "recordProjection":
      return compileProjection(expression, scope);
    case "recordUpdate":
      return compileUpdateOf(expression.record, expression.field, expression.update, scope);
    case "struct":
      return compileStruct(expression, scope);
    case "structProjection":
      return compileStructProjection(expression, scope);
    case "structUpdate":
      return compileUpdateOf(expression.struct, expression.field, expression.update, scope);
    case "variant":
      return compileVariant(expression, scope);
    case "enum":
      return compileEnum(expression, scope);
    case "some":
      return compileSome(expression, scope);
    case "cons":
      return compileCons(expression, scope);
    default:
      return compileTyped(expression, scope);
  }
};

type Data =
  | "record"
  | "recordProjection"
  | "recordUpdate"
  | "struct"
  | "structProjection"
  | "structUpdate"
  | "variant"
  | "enum"
  | "some"
  | "cons";

const compileTyped = (
  expression: Exclude<Rest, { readonly tag: Data }> | Interfaces,
  scope: Scope,
): Compiled => {
  switch (expression.tag) {
    case "toAny":
      return overOne(scope, expression.value, 0, (operand) => (frame) => {
        spendBytes(32);
        return new Any(expression.type, valueIn(frame, operand));
      });
    case "fromAny":
      return overOne(scope, expression.value, 0, (operand) => (frame) => {
        const value = valueIn(frame, operand);
        if (!(value instanceof Any)) throw crash("an Any was expected");
        return sameType(value.type, expression.type) ? new Some(value.value) : none;
      });
    case "toAnyException": {
      const of = headOf(expression.type);
      return overOne(scope, expression.value, 0, (operand) => (frame) => {
        spendBytes(32);
        return new AnyException(of, valueIn(frame, operand));
      });
    }
    case "fromAnyException": {
      const of = headOf(expression.type);
      return overOne(scope, expression.value, 0, (operand) => (frame) => {
        const value = valueIn(frame, operand);
        if (!(value instanceof AnyException)) throw crash("an exception was expected");
        return sameReference(value.of, of) ? new Some(value.value) : none;
      });
    }
    case "throw": {
      const of = headOf(expression.exceptionType);
      return overOne(scope, expression.exception, 1, (operand) =>
        placed(scope.place, (frame) => {
          throw failed({
            kind: "Thrown",
            exception: new AnyException(of, valueIn(frame, operand)),
          });
        }),
      );
    }
    default:
      return compileInterface(expression, scope);
  }
};

/** Whether two types without variables are the same. */
const sameType = (a: Type, b: Type): boolean => {
  let left = a;
  let right = b;
  while (left.tag === "application" && right.tag === "application") {
    if (!sameType(left.argument, right.argument)) return false;
    left = left.function;
    right = right.function;
  }
  if (left.tag === "constructor" && right.tag === "constructor")
    return sameReference(left.of, right.of);
  if (left.tag === "nat" && right.tag === "nat") return left.value === right.value;
  return left.tag === "builtin" && right.tag === "builtin" && left.builtin === right.builtin;
};
