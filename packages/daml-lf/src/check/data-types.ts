import type { Expression } from "../syntax/expression.js";
import type { DataType } from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import { spine } from "./build-type.js";
import { dataTypeOf } from "./definitions.js";
import { checkTypeArguments } from "./kinds.js";
import { refuse } from "./check-error.js";
import { refuseRepeated, type Scope, step } from "./scope.js";
import { showReference, showType } from "./show-type.js";
import { bindParameters, type Substitution, substitute } from "./substitute.js";
import { asForm, expect, type Typing } from "./typing.js";

interface Applied {
  readonly of: Reference;
  readonly definition: DataType;
  readonly given: Substitution;
}

/** The data type a type applies, with its arguments checked. */
function appliedDataType(scope: Scope, type: Type): Applied {
  const { head, given } = spine(type);
  if (head.tag !== "constructor")
    return refuse("ExpectedForm", `expected a data type, found ${showType(type)}`);
  const definition = dataTypeOf(scope.packages, head.of);
  checkTypeArguments(scope, head.of, definition.parameters, given);
  return { of: head.of, definition, given: bindParameters(definition.parameters, given) };
}

function fieldsOf(scope: Scope, type: Type, tag: "record" | "variant"): Applied {
  const found = appliedDataType(scope, type);
  if (found.definition.constructors.tag !== tag)
    refuse("ExpectedForm", `expected a ${tag} type, found ${showType(type)}`);
  return found;
}

function fieldType(scope: Scope, { definition, given, of }: Applied, name: string): Type {
  const { constructors } = definition;
  const fields =
    constructors.tag === "record" || constructors.tag === "variant" ? constructors.fields : [];
  step(scope, fields.length);
  const field = fields.find((each) => each.name === name);
  if (field === undefined)
    return refuse("UnknownDefinition", `${showReference(of)} has no ${name}`);
  return substitute(scope, field.type, given);
}

type Of<Tag extends Expression["tag"]> = Extract<Expression, { tag: Tag }>;

/** The type of a record under construction: all fields in order of declaration. */
export function* typeOfRecord(scope: Scope, expression: Of<"record">): Typing {
  const found = fieldsOf(scope, expression.type, "record");
  const { constructors } = found.definition;
  const declared = constructors.tag === "record" ? constructors.fields : [];
  const expected = declared.map((field) => field.name).join(", ");
  const given = expression.fields.map((field) => field.name).join(", ");
  if (expected !== given)
    refuse("TypeMismatch", `field mismatch: expected (${expected}), found (${given})`);
  for (const [index, field] of expression.fields.entries()) {
    const type = declared[index]?.type;
    if (type !== undefined) yield* expect(scope, field.value, substitute(scope, type, found.given));
  }
  return expression.type;
}

export function* typeOfRecordProjection(scope: Scope, expression: Of<"recordProjection">): Typing {
  const found = fieldsOf(scope, expression.type, "record");
  const type = fieldType(scope, found, expression.field);
  yield* expect(scope, expression.record, expression.type);
  return type;
}

/** The type of a record with one field replaced. */
export function* typeOfRecordUpdate(scope: Scope, expression: Of<"recordUpdate">): Typing {
  const found = fieldsOf(scope, expression.type, "record");
  yield* expect(scope, expression.record, expression.type);
  yield* expect(scope, expression.update, fieldType(scope, found, expression.field));
  return expression.type;
}

export function* typeOfVariant(scope: Scope, expression: Of<"variant">): Typing {
  const found = fieldsOf(scope, expression.type, "variant");
  yield* expect(scope, expression.argument, fieldType(scope, found, expression.constructor));
  return expression.type;
}

export function typeOfEnum(scope: Scope, expression: Of<"enum">): Type {
  const { constructors } = dataTypeOf(scope.packages, expression.of);
  if (constructors.tag !== "enum")
    return refuse("ExpectedForm", `expected an enum, found ${showReference(expression.of)}`);
  step(scope, constructors.names.length);
  if (!constructors.names.includes(expression.constructor))
    refuse("UnknownDefinition", `${showReference(expression.of)} has no ${expression.constructor}`);

  return { tag: "constructor", of: expression.of };
}

function asStruct(scope: Scope, type: Type): Extract<Type, { tag: "struct" }> {
  return asForm(scope, type, "a struct", (each) => (each.tag === "struct" ? each : undefined));
}

function structField(scope: Scope, type: Extract<Type, { tag: "struct" }>, name: string): Type {
  step(scope, type.fields.length);
  return (
    type.fields.find((field) => field.name === name)?.type ??
    refuse("UnknownDefinition", `${showType(type)} has no field ${name}`)
  );
}

/** The type of a struct under construction. */
export function* typeOfStruct(expression: Of<"struct">): Typing {
  const fields: Array<{ readonly name: string; readonly type: Type }> = [];
  for (const { name, value } of expression.fields) fields.push({ name, type: yield value });
  refuseRepeated(
    fields.map((field) => field.name),
    "field",
  );
  return { tag: "struct", fields };
}

export function* typeOfStructProjection(scope: Scope, expression: Of<"structProjection">): Typing {
  return structField(scope, asStruct(scope, yield expression.struct), expression.field);
}

/** The type of a struct with one field replaced. */
export function* typeOfStructUpdate(scope: Scope, expression: Of<"structUpdate">): Typing {
  const type = asStruct(scope, yield expression.struct);
  yield* expect(scope, expression.update, structField(scope, type, expression.field));
  return type;
}
