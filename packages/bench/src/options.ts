import { parseArgs } from "node:util";
import { parseConnectionString, printableAddress } from "@tallystick/event-store-eventstoredb";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import { type OptionError, reasonOf } from "./errors.js";
import { drawnRows } from "./pictures/pictures.js";
import { runs as runCounts } from "./sizes.js";

export interface BenchOptions {
  /** Ids of the rows to measure; undefined for all. */
  readonly rows: ReadonlyArray<string> | undefined;
  readonly runs: number;
  /** Small sizes: shows that everything works, the figures mean nothing. */
  readonly quick: boolean;
  /** Live coins of the rows about balances; undefined for as many as the sizes say. */
  readonly coins: number | undefined;
  /** Whether rows against other libraries are measured (and those libraries installed). */
  readonly peers: boolean;
  /** Where the JSON goes; undefined for `results/<date>.json`. */
  readonly jsonFile: string | undefined;
  /** Report of an earlier run that the rows are compared with. */
  readonly compareWith: string | undefined;
  /** Folder in which the data of the rows about balances are kept; undefined: they are not. */
  readonly keptFolder: string | undefined;
  /** An EventStoreDB for the rows about it; undefined: our own server. */
  readonly esdb: { readonly connectionString: string; readonly printable: string } | undefined;
  /** Folder for profiles of all contenders; undefined for none. */
  readonly profileFolder: string | undefined;
  /** Folder into which the pictures of the rows are drawn; undefined for none. */
  readonly pictureFolder: string | undefined;
  /** A report that they are drawn of, instead of measuring; undefined: of this run. */
  readonly drawnFile: string | undefined;
  readonly help: boolean;
}

/** What `--help` prints. */
export const usage = `npm run bench -- [options]
  --rows a,b     only these rows; ui-* for all that begin so
  --runs N       timed runs of each side (default ${runCounts.byDefault})
  --coins N      live coins of wallet-balance and wallet-coins, ten times as many are past
                 (default 100000; the data of 1000000 take about 15 minutes of a processor)
  --keep DIR     keeps those data in this folder, where the next run of as many coins finds them
  --esdb ADDRESS runs the esdb rows (or those of --rows) against the EventStoreDB at this address,
                 esdb://HOST:PORT?tls=false, instead of our own server; its streams stay there
  --quick        small sizes: a smoke test whose figures mean nothing
  --no-peers     without the rows against other libraries, and without installing them
  --json FILE    where the JSON goes (default packages/bench/results/<date>.json)
  --compare FILE says which rows got worse than in this report, by more than their spread; exit
                 code 3 when some did
  --draw DIR     measures the growth and the day-mixed rows, or those of --rows, and draws growth.svg
                 and tails.svg of them into this folder
  --report FILE  draws them of this earlier report instead, and measures nothing
  --profile DIR  writes a .cpuprofile of each contender's main thread to this folder and says where
                 its time goes; the figures are lower then`;

const rawOptions = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    options: {
      rows: { type: "string" },
      runs: { type: "string" },
      coins: { type: "string" },
      keep: { type: "string" },
      esdb: { type: "string" },
      quick: { type: "boolean", default: false },
      "no-peers": { type: "boolean", default: false },
      json: { type: "string" },
      compare: { type: "string" },
      profile: { type: "string" },
      draw: { type: "string" },
      report: { type: "string" },
      help: { type: "boolean", default: false },
    },
  }).values;

const wrong = (reason: string): Either<OptionError, never> => left({ reason });

const esdbOf = (
  connectionString: string | undefined,
): Either<OptionError, BenchOptions["esdb"]> => {
  if (connectionString === undefined) return right(undefined);
  const address = parseConnectionString(connectionString);
  if (isLeft(address)) return wrong(`--esdb: ${address.left.reason}`);
  return right({ connectionString, printable: printableAddress(address.right) });
};

/** The rows of a name; `ui-*` names all that begin so, and itself where there are none. */
const matching = (name: string, knownRows: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (!name.endsWith("*")) return [name];
  const found = knownRows.filter((row) => row.startsWith(name.slice(0, -1)));
  return found.length === 0 ? [name] : found;
};

/** The rows that other options ask for, without `--rows`; undefined: all. */
const rowsBy = (
  { esdb, draw }: ReturnType<typeof rawOptions>,
  knownRows: ReadonlyArray<string>,
): ReadonlyArray<string> | undefined => {
  if (esdb !== undefined) return knownRows.filter((row) => row.startsWith("esdb-"));
  return draw === undefined ? undefined : knownRows.filter((row) => drawnRows.has(row));
};

/**
 * Reads the command line.
 * @param knownRows ids that `--rows` may name
 * @returns Left: what is wrong, naming the option
 */
export const parseOptions = (
  args: ReadonlyArray<string>,
  knownRows: ReadonlyArray<string>,
): Either<OptionError, BenchOptions> => {
  const raw = tryCatch(
    () => rawOptions(args),
    (error): OptionError => ({ reason: reasonOf(error) }),
  );
  if (isLeft(raw)) return raw;
  const values = raw.right;
  const runs = values.runs === undefined ? runCounts.byDefault : Number(values.runs);
  if (!Number.isSafeInteger(runs) || runs < 1) return wrong("--runs must be a number from 1");
  const coins = values.coins === undefined ? undefined : Number(values.coins);
  if (coins !== undefined && (!Number.isSafeInteger(coins) || coins < 1))
    return wrong("--coins must be a number from 1");
  const esdb = esdbOf(values.esdb);
  if (isLeft(esdb)) return esdb;
  const named = values.rows?.split(",").flatMap((row) => matching(row.trim(), knownRows));
  if (values.report !== undefined && values.draw === undefined)
    return wrong("--report: needs --draw, the folder of the pictures");
  const rows = named ?? rowsBy(values, knownRows);
  const unknown = rows?.find((row) => !knownRows.includes(row));
  if (unknown !== undefined)
    return wrong(`--rows: there is no row "${unknown}"; rows are ${knownRows.join(", ")}`);
  return right({
    rows,
    runs,
    quick: values.quick,
    coins,
    peers: !values["no-peers"],
    jsonFile: values.json,
    compareWith: values.compare,
    keptFolder: values.keep,
    esdb: esdb.right,
    profileFolder: values.profile,
    pictureFolder: values.draw,
    drawnFile: values.report,
    help: values.help,
  });
};
