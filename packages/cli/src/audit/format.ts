import { type JunitCase, junitText } from "@tallystick/audit";
import { CommandError, usageError } from "../command-error.js";
import { type ExitCode, exitCode } from "../exit-code.js";

/** The forms in which audits print what they found. */
const formats = ["text", "json", "junit"] as const;

export type Format = (typeof formats)[number];

/** One of some words in a flag. @throws {CommandError} naming all of them */
export const oneOf = <A extends string>(
  flag: string,
  all: ReadonlyArray<A>,
  found: string | undefined,
  usual: A,
): A => {
  const known = found === undefined ? usual : all.find((each) => each === found);
  if (known === undefined)
    throw usageError(`--${flag}: expected one of ${all.join(", ")}, found "${found}"`);
  return known;
};

/** The form in `--format`; text without one. */
export const formatIn = (found: string | undefined): Format =>
  oneOf("format", formats, found, "text");

/** What a command found, for each form. */
export interface Found {
  readonly lines: ReadonlyArray<string>;
  /** JSON. */
  readonly data: object;
  readonly cases: ReadonlyArray<JunitCase>;
}

const version = 1;

/** Prints what a command found. */
export const print = (
  command: string,
  format: Format,
  { lines, data, cases }: Found,
  out: (line: string) => void,
): void => {
  if (format === "json") out(JSON.stringify({ v: version, ...data }));
  else if (format === "junit") out(junitText(command, cases));
  else for (const line of lines) out(line);
};

const verdicts: ReadonlyMap<ExitCode, string> = new Map([
  [exitCode.dataDamaged, "damaged"],
  [exitCode.ruleViolated, "violated"],
  [exitCode.inconclusive, "inconclusive"],
  [exitCode.inconsistent, "inconsistent"],
]);

/**
 * Runs a command of audits. An error that is a verdict is printed in the form that was requested
 * too, before it ends the command.
 */
export const inFormat = async (
  command: string,
  flag: string | undefined,
  out: (line: string) => void,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> => {
  const format = formatIn(flag);
  try {
    return await run();
  } catch (thrown) {
    const verdict = thrown instanceof CommandError ? verdicts.get(thrown.code) : undefined;
    if (thrown instanceof CommandError && verdict !== undefined && format !== "text") {
      const { message } = thrown;
      const isUnknown = thrown.code === exitCode.inconclusive;
      const failures = isUnknown ? [] : [{ message, place: verdict }];
      const cases = [{ kind: "audit", name: command, failures, skipped: message }];
      print(command, format, { lines: [], data: { command, verdict, message }, cases }, out);
    }
    throw thrown;
  }
};
