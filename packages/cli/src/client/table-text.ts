/** What a command found: a table for people, JSON for programs. */
export interface Shown {
  readonly json: unknown;
  /** The names of the columns; none where the first column names what is in the second. */
  readonly columns: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  /** For people, in place of a table. */
  readonly lines?: ReadonlyArray<string>;
  /** True when what was asked for fails: the exit code says so. */
  readonly isFailure?: boolean;
}

/** Characters that a terminal takes for orders, and ends of lines. */
const control = /[\p{Cc}\u2028\u2029]/gu;

/** A text that others wrote, in one line that a terminal only shows. */
export const plainText = (text: string): string =>
  text.replace(control, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The lines of a table, its columns as wide as what is in them. */
export const tableLines = ({ columns, rows, lines: given }: Shown): ReadonlyArray<string> => {
  if (given !== undefined) return given;
  if (rows.length === 0) return ["none"];
  const lines = (columns.length === 0 ? rows : [columns, ...rows]).map((row) => row.map(plainText));
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};
