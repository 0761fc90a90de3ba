import { ArgumentError, foundValue } from "../values/argument-error.js";
import type { ChoiceProgram, LedgerEffect } from "./template.js";

/** Steps that were made and have not begun: those of a body that forgot `yield*` never do. */
let unbegun = 0;
let lastMade = "";

/** How many steps were made that have not begun, and which function made the last one. */
export const unbegunSteps = (): { readonly count: number; readonly last: string } => ({
  count: unbegun,
  last: lastMade,
});

/** The error of a body that yields something else than a step. */
export const notAStep = (value: unknown): ArgumentError =>
  new ArgumentError(
    `body: expected a step such as \`yield* create(...)\`, found ${foundValue(value)}`,
  );

/** What the arguments of steps are; values of templates are read by interpretation. */
const stepArguments = {
  template: ["a template", (value: unknown) => isOf(value, "template")],
  of: ["a template or an interface", (value: unknown) => isOf(value, "template", "interface")],
  through: ["an interface", (value: unknown) => isOf(value, "interface")],
  choice: ["a choice", (value: unknown) => isOf(value, "choice")],
  contractId: ["a contract id", (value: unknown) => typeof value === "string"],
  time: ["microseconds since 1970 as a bigint", (value: unknown) => typeof value === "bigint"],
  reason: ["a text", (value: unknown) => typeof value === "string"],
  error: [
    '{ errorId, message } and, if wanted, blame ("argument" or "state") and meta (an object of texts)',
    (value: unknown) => isChoiceError(value),
  ],
} as const;

const checkedArguments = Object.entries(stepArguments);

const isOf = (value: unknown, kind: string, otherKind = kind): boolean =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  (value.kind === kind || value.kind === otherKind);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isText = (value: unknown): value is string => typeof value === "string";

const isChoiceError = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { errorId, message, blame = "state", meta = {}, ...others } = value;
  return (
    isText(errorId) &&
    isText(message) &&
    (blame === "argument" || blame === "state") &&
    isObject(meta) &&
    Object.values(meta).every(isText) &&
    Object.keys(others).length === 0
  );
};

/** A program of one step, whose answer is of the type that the step has. */
export const step = <R>(effect: LedgerEffect): ChoiceProgram<R> => {
  for (const [name, [expected, isFitting]] of checkedArguments) {
    if (!(name in effect)) continue;
    const value: unknown = Reflect.get(effect, name);
    if (!isFitting(value)) {
      throw new ArgumentError(
        `${effect.op}: ${name}: expected ${expected}, found ${foundValue(value)}`,
      );
    }
  }
  unbegun += 1;
  lastMade = effect.op;
  return begun(effect);
};

function* begun<R>(effect: LedgerEffect): ChoiceProgram<R> {
  unbegun -= 1;
  const answer = yield effect;
  if (effect.op === "abort" || effect.op === "failWith")
    throw new Error("the body continued after it was stopped");
  // border: interpretation answers each step with a value of the type it has
  return answer as R;
}
