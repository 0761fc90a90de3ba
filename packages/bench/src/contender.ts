/** What a contender is started with. Each takes what it needs. */
export interface ContenderSettings {
  /** A folder of its own on disk; removed afterwards. */
  readonly folder: string;
  /** Callers that wait at once. */
  readonly inFlight: number;
  /** Length of one timed run; milliseconds. */
  readonly runMs: number;
  /** Commands of the shared data set, and of one growing run. */
  readonly commands: number;
  /** Live coins of the rows about balances. */
  readonly coins: number;
  /** The shared data set: a data folder of a closed ledger, with a snapshot. */
  readonly dataSet: string;
  /** Event rows captured from a journal, as a JSON file; see `captured-rows.ts`. */
  readonly rowsFile: string;
  /** Where files that take long to grow are kept for later runs; empty: they are not. */
  readonly keptFolder: string;
  /** Where the profile of its main thread is written; empty: none is taken. */
  readonly profileFolder: string;
}

/** Remarks of a run that explain its figure, e.g. `{ errors: 0 }`. */
export type Notes = Readonly<Record<string, number | string>>;

/** One timed run. */
export interface Sample {
  /** In the unit of the row. */
  readonly value: number;
  readonly notes: Notes;
}

/**
 * One side of a row: something that can be run again and again, always timing only its own work.
 */
export interface Contender {
  /** What the other side of the border needs to know, e.g. the address of a server. */
  readonly info: Notes;
  run(): Promise<Sample>;
  close(): Promise<void>;
}

/** What a contender's module offers. */
export type OpenContender = (settings: ContenderSettings) => Promise<Contender>;
