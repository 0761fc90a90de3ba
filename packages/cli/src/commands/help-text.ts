import { exitCodeTexts } from "../exit-code.js";
import type { CommandRow, FlagRow } from "./command-row.js";
import { commandRows, commonFlags } from "./command-rows.js";

const rows: ReadonlyArray<readonly [string, CommandRow]> = Object.entries(commandRows);

const twoColumns = (lines: ReadonlyArray<readonly [string, string]>): string => {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
};

const typed = (name: string, row: CommandRow): string => [name, ...row.arguments].join(" ");

/** A flag as it is typed, `--port PORT`. */
export const flagForm = (name: string, { short, value }: FlagRow): string =>
  `--${name}${short === undefined ? "" : `, -${short}`}${value === undefined ? "" : ` ${value}`}`;

/** The text of a flag, with its values and its variable. */
export const flagText = ({ text, type, values = [], variable }: FlagRow): string => {
  const of = values.length > 1 ? `; one of ${values.join(", ")}` : "";
  const form = type === "boolean" ? "=on" : "";
  return `${text}${of}${variable === undefined ? "" : ` (${variable}${form})`}`;
};

const flagLines = (flags: CommandRow["flags"]): string =>
  twoColumns(
    Object.entries(flags).map(([name, row]) => [flagForm(name, row), flagText(row)] as const),
  );

const exitCodeLines = exitCodeTexts.map(([code, text]) => [String(code), text] as const);

const commandLines = (some: ReadonlyArray<readonly [string, CommandRow]>): string =>
  twoColumns(some.map(([name, row]) => [typed(name, row), row.text] as const));

/** What `--help` prints. */
export const usage = `Usage: tallystick COMMAND [flags]

Commands
${commandLines(rows)}

Flags of every command
${flagLines(commonFlags)}

Exit codes
${twoColumns(exitCodeLines)}
`;

/**
 * What `--help` prints after the words of a command, or after the first of them.
 *
 * @param words none for all commands
 */
export const helpText = (words: string): string => {
  if (words === "") return usage;
  const some = rows.filter(([name]) => name === words || name.startsWith(`${words} `));
  const parts = some.map(([name, row]) => {
    const hasFlags = Object.keys(row.flags).length > 0;
    const use = `Usage: tallystick ${typed(name, row)}${hasFlags ? " [flags]" : ""}`;
    return `${use}\n\n${row.text}\n${hasFlags ? `\n${flagLines(row.flags)}\n` : ""}`;
  });
  return parts.join("\n");
};
