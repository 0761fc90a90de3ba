import type { Expression } from "../syntax/expression.js";
import type { Reference } from "../syntax/type.js";
import {
  ContractId,
  InterfaceValue,
  LfRecord,
  type LfValue,
  none,
  type OtherCode,
  Some,
  TypeRep,
} from "../values/value.js";
import { crash, failed } from "./crash.js";
import { partOf } from "./definitions.js";
import { jump } from "./frames.js";
import { implementationOf, keyOf, type Program, sameReference, templateOf } from "./program.js";
import { compile, type Compiled, overOperands, type Scope, valueIn } from "./scope.js";

type InterfaceExpression = Extract<
  Expression,
  {
    readonly tag:
      | "toInterface"
      | "fromInterface"
      | "callInterface"
      | "signatoryInterface"
      | "observerInterface"
      | "viewInterface"
      | "unsafeFromInterface"
      | "interfaceTemplateTypeRep"
      | "toRequiredInterface"
      | "fromRequiredInterface"
      | "unsafeFromRequiredInterface";
  }
>;

/** Compiles an expression of interfaces (daml-lf B.11). */
export const compileInterface = (expression: InterfaceExpression, scope: Scope): Compiled => {
  const { program } = scope;
  switch (expression.tag) {
    case "toInterface": {
      const { template } = expression;
      return over(expression.value, scope, 0, (payload) => {
        if (!(payload instanceof LfRecord)) throw crash("a payload was expected");
        return new InterfaceValue(template, payload);
      });
    }
    case "toRequiredInterface":
      return compile(expression.value, scope);
    case "interfaceTemplateTypeRep":
      return onValue(expression.value, scope, 1, ({ template }) => {
        return new TypeRep({ tag: "constructor", of: template });
      });
    case "fromInterface":
      return onValue(expression.value, scope, 1, (value) => {
        const payload = payloadAs(program, value, expression.template);
        return payload === undefined ? none : new Some(payload);
      });
    case "fromRequiredInterface":
      return onValue(expression.value, scope, 1, (value) =>
        isImplementing(program, value, expression.requiring) ? new Some(value) : none,
      );
    case "unsafeFromInterface":
    case "unsafeFromRequiredInterface":
      return compileUnsafe(expression, scope);
    default:
      return compileCall(expression, scope);
  }
};

const over = (
  operand: Expression,
  scope: Scope,
  effect: 0 | 1 | 2,
  make: (value: LfValue) => LfValue,
): Compiled =>
  overOperands(scope, [compile(operand, scope)], effect, ([of]) => {
    if (of === undefined) throw crash("an operand is missing");
    return (frame) => make(valueIn(frame, of));
  });

const onValue = (
  operand: Expression,
  scope: Scope,
  effect: 1 | 2,
  make: (value: InterfaceValue) => LfValue,
): Compiled => over(operand, scope, effect, (value) => make(interfaceValue(value)));

const interfaceValue = (value: LfValue): InterfaceValue => {
  if (value instanceof InterfaceValue) return value;
  throw crash("an interface value was expected");
};

/** The payload as one of a template; of another version of it, converted. */
const payloadAs = (
  program: Program,
  { template, payload, other }: InterfaceValue,
  wanted: Reference,
): LfRecord | undefined => {
  if (sameReference(template, wanted)) return payload;
  if (template.module !== wanted.module || template.name !== wanted.name) return undefined;
  const name = other?.packageName ?? program.package(template.packageId)?.name;
  if (name === undefined || name !== program.package(wanted.packageId)?.name) return undefined;
  if (other !== undefined) return other.payloadAs(wanted);
  return program.convert(payload, template, wanted);
};

const isImplementing = (
  program: Program,
  { template, other }: InterfaceValue,
  of: Reference,
): boolean => other?.implements(of) ?? implementationOf(program, template, of) !== undefined;

type Unsafe = Extract<
  InterfaceExpression,
  { readonly tag: "unsafeFromInterface" | "unsafeFromRequiredInterface" }
>;

const compileUnsafe = (expression: Unsafe, scope: Scope): Compiled => {
  const parts = [compile(expression.contractId, scope), compile(expression.value, scope)];
  return overOperands(scope, parts, 1, ([id, of]) => (frame) => {
    if (id === undefined || of === undefined) throw crash("an operand is missing");
    const value = interfaceValue(valueIn(frame, of));
    const contractId = valueIn(frame, id);
    if (!(contractId instanceof ContractId)) throw crash("a contract id was expected");
    return unsafely(scope.program, expression, value, contractId.id);
  });
};

const unsafely = (
  program: Program,
  expression: Unsafe,
  value: InterfaceValue,
  contractId: string,
): LfValue => {
  const actual = value.template;
  if (expression.tag === "unsafeFromInterface") {
    const payload = payloadAs(program, value, expression.template);
    if (payload !== undefined) return payload;
    const expected = expression.template;
    throw failed({ kind: "WronglyTypedContract", contractId, expected, actual });
  }
  const { required, requiring } = expression;
  if (isImplementing(program, value, requiring)) return value;
  throw failed({
    kind: "ContractDoesNotImplementRequiringInterface",
    contractId,
    required,
    requiring,
    template: actual,
  });
};

type Calling = Extract<
  InterfaceExpression,
  {
    readonly tag: "callInterface" | "signatoryInterface" | "observerInterface" | "viewInterface";
  }
>;

const compileCall = (expression: Calling, scope: Scope): Compiled => {
  const part = partName(expression);
  return onValue(expression.value, scope, 2, ({ template, payload, other }) => {
    if (other !== undefined) return calledOther(expression, other);
    const { program, compileIn } = scope;
    const definition = templateOf(program, template);
    const body = (): Expression => {
      if (expression.tag === "signatoryInterface") return definition.signatories;
      if (expression.tag === "observerInterface") return definition.observers;
      const implementation = implementationOf(program, template, expression.interface);
      const part =
        expression.tag === "viewInterface"
          ? implementation?.view
          : implementation?.methods.get(expression.method);
      if (part === undefined) throw crash(`${keyOf(template)} lacks an implementation`);
      return part;
    };
    const isOwn = expression.tag === "signatoryInterface" || expression.tag === "observerInterface";
    const owner = isOwn ? definition : implementationOf(program, template, expression.interface);
    const { known } = partOf(
      program,
      template,
      owner ?? definition,
      part,
      [definition.parameter],
      body,
      compileIn,
    );
    if (known === undefined) throw crash("a part of a template is a function of its payload");
    const frame = new Array<LfValue>(known.of.size);
    frame[0] = payload;
    return jump(known.of.code, frame);
  });
};

const calledOther = (expression: Calling, other: OtherCode): LfValue => {
  switch (expression.tag) {
    case "signatoryInterface":
      return other.signatories();
    case "observerInterface":
      return other.observers();
    case "viewInterface":
      return other.view(expression.interface);
    case "callInterface":
      throw crash(
        `the method ${expression.method} of a template in TypeScript cannot be called from Daml`,
      );
  }
};

const partName = (expression: Calling): string => {
  switch (expression.tag) {
    case "signatoryInterface":
      return "signatories";
    case "observerInterface":
      return "observers";
    case "viewInterface":
      return "view";
    case "callInterface":
      return `method ${expression.method}`;
  }
};
