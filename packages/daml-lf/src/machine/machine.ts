import type { Reference } from "../syntax/type.js";
import { type LfFailure, LfError } from "../values/lf-error.js";
import type { Meter } from "../values/meter.js";
import type { AnyException, LfValue } from "../values/value.js";
import { abandonCells, force } from "./cells.js";
import { callingBuiltins } from "./calling-builtins.js";
import { compileExpression } from "./compile.js";
import { crash } from "./crash.js";
import { definitionOf, partOf } from "./definitions.js";
import { type Code, defaultDepth, evaluate, type Frame } from "./frames.js";
import { found, moduleOf, type Program } from "./program.js";

/** An evaluation of a program: what an interpretation asks of its packages' code. */
export interface Machine {
  readonly program: Program;
  readonly meter: Meter;
  /** Calls nested on the native stack. */
  readonly depth?: number;
}

/** Runs code over a frame with the meter of a machine. Throws `LfError`. */
export const run = (
  { meter, depth = defaultDepth }: Machine,
  code: Code,
  frame: Frame,
): LfValue => {
  abandonCells(meter);
  return meter.whole(() => evaluate(code, frame, meter, depth));
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

/** What an evaluation may end with when no `try` is left: no exception. */
type FinalLfFailure = Exclude<LfFailure, { readonly kind: "Thrown" }>;

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
): FinalLfFailure => {
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

const unhandled = ({ of }: AnyException, message: string): FinalLfFailure => ({
  kind: "FailureStatus",
  errorId: `UNHANDLED_EXCEPTION/${of.module}:${of.name}`,
  category: 9,
  message,
  metadata: new Map(),
});

/** The message of an exception. Throws `LfError`. */
const exceptionMessage = (machine: Machine, exception: AnyException): string => {
  const { program } = machine;
  const messages = callingBuiltins(({ of }) => {
    const owner = found(moduleOf(program, of).exceptions.get(of.name), of);
    return force(partOf(program, of, owner, "message", [], () => owner.message, compileExpression));
  });
  const message = run(
    machine,
    (frame) => found(messages.get("ANY_EXCEPTION_MESSAGE"), exception.of).run(frame),
    [exception],
  );
  if (typeof message === "string") return message;
  throw crash("a message is a text");
};
