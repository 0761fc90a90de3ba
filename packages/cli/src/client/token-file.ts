import { readFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import { CommandError } from "../command-error.js";

/** The token in the file of `--token-file`. @throws {CommandError} it cannot be read */
export const tokenIn = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (thrown) {
    throw new CommandError(`--token-file: ${messageOf(thrown)}`);
  }
};
