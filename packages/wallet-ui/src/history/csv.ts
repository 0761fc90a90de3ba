/** The beginning of a formula in spreadsheets, also in full width and after spaces or breaks. */
const formula =
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]|[\r\n][=+\-@\uff1d\uff0b\uff0d\uff20]/;

const number = /^-?[0-9]+(\.[0-9]+)?$/;

const cell = (text: string): string => {
  // a number is no formula, and programs add it up
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A table as CSV (RFC 4180); texts that a spreadsheet would run are marked as text. */
export const csvOf = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string => [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Values as JSON lines. */
export const jsonLinesOf = (values: ReadonlyArray<unknown>): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");
