import type { Expression } from "../syntax/expression.js";
import type { Reference } from "../syntax/type.js";
import { builtin, constructorType, parties, sameReference } from "./build-type.js";
import { interfaceOf, methodType, templateOf } from "./definitions.js";
import { refuse } from "./check-error.js";
import { type Scope, step } from "./scope.js";
import { showReference } from "./show-type.js";
import { expect, type Typing } from "./typing.js";

type Of<Tag extends Expression["tag"]> = Extract<Expression, { tag: Tag }>;

/** An expression about a template and an interface it implements. */
type Conversion = Of<"toInterface" | "fromInterface" | "unsafeFromInterface">;

/** An expression about an interface and one that it requires. */
type RequiredConversion = Of<
  "toRequiredInterface" | "fromRequiredInterface" | "unsafeFromRequiredInterface"
>;

/** An expression about a value of an interface. */
type Observation = Of<
  | "callInterface"
  | "signatoryInterface"
  | "observerInterface"
  | "viewInterface"
  | "interfaceTemplateTypeRep"
>;

/** Whether a template says that it implements an interface. */
export function implementsInterface(
  scope: Scope,
  template: Reference,
  implemented: Reference,
): boolean {
  const { implementations } = templateOf(scope.packages, template);
  step(scope, implementations.length);
  return implementations.some((each) => sameReference(each.interface, implemented));
}

/** Rejects an interface that does not exist or that a template does not implement. */
function requireImplementation(scope: Scope, template: Reference, implemented: Reference): void {
  interfaceOf(scope.packages, implemented);
  if (!implementsInterface(scope, template, implemented)) {
    refuse(
      "UnknownDefinition",
      `template ${showReference(template)} does not implement interface ${showReference(implemented)}`,
    );
  }
}

/** The type of a conversion between a template and its interface. */
export function* typeOfConversion(scope: Scope, expression: Conversion): Typing {
  requireImplementation(scope, expression.template, expression.interface);
  const template = constructorType(expression.template);
  const wrapped = constructorType(expression.interface);
  if (expression.tag === "toInterface") {
    yield* expect(scope, expression.value, template);
    return wrapped;
  }
  if (expression.tag === "unsafeFromInterface")
    yield* expect(scope, expression.contractId, builtin("ContractId", wrapped));
  yield* expect(scope, expression.value, wrapped);
  return expression.tag === "fromInterface" ? builtin("Optional", template) : template;
}

function requireRequirement(scope: Scope, requiring: Reference, required: Reference): void {
  const { requires } = interfaceOf(scope.packages, requiring);
  step(scope, requires.length);
  if (!requires.some((each) => sameReference(each, required))) {
    refuse(
      "Interface",
      `interface ${showReference(requiring)} does not require ${showReference(required)}`,
    );
  }
}

/** The type of a conversion between an interface and one that it requires. */
export function* typeOfRequiredConversion(scope: Scope, expression: RequiredConversion): Typing {
  requireRequirement(scope, expression.requiring, expression.required);
  const requiring = constructorType(expression.requiring);
  const required = constructorType(expression.required);
  if (expression.tag === "toRequiredInterface") {
    yield* expect(scope, expression.value, requiring);
    return required;
  }
  if (expression.tag === "unsafeFromRequiredInterface")
    yield* expect(scope, expression.contractId, builtin("ContractId", required));
  yield* expect(scope, expression.value, required);
  return expression.tag === "fromRequiredInterface" ? builtin("Optional", requiring) : requiring;
}

export function* typeOfObservation(scope: Scope, expression: Observation): Typing {
  const definition = interfaceOf(scope.packages, expression.interface);
  const result =
    expression.tag === "callInterface"
      ? methodType(scope.packages, expression.interface, expression.method)
      : expression.tag === "viewInterface"
        ? definition.view
        : expression.tag === "interfaceTemplateTypeRep"
          ? builtin("TypeRep")
          : parties;
  yield* expect(scope, expression.value, constructorType(expression.interface));
  return result;
}
