import * as t from "io-ts";
import { CommandError, orThrow } from "../command-error.js";

const Dependencies = t.record(t.string, t.string);

const Manifest = t.partial({
  version: t.string,
  scripts: Dependencies,
  dependencies: Dependencies,
  optionalDependencies: Dependencies,
  devDependencies: Dependencies,
});

/** The fields that are read from a `package.json`; all else that it says is kept. */
export type Manifest = t.TypeOf<typeof Manifest>;

export const readManifest = (text: string): Manifest =>
  orThrow(
    Manifest.decode(JSON.parse(text)),
    () => new CommandError("package.json: expected name, version and so on"),
  );
