import type { ExitCode } from "../exit-code.js";
import type { Ask } from "../key/ask.js";
import type { CommandName } from "./command-rows.js";
import type { Invocation } from "./read-command.js";

/** Where the program writes, and what surrounds it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly ask: Ask;
  /** Shows how far a command is, in place of what it showed before; absent without a terminal. */
  readonly progress?: ((text: string) => void) | undefined;
}

/** Runs one command; returns how the process is to end, nothing for a command that is done. */
export type Command<C extends CommandName> = (
  invocation: Invocation<C>,
  surroundings: Surroundings,
) => Promise<ExitCode | void>;
