import { readFile } from "node:fs/promises";
import { messageOf, orThrow, usageError } from "./command-error.js";
import { FileSettings } from "./settings-codec.js";

/**
 * Reads a configuration file, YAML or JSON.
 *
 * @throws {CommandError} what is wrong with it, naming the setting
 */
export const readSettingsFile = async (file: string): Promise<FileSettings> => {
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    throw usageError(`cannot read the configuration file ${file}: ${messageOf(thrown)}`);
  });
  // An empty file is a file that sets nothing.
  return orThrow(FileSettings.read((await parsed(file, text)) ?? {}), ({ path, reason }) =>
    usageError(`${file}: ${path.length === 0 ? "" : `${path.join(".")}: `}${reason}`),
  );
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
