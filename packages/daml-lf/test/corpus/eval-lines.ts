import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../../src/dar.js";
import { decodePackage } from "../../src/decode/decode-package.js";
import { endLfFailure, type Machine, topLevelValue } from "../../src/machine/machine.js";
import { type Program, programOf } from "../../src/machine/program.js";
import type { LfPackage } from "../../src/syntax/package.js";
import { LfError } from "../../src/values/lf-error.js";
import { Meter } from "../../src/values/meter.js";
import { shownValue } from "./shown-value.js";

/** A closed expression, and what the genuine engine answered. */
export interface EvalLine {
  readonly dar: string;
  readonly module: string;
  readonly name: string;
  readonly answer:
    | { readonly value: unknown }
    | { readonly error: Readonly<Record<string, unknown>> };
}

/** The lines of a recording. */
export const recordedLines = <A>(file: string): ReadonlyArray<A> =>
  gunzipSync(readFileSync(file))
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    // border: the file has lines of this form
    .map((line) => JSON.parse(line) as A);

/** The packages of a DAR as a program, with the id of its main package. */
export const programIn = async (
  folder: string,
  dar: string,
): Promise<{ readonly main: string; readonly program: Program }> => {
  const read = await readDar(readFileSync(join(folder, dar)));
  if (isLeft(read)) throw new Error(read.left.cause);
  const packages = new Map<string, LfPackage>();
  for (const archive of read.right.packages) {
    const decoded = decodePackage(archive);
    if (isLeft(decoded)) throw new Error(decoded.left.cause);
    packages.set(archive.packageId, decoded.right);
  }
  const convert = (): never => {
    throw new Error("no payload is converted here");
  };
  const program = programOf({ package: (id) => packages.get(id), convert });
  return { main: read.right.main.packageId, program };
};

/** What evaluating a line gives, in the form of the answers. */
export const evaluated = (
  { main, program }: { readonly main: string; readonly program: Program },
  { module, name }: EvalLine,
): unknown => {
  const machine: Machine = { program, meter: new Meter() };
  try {
    return { value: shownValue(topLevelValue(machine, { packageId: main, module, name })) };
  } catch (thrown) {
    if (!(thrown instanceof LfError)) throw thrown;
    return { error: answerOf(endLfFailure(machine, thrown, "evaluation")) };
  }
};

type Final = ReturnType<typeof endLfFailure>;

const answerOf = (error: Final): Readonly<Record<string, unknown>> => {
  switch (error.kind) {
    case "Crash":
      return { kind: "SErrorCrash" };
    case "Crypto":
      return { kind: error.kind, crypto: error.crypto };
    case "FailureStatus":
      return { ...error, metadata: Object.fromEntries(error.metadata) };
    case "UserError":
      return error;
    default:
      return { kind: error.kind };
  }
};

/** An answer without the engine's own print-out. */
export const comparable = (answer: EvalLine["answer"]): unknown => {
  if ("value" in answer) return answer;
  const { text: _, ...error } = answer.error;
  return { error };
};
