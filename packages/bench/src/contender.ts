import * as t from "io-ts";

/** What a contender is started with. Each takes what it needs. */
export const ContenderSettings = t.type({
  /** A folder of its own on disk; removed afterwards. */
  folder: t.string,
  /** Callers that wait at once. */
  inFlight: t.number,
  /** Length of one timed run; milliseconds. */
  runMs: t.number,
  /** Commands of the shared data set, and of one growing run. */
  commands: t.number,
  /** Live coins of the rows about balances. */
  coins: t.number,
  /** The shared data set: a data folder of a closed ledger, with a snapshot. */
  dataSet: t.string,
  /** Event rows captured from a journal, as a JSON file; see `captured-rows.ts`. */
  rowsFile: t.string,
  /** Active contracts of the ledgers of the rows about growth; 0 for others. */
  contracts: t.number,
  /** Where files that take long to grow are kept for later runs; empty: they are not. */
  keptFolder: t.string,
  /** Where the profile of its main thread is written; empty: none is taken. */
  profileFolder: t.string,
  /** Connection string of an EventStoreDB; empty: our own server is started. */
  esdb: t.string,
  /** Name of the side's own streams there. */
  journal: t.string,
});

export interface ContenderSettings extends Readonly<t.TypeOf<typeof ContenderSettings>> {}

const Notes = t.readonly(t.record(t.string, t.union([t.number, t.string])));

/** Remarks of a run that explain its figure, e.g. `{ errors: 0 }`. */
export type Notes = t.TypeOf<typeof Notes>;

const Sample = t.type({ value: t.number, notes: Notes });

/** One timed run, its value in the unit of the row. */
export interface Sample extends Readonly<t.TypeOf<typeof Sample>> {}

/** What the process of a contender answers. */
export const Reply = t.union([
  t.type({ kind: t.literal("ready"), info: Notes }),
  t.type({ kind: t.literal("measured"), sample: Sample }),
  t.type({ kind: t.literal("closed") }),
  t.type({ kind: t.literal("failed"), reason: t.string }),
]);

/** What the process of a contender answers. */
export type Reply = t.TypeOf<typeof Reply>;

/** What the process of a contender receives. */
export const Request = t.union([t.literal("run"), t.literal("close")]);

/**
 * One side of a row: something that can be run again and again, always timing only its own work.
 */
export interface Contender {
  /** What the other side of the border needs to know, e.g. the address of a server. */
  readonly info: Notes;
  run(): Promise<Sample>;
  close(): Promise<void>;
}

export type OpenContender = (settings: ContenderSettings) => Promise<Contender>;
