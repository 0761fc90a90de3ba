import { parseArgs } from "node:util";
import { CommandError, usageError } from "../command-error.js";
import { settingRows } from "../setting-rows.js";
import type { CommandRow } from "./command-row.js";
import {
  type CommandName,
  commandRows,
  commonFlags,
  type FlagsOf,
  isCommand,
} from "./command-rows.js";
import { flagError, unknownCommand, wordText } from "./misuse.js";

/** A command line's request: help about some words, the version, or one command. */
export type Asked =
  | { readonly kind: "help"; readonly words: string }
  | { readonly kind: "version" }
  | { readonly kind: "command"; readonly name: CommandName; readonly args: ReadonlyArray<string> };

const names = Object.keys(commandRows);

/** The first words of commands, each once: `key` for all commands of keys. */
export const firstWords: ReadonlyArray<string> = [
  ...new Set(names.map((name) => name.split(" ")[0] ?? "")),
];

/** The words that follow a first one, such as `new` after `key`. */
export const secondWords = (first: string): ReadonlyArray<string> =>
  names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));

const isFlag = (text: string, { short }: { readonly short: string }, name: string): boolean =>
  text === `--${name}` || text === `-${short}`;

const asksFor = (args: ReadonlyArray<string>, name: keyof typeof commonFlags): boolean =>
  args.some((text) => isFlag(text, commonFlags[name], name));

/**
 * Reads which command was typed.
 *
 * @throws {CommandError} the words are no command
 */
export const askedFor = (args: ReadonlyArray<string>): Asked => {
  const [first = "", second = ""] = args;
  // what many programs have, and nobody looks up
  if (first === "help") return askedFor([...args.slice(1), "--help"]);
  const words = [`${first} ${second}`, first].find(isCommand);
  if (asksFor(args, "help")) {
    const isGroup = words === undefined && firstWords.includes(first);
    return { kind: "help", words: words ?? (isGroup ? first : "") };
  }
  if (asksFor(args, "version")) return { kind: "version" };
  if (words !== undefined)
    return { kind: "command", name: words, args: args.slice(words.split(" ").length) };
  if (first.startsWith("-"))
    throw usageError(`expected a command first, found ${wordText(first)}; see "tallystick --help"`);

  if (!firstWords.includes(first)) throw unknownCommand(first, firstWords);
  const program = `tallystick ${first}`;
  if (second !== "") throw unknownCommand(second, secondWords(first), program);
  throw usageError(
    `${first}: expected ${secondWords(first).join(" or ")}; see "${program} --help"`,
  );
};

const checkCount = (name: string, row: CommandRow, found: ReadonlyArray<string>): void => {
  const says = `; see "tallystick ${name} --help"`;
  const missing = row.arguments[found.length];
  if (missing !== undefined && !missing.startsWith("["))
    throw usageError(`${name}: expected ${missing}${says}`);
  const extra = found[row.arguments.length];
  if (extra !== undefined)
    throw usageError(`${name}: unexpected argument ${wordText(extra)}${says}`);
};

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

/** @throws {CommandError} for a value that is given twice or empty, and an empty argument */
const checkTexts = (name: string, row: CommandRow, tokens: ReadonlyArray<Token>): void => {
  const seen = new Set<string>();
  let positionals = 0;
  for (const { kind, name: flag = "", value } of tokens) {
    if (kind === "positional") {
      const expected = row.arguments[positionals++];
      if (value === "" && expected !== undefined)
        throw usageError(`${name}: ${expected}: expected a value, found an empty text`);
    }
    const known = kind === "option" ? row.flags[flag] : undefined;
    if (known === undefined || known.type === "boolean") continue;
    if (value === "")
      throw usageError(`--${flag}: expected ${known.value ?? "a value"}, found an empty text`);
    if (seen.has(flag) && known.multiple !== true)
      throw usageError(`--${flag}: is there twice; give it once`);
    seen.add(flag);
  }
};

const withPassword = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#@]*:[^/?#@]+@/i;

/** Other users of the machine see what a process was started with. */
const passwordNote = (
  row: CommandRow,
  values: Values,
  args: ReadonlyArray<string>,
): string | undefined => {
  const isShown = (value: Values[string]): boolean =>
    [value].flat().some((each) => typeof each === "string" && withPassword.test(each));
  const flag = Object.keys(values).find((name) => isShown(values[name]));
  if (flag === undefined && !isShown(args)) return undefined;
  const variable = flag === undefined ? settingRows.store.variable : row.flags[flag]?.variable;
  const where = flag === undefined ? "an argument" : `--${flag}`;
  const instead = variable === undefined ? "" : `; set ${variable} to the address instead`;
  return `${where} contains a password, which every user of this machine can read in the process list${instead}`;
};

export interface Invocation<C extends CommandName> {
  readonly flags: FlagsOf<C>;
  readonly args: ReadonlyArray<string>;
  /** What to do in place of a password on the command line, if there is one. */
  readonly passwordNote: string | undefined;
}

type Values = Readonly<
  Record<string, string | boolean | ReadonlyArray<string | boolean> | undefined>
>;

/** The places of journals that variables name and no flag does. */
const placesIn = (
  row: CommandRow,
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Values =>
  Object.fromEntries(
    Object.entries(row.flags).flatMap(([name, { value, variable = "" }]) => {
      const text = value === "PLACE" && values[name] === undefined ? env[variable] : undefined;
      return text === undefined || text === "" ? [] : [[name, text]];
    }),
  );

/**
 * Reads flags and arguments of a command.
 *
 * @param env variables that may name places of journals
 * @throws {CommandError} one is unknown, missing or too many, with the nearest that there is
 */
export const readInvocation = <C extends CommandName>(
  name: C,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>,
): Invocation<C> => {
  const row: CommandRow = commandRows[name];
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: row.flags,
      tokens: true,
    });
    checkCount(name, row, positionals);
    checkTexts(name, row, tokens);
    // border: parseArgs reads what the row says of each flag
    const flags = { ...values, ...placesIn(row, values, env) } as FlagsOf<C>;
    return { flags, args: positionals, passwordNote: passwordNote(row, values, positionals) };
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw flagError(thrown, Object.keys(row.flags), `tallystick ${name}`);
  }
};
