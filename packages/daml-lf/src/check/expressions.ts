import type { Expression } from "../syntax/expression.js";
import type { Type } from "../syntax/type.js";
import { arrow, arrowOf, builtin } from "./build-type.js";
import { builtinFunctionTypes } from "./builtin-types.js";
import { typeOfLiteral } from "./literals.js";
import { typeOfCase } from "./cases.js";
import {
  typeOfEnum,
  typeOfRecord,
  typeOfRecordProjection,
  typeOfRecordUpdate,
  typeOfStruct,
  typeOfStructProjection,
  typeOfStructUpdate,
  typeOfVariant,
} from "./data-types.js";
import { requireException, valueOf } from "./definitions.js";
import { typeOfConversion, typeOfObservation, typeOfRequiredConversion } from "./interface-uses.js";
import { checkKind, checkType } from "./kinds.js";
import { refuse } from "./check-error.js";
import { pushAll } from "./push-all.js";
import { bind, bindType, type Scope, step, typeOfVariable, unbind, unbindType } from "./scope.js";
import { showType } from "./show-type.js";
import { substitute } from "./substitute.js";
import { asForm, expect, requireType, type Typing } from "./typing.js";
import { typeOfUpdate } from "./updates.js";

type Of<Tag extends Expression["tag"]> = Extract<Expression, { tag: Tag }>;

function* typeOfApplication(scope: Scope, expression: Of<"application">): Typing {
  let type = yield expression.function;
  for (const argument of expression.arguments) {
    const { parameter, result } = asForm(scope, type, "a function", arrowOf);
    yield* expect(scope, argument, parameter);
    type = result;
  }
  return type;
}

function* typeOfTypeApplication(scope: Scope, expression: Of<"typeApplication">): Typing {
  const reversed: Array<Type> = [];
  let applied: Expression = expression;
  while (applied.tag === "typeApplication") {
    pushAll(reversed, [...applied.types].reverse());
    applied = applied.function;
    step(scope);
  }
  let body = yield applied;
  const given = new Map<string, Type>();
  for (const type of reversed.reverse()) {
    const forall = asForm(scope, body, "a polymorphic type", (each) =>
      each.tag === "forall" ? each : undefined,
    );
    checkType(scope, type, forall.binder.kind);
    given.set(forall.binder.name, type);
    body = forall.body;
  }
  return substitute(scope, body, given);
}

function* typeOfAbstraction(scope: Scope, expression: Of<"abstraction">): Typing {
  for (const { name, type } of expression.parameters) {
    checkType(scope, type);
    bind(scope, name, type);
  }
  const body = yield expression.body;
  for (const { name } of expression.parameters) unbind(scope, name);
  return expression.parameters.reduceRight<Type>((result, { type }) => arrow(type, result), body);
}

function* typeOfTypeAbstraction(scope: Scope, expression: Of<"typeAbstraction">): Typing {
  for (const { name, kind } of expression.parameters) {
    checkKind(kind);
    bindType(scope, name, kind);
  }
  const body = yield expression.body;
  for (const { name } of expression.parameters) unbindType(scope, name);
  return expression.parameters.reduceRight<Type>(
    (type, binder) => ({ tag: "forall", binder, body: type }),
    body,
  );
}

function* typeOfLet(scope: Scope, expression: Of<"let">): Typing {
  for (const { binder, bound } of expression.bindings) {
    checkType(scope, binder.type);
    const type = yield bound;
    requireType(scope, type, binder.type);
    bind(scope, binder.name, type);
  }
  const body = yield expression.body;
  for (const { binder } of expression.bindings) unbind(scope, binder.name);
  return body;
}

function* typeOfList(scope: Scope, expression: Of<"nil" | "cons">): Typing {
  checkType(scope, expression.type);
  const list = builtin("List", expression.type);
  if (expression.tag === "nil") return list;
  for (const element of expression.front) yield* expect(scope, element, expression.type);
  yield* expect(scope, expression.tail, list);
  return list;
}

function* typeOfOptional(scope: Scope, expression: Of<"none" | "some">): Typing {
  checkType(scope, expression.type);
  if (expression.tag === "some") yield* expect(scope, expression.value, expression.type);
  return builtin("Optional", expression.type);
}

/** Stable versions take a bare data type only where the type is kept at run time. */
function checkAnyType(scope: Scope, type: Type): void {
  if (type.tag !== "constructor")
    refuse("AnyType", `expected a data type without arguments, found ${showType(type)}`);
  checkType(scope, type);
}

function* typeOfAny(scope: Scope, expression: Of<"toAny" | "fromAny" | "typeRep">): Typing {
  checkAnyType(scope, expression.type);
  if (expression.tag === "typeRep") return builtin("TypeRep");
  const any = builtin("Any");
  yield* expect(scope, expression.value, expression.tag === "toAny" ? expression.type : any);
  return expression.tag === "toAny" ? any : builtin("Optional", expression.type);
}

function checkExceptionType(scope: Scope, type: Type): void {
  if (type.tag === "constructor") requireException(scope.packages, type.of);
  else refuse("Exception", `expected an exception, found ${showType(type)}`);
}

function* typeOfThrow(
  scope: Scope,
  expression: Of<"throw" | "toAnyException" | "fromAnyException">,
): Typing {
  if (expression.tag === "throw") {
    checkType(scope, expression.returnType);
    checkExceptionType(scope, expression.exceptionType);
    yield* expect(scope, expression.exception, expression.exceptionType);
    return expression.returnType;
  }
  const any = builtin("AnyException");
  checkExceptionType(scope, expression.type);
  const wraps = expression.tag === "toAnyException";
  yield* expect(scope, expression.value, wraps ? expression.type : any);
  return wraps ? any : builtin("Optional", expression.type);
}

function typing(scope: Scope, expression: Expression): Type | Typing {
  switch (expression.tag) {
    case "variable":
      return typeOfVariable(scope, expression.name);
    case "value":
      return valueOf(scope.packages, expression.of).type;
    case "builtin":
      return builtinFunctionTypes[expression.builtin];
    case "unit":
      return builtin("Unit");
    case "bool":
      return builtin("Bool");
    case "literal":
      return typeOfLiteral(expression.literal);
    case "record":
      return typeOfRecord(scope, expression);
    case "recordProjection":
      return typeOfRecordProjection(scope, expression);
    case "recordUpdate":
      return typeOfRecordUpdate(scope, expression);
    case "variant":
      return typeOfVariant(scope, expression);
    case "enum":
      return typeOfEnum(scope, expression);
    case "struct":
      return typeOfStruct(expression);
    case "structProjection":
      return typeOfStructProjection(scope, expression);
    case "structUpdate":
      return typeOfStructUpdate(scope, expression);
    default:
      return typingOfForms(scope, expression);
  }
}

type Forms = Exclude<
  Expression,
  Of<
    | "variable"
    | "value"
    | "builtin"
    | "unit"
    | "bool"
    | "literal"
    | "record"
    | "recordProjection"
    | "recordUpdate"
    | "variant"
    | "enum"
    | "struct"
    | "structProjection"
    | "structUpdate"
  >
>;

function typingOfForms(scope: Scope, expression: Forms): Typing {
  switch (expression.tag) {
    case "application":
      return typeOfApplication(scope, expression);
    case "typeApplication":
      return typeOfTypeApplication(scope, expression);
    case "abstraction":
      return typeOfAbstraction(scope, expression);
    case "typeAbstraction":
      return typeOfTypeAbstraction(scope, expression);
    case "case":
      return typeOfCase(scope, expression);
    case "let":
      return typeOfLet(scope, expression);
    case "nil":
    case "cons":
      return typeOfList(scope, expression);
    case "none":
    case "some":
      return typeOfOptional(scope, expression);
    case "toAny":
    case "fromAny":
    case "typeRep":
      return typeOfAny(scope, expression);
    case "throw":
    case "toAnyException":
    case "fromAnyException":
      return typeOfThrow(scope, expression);
    case "toInterface":
    case "fromInterface":
    case "unsafeFromInterface":
      return typeOfConversion(scope, expression);
    case "toRequiredInterface":
    case "fromRequiredInterface":
    case "unsafeFromRequiredInterface":
      return typeOfRequiredConversion(scope, expression);
    case "update":
      return typeOfUpdate(scope, expression.update);
    default:
      return typeOfObservation(scope, expression);
  }
}

/**
 * The type of an expression.
 *
 * @param scope - the packages, and the variables in scope
 * @param expression - the expression, of any depth
 */
function typeOf(scope: Scope, expression: Expression): Type {
  const waiting: Array<Typing> = [];
  let next: Expression | undefined = expression;
  let type: Type = builtin("Unit");
  for (;;) {
    if (next !== undefined) {
      step(scope);
      const started: Type | Typing = typing(scope, next);
      next = undefined;
      if ("tag" in started) {
        type = started;
      } else {
        waiting.push(started);
        const first = started.next();
        if (first.done === true) {
          waiting.pop();
          type = first.value;
        } else {
          next = first.value;
          continue;
        }
      }
    }
    const current = waiting.at(-1);
    if (current === undefined) return type;
    const result = current.next(type);
    if (result.done === true) {
      waiting.pop();
      type = result.value;
    } else {
      next = result.value;
    }
  }
}

/** Rejects an expression that is not of the type expected. */
export function checkExpression(scope: Scope, expression: Expression, expected: Type): void {
  requireType(scope, typeOf(scope, expression), expected);
}
