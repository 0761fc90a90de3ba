/** How large a run is. */
export interface BenchSizes {
  /** Commands of the shared data set. */
  readonly commands: number;
  /** Length of one timed run; milliseconds. */
  readonly runMs: number;
  /** Live coins of the rows about balances; ten times as many are past. */
  readonly coins: number;
}

/** Sizes of a run whose figures count. */
export const fullSizes: BenchSizes = { commands: 1_000_000, runMs: 1500, coins: 100_000 };

/** Sizes of a smoke test. */
export const quickSizes: BenchSizes = { commands: 3000, runMs: 100, coins: 2000 };

/** Timed runs of each side: by default, and the fewest, however long they take. */
export const runs = { byDefault: 5, least: 3 };

/** Limits of time; milliseconds. */
export const limits = {
  /** A row whose runs take long makes do with fewer of them beyond this. */
  rowMs: 60_000,
  /** A contender that has not answered by then is ended and its row fails. */
  answerMs: 240_000,
  /** Additional time for growing the data of a contender, for each live coin or contract. */
  growMsPerCoin: 4,
  /** Time limit for views to reach the ledger's end. */
  catchUpMs: 180_000,
};

/** Event rows that are captured, which ceilings append over and over, and who submits them. */
export const captured = { pings: 512, transfers: 500, callers: 32 };

/** Callers that work at once where a row does not say how many. */
export const callers = { growing: 256, onboarding: 16, preapproving: 4 };

export const dataSet = {
  /** Active contracts of the small ledger that the large one is compared with. */
  smallContracts: 1000,
  /** Rows that a bare replay fetches at once; larger pages are not faster. */
  replayPage: 2000,
  /** Contracts of one page: what a caller gets who does not say. */
  acsPage: 2000,
};

/** Archivals and creations by turns. */
export const churn = {
  /** Contracts created, and as many archived, in one pass. */
  contractsPerPass: 400,
  /** Ids for archiving are gathered from so many places of the journal, evenly spread. */
  places: 20,
  offsetsPerPlace: 1000,
};

/** Ious that one pass transfers. */
export const daml = { transfers: 500 };

/** Coins that one pass spends; a hundred are the most in- or outputs of a transfer. */
export const spent = {
  perTransfer: 100,
  oneStep: 2000,
  inMemory: 500,
  twoStep: 1000,
  merged: 5000,
  ofMany: 10,
};

/** Coins that are read as holdings, and how many of them a wallet asks for at once. */
export const coinPages = { coins: 2000, coinsPerPage: 200 };

/** Coins a sender has in addition to those it spends. */
export const idleCoins = 10_000;

/** The journal of coins that come and go. */
export const coinJournalSizes = {
  coinsPerParty: 10,
  creationsPerTransaction: 50,
  /** Creations of which one stays: there are ten times as many past contracts as live ones. */
  creationsPerLive: 11,
  /** Parties whose coins come and go at the same time. */
  partiesAtOnce: 1_000,
  /** Transactions folded at once while views grow, and creations at once while a table does. */
  foldedAtOnce: 256,
  insertedAtOnce: 10_000,
  /** Questions between two looks at the clock. */
  askedAtOnce: 50,
};

/** The wallet: users of the row about lag, and taps that pay for preapprovals. */
export const wallet = { lagUsers: 32, operatorTaps: 5 };

/** A stream of a server of EventStoreDB's protocol that is followed, and how it is written. */
export const followed = { events: 30_000, eventsPerAppend: 500 };

/**
 * Runs of nodes before the timed one, of one node and of several alike: a process that has just
 * begun spends most of its time on compiling, and several nodes have several processes.
 */
export const nodeWarmRuns = 3;

/** Requests that each connection sends in one run. */
export const requestsPerConnection = (runMs: number): number =>
  Math.max(10, Math.round(runMs * 0.3));

/**
 * How many updates each reader is sent in one pass: fewer where there are many readers, so that a
 * pass takes about as long.
 */
export const updatesPerReader = (runMs: number, readers: number): number =>
  Math.max(50, Math.round((14 * runMs) / Math.sqrt(readers)));

/** What a browser is shown: taps one by one, and a history of taps, so many at once. */
export const browserSizes = {
  events: 40,
  rows: 10_000,
  quickRows: 300,
  offers: 1_000,
  atOnce: 100,
};

/** How much happens on a day of the wallet. */
export interface DaySize {
  readonly users: number;
  readonly ticks: number;
  /** What users do in one tick, all together. */
  readonly actionsPerTick: number;
  readonly seed: number;
}

/** The day whose length counts: 25 hours of 1,000 users. */
export const wholeDay: DaySize = { users: 1_000, ticks: 150, actionsPerTick: 100, seed: 1 };

/** A short day, as a smoke test. */
export const smallDay: DaySize = { users: 30, ticks: 20, actionsPerTick: 10, seed: 1 };

/** Requests of many users, as they come on a day. */
export const mixed = {
  users: 200,
  /** Callers that find out what the server can take. */
  callers: 64,
  /** Longer than other runs: of a thousand submissions one is the slowest thousandth. */
  runsLong: 4,
  /** Requests that wait at once at most. */
  mostWaiting: 2_000,
  /** Contracts, updates or items of a page. */
  pageSize: 50,
  /** Contracts of each user before the clock starts: a page is full then. */
  contractsEach: (runMs: number) => Math.min(mixed.pageSize, Math.ceil(runMs / 30)),
};

/** What is done on ledgers of several sizes. */
export const growth = {
  /** Contracts of the rows, by their names. */
  sizes: { "1k": 1_000, "10k": 10_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000 },
  /** From so many on a row is measured only when it is named. */
  long: 10_000_000,
  /** From so many contracts on, a ledger is worth keeping for later runs. */
  kept: 100_000,
  /** Contracts of a page, and of the party that has few; updates of a page. */
  page: 100,
  /** Reads and openings that are measured, of each kind. */
  reads: 50,
  openings: 3,
  /** Contracts that a pass creates, and archives off the clock. */
  commandsPerPass: 1_000,
};
