/**
 * The beginning of a formula in spreadsheets, also with full-width characters, after spaces, and at
 * a line's beginning: as the node has it for its own cells.
 */
const formula =
  /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]|[\r\n][=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A name as a cell (RFC 4180): it begins no formula and no line. */
const cellOf = (name: string): string => {
  const safe = formula.test(name) ? `'${name}` : name;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const cells = /("(?:[^"]|"")*"|[^",\n]*)(,|\n)/y;

const textOf = (cell: string): string =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** Lines of a CSV as they are, each with its cells; a cell may have line breaks within quotes. */
function* linesOf(csv: string): Generator<readonly [line: string, row: ReadonlyArray<string>]> {
  cells.lastIndex = 0;
  let begin = 0;
  let row: Array<string> = [];
  for (let found = cells.exec(csv); found !== null; found = cells.exec(csv)) {
    row.push(textOf(found[1] ?? ""));
    if (found[2] === ",") continue;
    const end = found.index + found[0].length;
    yield [csv.slice(begin, end - 1), row];
    begin = end;
    row = [];
  }
}

const named = [
  ["sender", "sender_name"],
  ["receivers", "receiver_names"],
] as const;

/**
 * The history as the node wrote it, with columns at its end for the names of the parties.
 *
 * @param csv each line ends with a line break; ids in a cell are separated by spaces
 * @param nameOf the name that a party is shown by
 */
export const namedCsv = (csv: string, nameOf: (party: string) => string): string => {
  let places: ReadonlyArray<number> | undefined;
  const written: Array<string> = [];
  for (const [line, row] of linesOf(csv)) {
    const own = places?.map((place) =>
      (row[place] ?? "")
        .split(" ")
        .flatMap((party) => (party === "" ? [] : [nameOf(party)]))
        .join("; "),
    );
    places ??= named.map(([column]) => row.findIndex((title) => title.endsWith(column)));
    written.push([line, ...(own ?? named.map(([, title]) => title)).map(cellOf)].join(","));
  }
  return written.map((line) => `${line}\n`).join("");
};
