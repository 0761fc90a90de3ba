import type { Expression } from "../syntax/expression.js";
import type { LfChoice, LfPackage, LfTemplate, Module } from "../syntax/package.js";
import { Malformed } from "../malformed.js";
import { LfError } from "../values/lf-error.js";
import { compileExpression } from "./compile.js";
import { keyOf, type Program } from "./program.js";
import { compile, outerScope } from "./scope.js";

/** An expression that does not compile: of which definition, and why. */
interface CompileError {
  /** `Module:definition`, with the part of a template in words. */
  readonly where: string;
  readonly reason: string;
}

export interface CompiledPackage {
  /** How many expressions there are: values, and parts of templates, interfaces and exceptions. */
  readonly expressions: number;
  readonly errors: ReadonlyArray<CompileError>;
}

/** An expression of a definition, with the variables that are bound around it. */
interface Part {
  readonly name: string;
  readonly parameters: ReadonlyArray<string>;
  readonly expression: () => Expression | undefined;
}

/** Compiles every expression of a package and runs none. */
export const compilePackage = (program: Program, { id, modules }: LfPackage): CompiledPackage => {
  const errors: Array<CompileError> = [];
  let expressions = 0;
  for (const module of modules.values()) {
    for (const { name, parameters, expression } of partsOf(module)) {
      const definition = `${module.name}:${name}`;
      const place = { packageId: id, definition };
      try {
        const body = expression();
        if (body === undefined) continue;
        expressions++;
        compile(body, outerScope({ program, place, compileIn: compileExpression }, parameters));
      } catch (thrown) {
        errors.push({ where: definition, reason: reasonOf(thrown) });
      }
    }
  }
  return { expressions, errors };
};

const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof Malformed) return thrown.message;
  if (thrown instanceof LfError && "reason" in thrown.failure) return thrown.failure.reason;
  throw thrown;
};

const partsOf = ({ values, templates, interfaces, exceptions }: Module): ReadonlyArray<Part> => [
  ...[...values.values()].map((value) => part(value.name, [], () => value.expression)),
  ...[...templates.values()].flatMap(templateParts),
  ...[...interfaces.values()].flatMap(({ name, parameter, choices }) =>
    [...choices.values()].flatMap((choice) => choiceParts(name, parameter, choice)),
  ),
  ...[...exceptions.values()].map((each) => part(each.name, [], () => each.message)),
];

const part = (
  name: string,
  parameters: ReadonlyArray<string>,
  expression: () => Expression | undefined,
): Part => ({ name, parameters, expression });

const templateParts = (template: LfTemplate): ReadonlyArray<Part> => {
  const { name, parameter, choices, implementations } = template;
  const own = (of: string, expression: () => Expression | undefined): Part =>
    part(`${name} (${of})`, [parameter], expression);
  return [
    own("precondition", () => template.precondition),
    own("signatories", () => template.signatories),
    own("observers", () => template.observers),
    own("key", () => template.key?.expression),
    part(`${name} (maintainers)`, [], () => template.key?.maintainers),
    ...[...choices.values()].flatMap((choice) => choiceParts(name, parameter, choice)),
    ...implementations.flatMap((of) => [
      own(`view of ${keyOf(of.interface)}`, () => of.view),
      ...[...of.methods].map(([method, body]) =>
        own(`method ${method} of ${keyOf(of.interface)}`, () => body),
      ),
    ]),
  ];
};

const choiceParts = (of: string, parameter: string, choice: LfChoice): ReadonlyArray<Part> => {
  const visible = [parameter, choice.argument.name];
  const own = (
    what: string,
    parameters: ReadonlyArray<string>,
    expression: () => Expression | undefined,
  ): Part => part(`${of} (${what} of choice ${choice.name})`, parameters, expression);
  return [
    own("controllers", visible, () => choice.controllers),
    own("observers", visible, () => choice.observers),
    own("authorizers", visible, () => choice.authorizers),
    own("update", [choice.self, ...visible], () => choice.update),
  ];
};
