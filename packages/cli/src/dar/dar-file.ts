import { readFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Dar, readDar } from "@tallystick/daml-lf";
import { CommandError, orThrow } from "../command-error.js";

/** The text of an error in a DAR, after the name of its file. */
export const darError = (file: string, { code, cause, context }: LedgerError): CommandError => {
  const details = Object.values(context).filter((each) => !cause.includes(each));
  return new CommandError([`${file}: ${code}: ${cause}`, ...details].join(" "));
};

/**
 * Reads a DAR from a file.
 *
 * @throws {CommandError} the file cannot be read, or is no DAR
 */
export const darInFile = async (file: string): Promise<Dar> => {
  const bytes = await readFile(file).catch((thrown: unknown) => {
    throw new CommandError(`${file} cannot be read: ${messageOf(thrown)}`);
  });
  return orThrow(await readDar(bytes), (error) => darError(file, error));
};
