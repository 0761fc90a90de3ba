import { type ValueError, valueError } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";

/** The path of the manifest in a DAR. */
export const manifestName = "META-INF/MANIFEST.MF";

export interface Manifest {
  /** Entry name of the main package. */
  readonly main: string;
  /** Entry names of the other packages, in file order. */
  readonly dependencies: ReadonlyArray<string>;
}

/**
 * Lines of the main section, folded ones put together: a line that begins with a space continues
 * the one before it.
 */
const unfolded = (text: string): ReadonlyArray<string> => {
  const lines: Array<Array<string>> = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === "") {
      if (lines.length > 0) break;
      continue;
    }
    const last = lines[lines.length - 1];
    if (line.startsWith(" ") && last !== undefined) last.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map((parts) => parts.join(""));
};

/** Reads a manifest in Java syntax (daml-lf A.1). Left: which key is missing or wrong. */
export const readManifest = (text: string): Either<ValueError, Manifest> => {
  const values = new Map<string, string>();
  for (const line of unfolded(text)) {
    const colon = line.indexOf(":");
    if (colon <= 0)
      return valueError(`the manifest has the line "${line.slice(0, 60)}", not Key: value`);
    values.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const valueOf = (key: string): string => values.get(key.toLowerCase()) ?? "";
  const missing = ["Main-Dalf", "Dalfs", "Format"].find((key) => valueOf(key) === "");
  if (missing !== undefined) return valueError(`the manifest lacks ${missing}`);
  const format = valueOf("Format");
  if (format !== "daml-lf")
    return valueError(`the manifest has the Format "${format.slice(0, 60)}", expected daml-lf`);
  const main = valueOf("Main-Dalf");
  const names = valueOf("Dalfs")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return right({ main, dependencies: [...new Set(names)].filter((name) => name !== main) });
};
