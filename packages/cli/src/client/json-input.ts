import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { messageOf } from "@tallystick/background";
import { CommandError, usageError } from "../command-error.js";

const readText = async (name: string, input: string): Promise<string> => {
  if (input === "-") return textOf(process.stdin);
  if (!input.startsWith("@")) return input;
  const file = input.slice(1);
  if (file === "") throw usageError(`${name}: expected the name of a file after @`);
  return readFile(file, "utf8").catch((thrown: unknown) => {
    throw new CommandError(`${file} cannot be read: ${messageOf(thrown)}`);
  });
};

/**
 * Reads JSON that is an argument, in a file (`@file`), or on standard input (`-`).
 *
 * @param name what it is, for an error
 */
export const jsonInput = async (name: string, input: string): Promise<unknown> => {
  const text = await readText(name, input);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw usageError(`${name}: expected JSON, @FILE or - for standard input: ${messageOf(thrown)}`);
  }
};
