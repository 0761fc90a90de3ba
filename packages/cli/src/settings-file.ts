import { readFile } from "node:fs/promises";
import { type Either, isRight, left } from "fp-ts/lib/Either.js";
import { FileSettings } from "./settings-codec.js";

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads a configuration file, YAML or JSON. Left: what is wrong with it, naming the setting. */
export const readSettingsFile = async (file: string): Promise<Either<string, FileSettings>> => {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    return left(`cannot read the configuration file ${file}: ${why(error)}`);
  }
  let value: unknown;
  try {
    // Loaded only here: most starts have no configuration file.
    const { parse } = await import("yaml");
    value = parse(text);
  } catch (error) {
    return left(`${file} is neither YAML nor JSON: ${why(error)}`);
  }
  // An empty file is a file that sets nothing.
  const settings = FileSettings.read(value ?? {});
  if (isRight(settings)) return settings;
  const { path, reason } = settings.left;
  return left(`${file}: ${path.length === 0 ? "" : `${path.join(".")}: `}${reason}`);
};
