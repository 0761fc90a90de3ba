import type { Expression } from "../syntax/expression.js";
import type { LfChoice } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import type { ContractId, LfRecord, LfValue } from "../values/value.js";
import { force } from "./cells.js";
import { compileExpression } from "./compile.js";
import { crash } from "./crash.js";
import { partOf } from "./definitions.js";
import { putArguments } from "./functions.js";
import { type Machine, run } from "./machine.js";
import { found, implementationOf, keyOf, moduleOf, type Program, templateOf } from "./program.js";
import { BegunUpdate, call } from "./run-update.js";
import type { Code, Frame } from "./frames.js";

/**
 * Evaluates an expression of a template as a function. Throws `LfError`.
 *
 * @param of the template or the interface
 * @param owner it, or what of it has the expression
 * @param part its name, unique within the owner
 * @param names of the variables
 * @param values of the variables
 * @param expression what is evaluated; read when it first runs
 * @param choice the name of the choice that is the owner
 */
const evaluatePart = (
  machine: Machine,
  of: Reference,
  owner: object,
  part: string,
  names: ReadonlyArray<string>,
  values: ReadonlyArray<LfValue>,
  expression: () => Expression,
  choice?: string,
): LfValue => {
  const { code, frame } = partWith(machine, of, owner, part, names, values, expression, choice);
  return run(machine, code, frame);
};

/** The code of an expression of a template as a function, and its arguments. */
const partWith = (
  { program }: Machine,
  of: Reference,
  owner: object,
  part: string,
  names: ReadonlyArray<string>,
  values: ReadonlyArray<LfValue>,
  expression: () => Expression,
  choice?: string,
): { readonly code: Code; readonly frame: Frame } => {
  const { known } = partOf(program, of, owner, part, names, expression, compileExpression, choice);
  if (known === undefined) throw crash("a part of a template has parameters");
  const { code, size } = known.of;
  const frame = new Array<LfValue>(size);
  putArguments(frame, 0, values, 0, values.length);
  return { code, frame };
};

/** An expression of a template over its payload. Throws `LfError`. */
export const templatePart = (
  machine: Machine,
  template: Reference,
  part: "precondition" | "signatories" | "observers" | "key",
  payload: LfRecord,
): LfValue => {
  const definition = templateOf(machine.program, template);
  if (part === "precondition" && definition.precondition === undefined) return true;
  const expression = (): Expression =>
    found(part === "key" ? definition.key?.expression : definition[part], template);
  const names = [definition.parameter];
  return evaluatePart(machine, template, definition, part, names, [payload], expression);
};

/** The maintainers of a key of a template, as a list of parties. Throws `LfError`. */
export const keyMaintainers = (machine: Machine, template: Reference, key: LfValue): LfValue => {
  const { program } = machine;
  const owner = found(templateOf(program, template).key, template);
  const expression = (): Expression => owner.maintainers;
  const cell = partOf(program, template, owner, "maintainers", [], expression, compileExpression);
  const maintainers = run(machine, () => force(cell), []);
  return call(maintainers, [key], machine.meter);
};

/** What a choice is exercised on and with; `payload` is an interface value for its choices. */
export interface ChoiceCall {
  readonly of: Reference;
  readonly choice: string;
  readonly self: ContractId;
  readonly payload: LfValue;
  readonly argument: LfValue;
}

/**
 * An expression of a choice; absent observers and authorizers are undefined. Throws `LfError`.
 */
export const choicePart = (
  machine: Machine,
  { of, choice: name, payload, argument }: ChoiceCall,
  part: "controllers" | "observers" | "authorizers",
): LfValue | undefined => {
  const { choice, parameter } = choiceOf(machine.program, of, name);
  const expression = choice[part];
  if (expression === undefined) return undefined;
  return evaluatePart(
    machine,
    of,
    choice,
    part,
    [parameter, choice.argument.name],
    [payload, argument],
    () => expression,
    name,
  );
};

/** The body of a choice, for `runUpdate`. Throws `LfError`. */
export const choiceBody = (
  machine: Machine,
  { of, choice: name, self, payload, argument }: ChoiceCall,
): LfValue => {
  const { choice, parameter } = choiceOf(machine.program, of, name);
  const { code, frame } = partWith(
    machine,
    of,
    choice,
    "update",
    [choice.self, parameter, choice.argument.name],
    [self, payload, argument],
    () => choice.update,
    name,
  );
  return new BegunUpdate(code, frame);
};

const choiceOf = (
  program: Program,
  of: Reference,
  name: string,
): { readonly choice: LfChoice; readonly parameter: string } => {
  const { templates, interfaces } = moduleOf(program, of);
  const { choices, parameter } = found(templates.get(of.name) ?? interfaces.get(of.name), of);
  const choice = choices.get(name);
  if (choice === undefined) throw crash(`no definition ${keyOf(of)}:${name}`);
  return { choice, parameter };
};

/** The view of a payload through an interface. Throws `LfError`. */
export const viewOf = (
  machine: Machine,
  template: Reference,
  interfaceOf: Reference,
  payload: LfRecord,
): LfValue => {
  const { parameter } = templateOf(machine.program, template);
  const owner = found(implementationOf(machine.program, template, interfaceOf), template);
  const expression = (): Expression => owner.view;
  return evaluatePart(machine, template, owner, "view", [parameter], [payload], expression);
};
