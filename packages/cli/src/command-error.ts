import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type ExitCode, exitCode } from "./exit-code.js";

/** Ends the command: the message is printed, and the process ends with the code. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    message: string,
    readonly code: ExitCode = exitCode.failed,
  ) {
    super(message);
  }
}

/** The error of flags, variables and files that cannot be used. */
export const usageError = (message: string): CommandError =>
  new CommandError(message, exitCode.usage);

/**
 * The Right of an outcome.
 *
 * @throws what `errorOf` makes of the Left
 */
export const orThrow = <E, A>(outcome: Either<E, A>, errorOf: (error: E) => CommandError): A => {
  if (isLeft(outcome)) throw errorOf(outcome.left);
  return outcome.right;
};

/** Runs a command; the error that ends it is printed after the name of the program. */
export const exitCodeOf = async (
  program: string,
  err: (line: string) => void,
  command: () => Promise<ExitCode>,
): Promise<ExitCode> => {
  try {
    return await command();
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    err(`${program}: ${thrown.message}`);
    return thrown.code;
  }
};
