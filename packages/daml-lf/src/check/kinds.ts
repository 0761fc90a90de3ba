import type { DataType } from "../syntax/package.js";
import type { BuiltinType, Kind, Reference, Type, TypeBinder } from "../syntax/type.js";
import { nat, spine, star } from "./build-type.js";
import { dataTypeOf, synonymOf } from "./definitions.js";
import { sameKind, sameType } from "./equivalence.js";
import { refuse } from "./check-error.js";
import {
  bindType,
  checkDepth,
  kindOfVariable,
  refuseRepeated,
  type Scope,
  unbindType,
} from "./scope.js";
import { showReference, showType } from "./show-type.js";
import { bindParameters, substitute } from "./substitute.js";

const unary: Kind = { tag: "arrow", parameter: star, result: star };
const binary: Kind = { tag: "arrow", parameter: star, result: unary };
const parametric: ReadonlyMap<BuiltinType, Kind> = new Map<BuiltinType, Kind>([
  ["Numeric", { tag: "arrow", parameter: nat, result: star }],
  ["List", unary],
  ["Update", unary],
  ["ContractId", unary],
  ["Optional", unary],
  ["TextMap", unary],
  ["Arrow", binary],
  ["GenMap", binary],
]);

function showKind(kind: Kind): string {
  if (kind.tag === "star") return "*";
  if (kind.tag === "nat") return "nat";
  return kind.result.tag === "star" ? "a kind with one parameter" : "a kind with parameters";
}

/** Rejects a kind in which a function ends in `nat`. */
export function checkKind(kind: Kind): void {
  const pending = [kind];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.tag !== "arrow") continue;
    if (next.result.tag === "nat") refuse("Kind", "the kind nat is the result of an arrow");
    pending.push(next.parameter, next.result);
  }
}

/** Checks parameters of a definition and brings them into scope. */
export function bindTypeParameters(scope: Scope, parameters: ReadonlyArray<TypeBinder>): void {
  for (const parameter of parameters) checkKind(parameter.kind);
  refuseRepeated(
    parameters.map((parameter) => parameter.name),
    "type parameter",
  );
  for (const parameter of parameters) bindType(scope, parameter.name, parameter.kind);
}

function kindOfDataType(type: DataType): Kind {
  return type.parameters.reduceRight<Kind>(
    (result, parameter) => ({ tag: "arrow", parameter: parameter.kind, result }),
    star,
  );
}

/** Puts the arguments into a synonym, once, after checking their number and kinds. */
function unfold(scope: Scope, type: Extract<Type, { tag: "synonym" }>, depth: number): Type {
  const synonym = synonymOf(scope.packages, type.of);
  checkArguments(scope, type.of, synonym.parameters, type.arguments, depth);
  return substitute(scope, synonym.type, bindParameters(synonym.parameters, type.arguments));
}

function checkArguments(
  scope: Scope,
  of: Reference,
  parameters: ReadonlyArray<TypeBinder>,
  given: ReadonlyArray<Type>,
  depth: number,
): void {
  if (parameters.length !== given.length) {
    refuse(
      "Arity",
      `${showReference(of)} takes ${parameters.length} type arguments, found ${given.length}`,
    );
  }
  for (const [index, parameter] of parameters.entries()) {
    const type = given[index];
    if (type !== undefined) expectKind(scope, type, parameter.kind, depth + 1);
  }
}

function expectKind(scope: Scope, type: Type, expected: Kind, depth: number): void {
  const found = kindOf(scope, type, depth);
  if (!sameKind(found, expected)) {
    refuse(
      "Kind",
      `kind mismatch: expected ${showKind(expected)}, found ${showKind(found)} (${showType(type)})`,
    );
  }
}

function kindOfApplication(
  scope: Scope,
  type: Extract<Type, { tag: "application" }>,
  depth: number,
): Kind {
  const { head, given } = spine(type);
  let kind = kindOf(scope, head, depth + 1);
  for (const argument of given) {
    if (kind.tag !== "arrow")
      return refuse("Kind", `${showType(head)} takes fewer type arguments than ${given.length}`);
    expectKind(scope, argument, kind.parameter, depth + 1);
    kind = kind.result;
  }
  return kind;
}

function kindOf(scope: Scope, type: Type, depth: number): Kind {
  checkDepth(scope, depth);
  switch (type.tag) {
    case "synonym":
      expectKind(scope, unfold(scope, type, depth), star, depth + 1);
      return star;
    case "variable":
      return kindOfVariable(scope, type.name);
    case "nat":
      return nat;
    case "constructor":
      return kindOfDataType(dataTypeOf(scope.packages, type.of));
    case "builtin":
      return parametric.get(type.builtin) ?? star;
    case "application":
      return kindOfApplication(scope, type, depth);
    case "forall":
      checkKind(type.binder.kind);
      bindType(scope, type.binder.name, type.binder.kind);
      expectKind(scope, type.body, star, depth + 1);
      unbindType(scope, type.binder.name);
      return star;
    case "struct":
      checkFieldTypes(scope, type.fields, depth);
      return star;
  }
}

/** Rejects fields with equal names or with types that have no values. */
export function checkFieldTypes(
  scope: Scope,
  fields: ReadonlyArray<{ readonly name: string; readonly type: Type }>,
  depth = 0,
): void {
  refuseRepeated(
    fields.map((field) => field.name),
    "field",
  );
  for (const field of fields) expectKind(scope, field.type, star, depth + 1);
}

/** Rejects a type that is not well formed or not of the kind expected. */
export function checkType(scope: Scope, type: Type, kind: Kind = star): void {
  expectKind(scope, type, kind, 0);
}

/** Checks the type arguments of a data type. */
export function checkTypeArguments(
  scope: Scope,
  of: Reference,
  parameters: ReadonlyArray<TypeBinder>,
  given: ReadonlyArray<Type>,
): void {
  checkArguments(scope, of, parameters, given, 0);
}

function expandFrom(scope: Scope, type: Type, depth: number): Type {
  checkDepth(scope, depth);
  switch (type.tag) {
    case "synonym":
      return expandFrom(scope, unfold(scope, type, depth), depth + 1);
    case "application": {
      const head = expandFrom(scope, type.function, depth + 1);
      const argument = expandFrom(scope, type.argument, depth + 1);
      return head === type.function && argument === type.argument
        ? type
        : { tag: "application", function: head, argument };
    }
    case "forall": {
      bindType(scope, type.binder.name, type.binder.kind);
      const body = expandFrom(scope, type.body, depth + 1);
      unbindType(scope, type.binder.name);
      return body === type.body ? type : { tag: "forall", binder: type.binder, body };
    }
    case "struct":
      return {
        tag: "struct",
        fields: type.fields.map((field) => ({
          name: field.name,
          type: expandFrom(scope, field.type, depth + 1),
        })),
      };
    default:
      return type;
  }
}

/** A type without synonyms. */
export function expandSynonyms(scope: Scope, type: Type): Type {
  return expandFrom(scope, type, 0);
}

/** Whether two types are the same, by names of synonyms or with all of them expanded. */
export function equivalent(scope: Scope, left: Type, right: Type): boolean {
  return (
    sameType(scope, left, right) ||
    sameType(scope, expandSynonyms(scope, left), expandSynonyms(scope, right))
  );
}
