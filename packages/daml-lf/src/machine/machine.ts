import type { Expression } from "../syntax/expression.js";
import type { LfChoice } from "../syntax/package.js";
import type { Reference } from "../syntax/type.js";
import { type LfFailure, LfError } from "../values/lf-error.js";
import type { Meter } from "../values/meter.js";
import {
  type AnyException,
  type ContractId,
  type LfRecord,
  type LfValue,
} from "../values/value.js";
import { abandonCells, force } from "./cells.js";
import { callingBuiltins } from "./calling-builtins.js";
import { compileExpression } from "./compile.js";
import { crash } from "./crash.js";
import { definitionOf, partOf } from "./definitions.js";
import { type Code, defaultDepth, evaluate, type Frame } from "./frames.js";
import { found, implementationOf, keyOf, moduleOf, type Program, templateOf } from "./program.js";
import { call } from "./run-update.js";

/** An evaluation of a program: what an interpretation asks of its packages' code. */
export interface Machine {
  readonly program: Program;
  readonly meter: Meter;
  /** Calls nested on the native stack. */
  readonly depth?: number;
}

const run = ({ meter, depth = defaultDepth }: Machine, code: Code, frame: Frame): LfValue => {
  abandonCells(meter);
  return evaluate(code, frame, meter, depth);
};

/**
 * The value of a top-level definition. Throws `LfError`.
 *
 * @param of the definition
 */
export const topLevelValue = (machine: Machine, of: Reference): LfValue => {
  const cell = definitionOf(machine.program, of, compileExpression);
  return run(machine, () => force(cell), []);
};

/**
 * Evaluates an expression of a template as a function. Throws `LfError`.
 *
 * @param of the template or the interface
 * @param part its name, unique within the template
 * @param values by the names of the variables they are
 * @param expression what is evaluated; read when it first runs
 */
const evaluatePart = (
  machine: Machine,
  of: Reference,
  part: string,
  values: ReadonlyArray<readonly [string, LfValue]>,
  expression: () => Expression,
): LfValue => {
  const names = values.map(([name]) => name);
  const { known } = partOf(machine.program, of, part, names, expression, compileExpression);
  if (known === undefined) throw crash("a part of a template has parameters");
  return run(
    machine,
    known.code,
    values.map(([, value]) => value),
  );
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
  return evaluatePart(machine, template, part, [[definition.parameter, payload]], () => {
    const expression = part === "key" ? definition.key?.expression : definition[part];
    return found(expression, template);
  });
};

/** The maintainers of a key of a template, as a list of parties. Throws `LfError`. */
export const keyMaintainers = (machine: Machine, template: Reference, key: LfValue): LfValue => {
  const expression = (): Expression =>
    found(templateOf(machine.program, template).key, template).maintainers;
  const cell = partOf(machine.program, template, "maintainers", [], expression, compileExpression);
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
 * An expression of a choice; absent observers and authorizers are undefined. `update` is the body
 * as an update, for `runUpdate`. Throws `LfError`.
 */
export const choicePart = (
  machine: Machine,
  { of, choice: name, self, payload, argument }: ChoiceCall,
  part: "controllers" | "observers" | "authorizers" | "update",
): LfValue | undefined => {
  const { choice, parameter } = choiceOf(machine.program, of, name);
  const expression = choice[part];
  if (expression === undefined) return undefined;
  const values: Array<readonly [string, LfValue]> = [
    [choice.self, self],
    [parameter, payload],
    [choice.argument.name, argument],
  ];
  const visible = part === "update" ? values : values.slice(1);
  return evaluatePart(machine, of, `${part} of choice ${name}`, visible, () => expression);
};

const choiceOf = (
  program: Program,
  of: Reference,
  name: string,
): { readonly choice: LfChoice; readonly parameter: string } => {
  const { templates, interfaces } = moduleOf(program, of);
  const { choices, parameter } = found(templates.get(of.name) ?? interfaces.get(of.name), of);
  return { choice: found(choices.get(name), { ...of, name: `${of.name}:${name}` }), parameter };
};

/** The view of a payload through an interface. Throws `LfError`. */
export const viewOf = (
  machine: Machine,
  template: Reference,
  interfaceOf: Reference,
  payload: LfRecord,
): LfValue => {
  const { parameter } = templateOf(machine.program, template);
  const part = `view of ${keyOf(interfaceOf)}`;
  return evaluatePart(machine, template, part, [[parameter, payload]], () => {
    const implementation = implementationOf(machine.program, template, interfaceOf);
    return found(implementation, template).view;
  });
};

/** What an evaluation may end with when no `try` is left: no exception. */
type LfEndFailure = Exclude<LfFailure, { readonly kind: "Thrown" }>;

/**
 * The failure that an error is when no `try` is left: an unhandled exception becomes a failure
 * status with its message (daml-lf B.7).
 *
 * @param from where a message function throws itself: a `submission` names that in place of the
 * message, plain `evaluation` reports what the message function threw
 */
export const endLfFailure = (
  machine: Machine,
  error: LfError,
  from: "submission" | "evaluation",
): LfEndFailure => {
  let { failure } = error;
  for (;;) {
    if (failure.kind !== "Thrown") return failure;
    const { exception } = failure;
    try {
      return unhandled(exception, exceptionMessage(machine, exception));
    } catch (inMessage) {
      if (!(inMessage instanceof LfError)) throw inMessage;
      if (from === "submission" && inMessage.failure.kind === "Thrown") {
        const { module, name } = inMessage.failure.exception.of;
        const reason = `${module}:${name} was thrown during conversion`;
        return unhandled(exception, `<Failed to calculate message as ${reason}>`);
      }
      failure = inMessage.failure;
    }
  }
};

const unhandled = ({ of }: AnyException, message: string): LfEndFailure => ({
  kind: "FailureStatus",
  errorId: `UNHANDLED_EXCEPTION/${of.module}:${of.name}`,
  category: 9,
  message,
  metadata: new Map(),
});

/** The message of an exception. Throws `LfError`. */
export const exceptionMessage = (machine: Machine, exception: AnyException): string => {
  const { program } = machine;
  const messages = callingBuiltins(({ of }) => {
    const expression = (): Expression =>
      found(moduleOf(program, of).exceptions.get(of.name), of).message;
    return force(partOf(program, of, "message", [], expression, compileExpression));
  });
  const message = run(
    machine,
    (frame) => found(messages.get("ANY_EXCEPTION_MESSAGE"), exception.of).run(frame),
    [exception],
  );
  if (typeof message === "string") return message;
  throw crash("a message is a text");
};
