import { readFile } from "node:fs/promises";
import { messageOf } from "@tallystick/background";
import { decodeErrors } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { usageError } from "./command-error.js";
import { FileSettings } from "./settings-codec.js";

/**
 * Reads a configuration file, YAML or JSON.
 *
 * @param error is called with each thing that is wrong with its settings, naming the setting
 * @returns the settings; undefined when anything is wrong with them
 * @throws {CommandError} when there is no such file, or it is neither YAML nor JSON
 */
export const readSettingsFile = async (
  file: string,
  error: (text: string) => void,
): Promise<FileSettings | undefined> => {
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    throw usageError(`cannot read the configuration file ${file}: ${messageOf(thrown)}`);
  });
  // An empty file is a file that sets nothing.
  const read = FileSettings.read((await parsed(file, text)) ?? {});
  if (!isLeft(read)) return read.right;
  for (const each of decodeErrors(read.left)) error(`${file}: ${each}`);
  return undefined;
};

const parsed = async (file: string, text: string): Promise<unknown> => {
  // Loaded only here: most starts have no configuration file.
  const { parse } = await import("yaml");
  try {
    return parse(text);
  } catch (thrown) {
    throw usageError(`${file} is neither YAML nor JSON: ${messageOf(thrown)}`);
  }
};
