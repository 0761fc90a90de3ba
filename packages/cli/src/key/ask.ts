import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks the person at the terminal; undefined when there is none. */
export type Ask = (
  question: string,
  options: { readonly hidden: boolean },
) => Promise<string | undefined>;

/** Asks on standard error and reads from standard input, which must be a terminal. */
export const askAtTerminal: Ask = async (question, { hidden }) => {
  if (!process.stdin.isTTY) return undefined;

  process.stderr.write(question);
  // what is typed is echoed to the output of the interface, which for a passphrase goes nowhere
  const output = hidden
    ? new Writable({ write: (_chunk, _encoding, done) => done() })
    : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise<string>((resolve) => lines.question("", resolve));
  } finally {
    lines.close();
    if (hidden) process.stderr.write("\n");
  }
};
