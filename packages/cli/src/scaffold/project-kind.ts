import { usageError } from "../command-error.js";
import { wordText } from "../commands/misuse.js";
import type { Ask } from "../key/ask.js";
import type { Manifest } from "./manifest.js";

/** A kind of project: the folders of models that it is made of, the later ones over the others. */
interface ProjectKind {
  readonly text: string;
  /** The languages there are of it, the first one by default. */
  readonly languages: ReadonlyArray<"typescript" | "javascript">;
  readonly models: (language: string) => ReadonlyArray<string>;
  /** What differs in the manifest of the models. */
  readonly manifest?: (manifest: Manifest, language: string) => Manifest;
}

const withNode = ({ dependencies = {}, ...rest }: Manifest, language: string): Manifest => {
  const { "@tallystick/cli": version = "*", ...others } = dependencies;
  const start =
    language === "typescript" ? "npm run build && node dist/src/main.js" : "node src/main.js";
  return {
    ...rest,
    scripts: { ...rest.scripts, start },
    dependencies: { ...others, "@tallystick/node": version },
  };
};

/** Every kind of project that `tallystick new` makes. */
const projectKinds: Readonly<Record<string, ProjectKind>> = {
  server: {
    text: "a node that serves a package of yours",
    languages: ["typescript", "javascript"],
    models: (language) => [language],
  },
  library: {
    text: "a program with a ledger inside",
    languages: ["typescript", "javascript"],
    models: (language) => [language, "library"],
    manifest: withNode,
  },
  dar: {
    text: "a node that serves a DAR, and tests of its Daml code",
    languages: ["javascript"],
    models: () => ["dar"],
  },
  dapp: {
    text: "a web page that uses the wallet of a node",
    languages: ["javascript"],
    models: () => ["dapp"],
  },
};

const names = Object.keys(projectKinds).join(", ");

/**
 * The kind that is named, else the one that the person at the terminal chooses, else a server.
 *
 * @throws {CommandError} for a kind that there is not; the message lists them
 */
export const kindOf = async (
  given: string | undefined,
  ask: Ask,
): Promise<ProjectKind & { readonly name: string }> => {
  const lines = Object.entries(projectKinds).map(([name, { text }]) => `  ${name}: ${text}\n`);
  const answer =
    given ?? (await ask(`Which kind?\n${lines.join("")}(server) `, { hidden: false }))?.trim();
  const name = answer === undefined || answer === "" ? "server" : answer;
  const kind = Object.hasOwn(projectKinds, name) ? projectKinds[name] : undefined;
  if (kind === undefined || given === "")
    throw usageError(`new: --kind: expected one of ${names}, found ${wordText(given ?? name)}`);
  return { ...kind, name };
};
