import type { Expression } from "../syntax/expression.js";
import type { Reference } from "../syntax/type.js";
import type { Place } from "../values/lf-error.js";
import { type Cell, cellOf, lazyCode } from "./cells.js";
import { Closure, FunctionCode } from "./functions.js";
import type { ProfiledCode } from "@tallystick/core";
import type { Code } from "./frames.js";
import { profiledBody, spreadAbstraction } from "./lambda.js";
import { erased, found, keyOf, moduleOf, type Program } from "./program.js";
import { compile, outerScope, type Scope } from "./scope.js";

/** How expressions are compiled; given by the file that knows all kinds of them. */
type CompileIn = Scope["compileIn"];

/** A top-level value: a cell, and its function where it is an abstraction. */
interface Definition extends Cell {
  readonly known?: Closure;
}

/** The top-level value of a reference; compiled when it first runs. */
export const definitionOf = (program: Program, of: Reference, compileIn: CompileIn): Definition =>
  keptCell(program, program.cells, keyOf(of), () => {
    const value = found(moduleOf(program, of).values.get(of.name), of);
    return {
      expression: value.expression,
      place: placeOf(of, value.location?.startLine ?? value.expression.location?.startLine),
      compileIn,
      label: `${of.module}:${of.name}`,
    };
  });

/**
 * A cell of an expression of a template or an interface, kept under a name of its own: a function
 * of the parameters.
 *
 * @param of the template, exception or interface
 * @param owner it, or the choice, key or implementation of it that has the expression
 * @param part what of it, as `signatories`
 * @param choice the name of the choice that has it
 */
export const partOf = (
  program: Program,
  of: Reference,
  owner: object,
  part: string,
  parameters: ReadonlyArray<string>,
  expression: () => Expression,
  compileIn: CompileIn,
  choice?: string,
): Definition => {
  const parts = program.parts.get(owner) ?? new Map<string, Definition>();
  if (parts.size === 0) program.parts.set(owner, parts);
  return keptCell(program, parts, part, () => {
    const body = expression();
    return {
      expression: body,
      place: placeOf(of, body.location?.startLine),
      compileIn,
      parameters,
      label: `${of.module}:${of.name} ${shownPart(part, choice)}`,
      line: lineAt(owner),
    };
  });
};

const shownPart = (part: string, choice: string | undefined): string => {
  if (choice === undefined) return part;
  return part === "update" ? choice : `${part} of ${choice}`;
};

const placeOf = ({ packageId, module, name }: Reference, line: number | undefined): Place => ({
  packageId,
  definition: `${module}:${name}`,
  ...(line === undefined ? {} : { line: line + 1 }),
});

interface Source {
  readonly expression: Expression;
  readonly place: Place;
  readonly compileIn: CompileIn;
  readonly parameters?: ReadonlyArray<string>;
  /** Its name in a profile. */
  readonly label: string;
  /** Where it begins, if the expression does not say it. */
  readonly line?: number | undefined;
}

/** The line of what of a template has an expression, such as a choice; from 1. */
const lineAt = (owner: object): number | undefined => {
  const location: unknown = "location" in owner ? owner.location : undefined;
  return typeof location === "object" &&
    location !== null &&
    "startLine" in location &&
    typeof location.startLine === "number"
    ? location.startLine + 1
    : undefined;
};

const keptCell = (
  program: Program,
  cells: Map<string, Definition>,
  key: string,
  sourceOf: () => Source,
): Definition => {
  const there = cells.get(key);
  if (there !== undefined) return there;
  const source = sourceOf();
  const { place, compileIn } = source;
  const profiled = program.isProfiled === true ? codeOf(program, source) : undefined;
  const scope = (parameters: ReadonlyArray<string>): Scope =>
    outerScope({ program, place, compileIn, profiled }, parameters);
  const known = knownFunction(source, scope);
  const cell = cellOf(source.expression, () =>
    known === undefined ? codeIn(scope([]), source.expression) : () => known,
  );
  const definition: Definition = known === undefined ? cell : Object.assign(cell, { known });
  cells.set(key, definition);
  return definition;
};

const codeOf = (
  program: Program,
  { place: { packageId, line: own }, label, line }: Source,
): ProfiledCode => ({
  packageId,
  definition: label,
  line: own ?? line,
  isLibrary: /:\$/.test(label) || libraries.test(program.package(packageId)?.name ?? ""),
});

/** Packages of the language. */
const libraries = /^(?:daml-prim|daml-stdlib|daml-script|ghc-stdlib)/;

const codeIn = (scope: Scope, expression: Expression): Code =>
  profiledBody(scope, compile(expression, scope)).code;

/** An abstraction as a function, which is compiled when it is first called. */
const knownFunction = (
  { expression, parameters: given }: Source,
  scope: (parameters: ReadonlyArray<string>) => Scope,
): Closure | undefined => {
  const { parameters, body } =
    given === undefined
      ? spreadAbstraction(erased(expression))
      : { parameters: given, body: expression };
  if (parameters.length === 0) return undefined;
  const lazily = lazyCode(
    () => {
      const inner = scope(parameters);
      const whole = profiledBody(inner, compile(body, inner));
      of.compiled(whole, inner.of.slots);
      return whole.code;
    },
    () => undefined,
  );
  const of = new FunctionCode(parameters.length, lazily, parameters.length, []);
  of.isComposition = isComposition(parameters, body);
  return new Closure(of, []);
};

/** Whether a function of `f`, `g` and `x` is `f (g x)`. */
const isComposition = (parameters: ReadonlyArray<string>, body: Expression): boolean => {
  const [f, g, x] = parameters;
  const outer = applicationOf(body);
  const inner = applicationOf(outer?.argument);
  const names = [outer?.function, inner?.function, inner?.argument].map(nameOfVariable);
  return parameters.length === 3 && f !== g && f !== x && g !== x && isSame(names, [f, g, x]);
};

const isSame = <A>(some: ReadonlyArray<A>, others: ReadonlyArray<A>): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

const applicationOf = (
  expression: Expression | undefined,
): { readonly function: Expression; readonly argument: Expression } | undefined => {
  const inner = expression === undefined ? undefined : erased(expression);
  if (inner?.tag !== "application" || inner.arguments.length !== 1) return undefined;
  const [argument] = inner.arguments;
  return argument === undefined ? undefined : { function: inner.function, argument };
};

const nameOfVariable = (expression: Expression | undefined): string | undefined => {
  const inner = expression === undefined ? undefined : erased(expression);
  return inner?.tag === "variable" ? inner.name : undefined;
};
