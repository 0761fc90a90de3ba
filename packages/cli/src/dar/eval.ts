import { nearestName } from "@tallystick/core/nearest-name";
import { type EvaluatedValue, evaluateDar, type UnknownName } from "@tallystick/daml-lf";
import type { Surroundings } from "../commands/command.js";
import type { FlagsOf } from "../commands/command-rows.js";
import { type CommandError, orThrow, usageError } from "../command-error.js";
import { plainText } from "../client/table-text.js";
import { type ExitCode, exitCode } from "../exit-code.js";
import { darError, darInFile } from "./dar-file.js";

/** The greatest number that a flag may say; more steps than a day of evaluation takes. */
const maxNumber = 1_000_000_000_000;

const bytesOfMebibyte = 1024 * 1024;

const numberOf = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^[1-9]\d*$/.test(text) && number <= maxNumber) return number;
  throw usageError(`--${flag}: expected a number from 1 to ${maxNumber}, found "${text}"`);
};

const unknownName = ({ unknown, known }: UnknownName): CommandError => {
  const near = nearestName(unknown, known);
  const meant =
    near === undefined ? `there is ${known.slice(0, 20).join(", ")}` : `did you mean ${near}?`;
  return usageError(`the main package has no ${unknown}; ${meant}`);
};

/** Where Daml code failed, in words. */
const placeText = ({ place }: NonNullable<EvaluatedValue["error"]>): string => {
  if (place === undefined) return "";
  const { packageName, module, definition, line } = place;
  const at = line === undefined ? "" : `, line ${line}`;
  return ` (in ${module}:${definition}${at} of ${packageName})`;
};

const outcomeText = ({ text, error, form }: EvaluatedValue): string => {
  if (error !== undefined) {
    const id = error.errorId === undefined ? "" : ` ${error.errorId}`;
    return `failed: ${error.kind}${id}: ${error.message}${placeText(error)}`;
  }
  if (text !== undefined) return text;
  return form === "function" ? "a function, not called" : "an update, which needs a ledger";
};

/** Runs `tallystick dar eval`: evaluates top-level values. Fails when one of them does. */
export const evaluate = async (
  [file, target]: readonly [file: string, target: string | undefined],
  { steps, memory, json = false }: FlagsOf<"dar eval">,
  { out }: Pick<Surroundings, "out">,
): Promise<ExitCode> => {
  const budgetSteps = numberOf("steps", steps);
  const mebibytes = numberOf("memory", memory);
  const dar = await darInFile(file);
  const [module, name] = target?.split(":") ?? [];
  const values = orThrow(
    evaluateDar(dar, {
      ...(module === undefined ? {} : { module }),
      ...(name === undefined ? {} : { name }),
      budget: {
        ...(budgetSteps === undefined ? {} : { steps: budgetSteps }),
        ...(mebibytes === undefined ? {} : { bytes: mebibytes * bytesOfMebibyte }),
      },
    }),
    (error) => ("unknown" in error ? unknownName(error) : darError(file, error)),
  );
  if (json) out(JSON.stringify(name === undefined ? values : values[0], null, 2));
  else if (name === undefined)
    for (const each of values) out(plainText(`${each.name} = ${outcomeText(each)}`));
  else for (const each of values) out(plainText(outcomeText(each)));
  return values.some(({ error }) => error !== undefined) ? exitCode.failed : exitCode.done;
};
