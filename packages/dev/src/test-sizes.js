// How large the tests are that have more than one size: `npm test`, `npm test -- --all` (what fits
// into an hour) and `npm test -- --nightly` (hours).

/** The three sizes; `npm test -- --NAME` takes another one than the first. */
export const SIZE_NAMES = ["short", "all", "nightly"];

/**
 * Each row is `[short, all, nightly]`. The environment variable `TALLYSTICK_` and the name of a row
 * overrides it.
 *
 * @type {Record<string, readonly [number, number, number]>}
 */
export const TEST_SIZES = {
  /** Simulated histories of the seeds from 1 on. */
  HISTORIES: [40, 10_000, 10_000],
  /** Simulated histories of seeds from the seed of the run on. */
  NEW_HISTORIES: [0, 0, 100_000],
  /** Callbacks before which a simulated node is killed: each n-th. */
  KILL_STEP: [4, 1, 1],
  /** Plans of each kind that are simulated twice, with the same outcome. */
  REPEATED_PLANS: [2, 12, 100],
  /** Random histories of the law of the coin. */
  LAW_RUNS: [25, 200, 1_000],
  /** The same beside the genuine coin. */
  GENUINE_RUNS: [5, 50, 200],
  /** Events of the journal with which the trials of an audit tamper. */
  TAMPER_EVENTS: [160, 100_000, 100_000],
  /** Bits that are flipped in the files of a data folder. */
  FLIPS: [25, 300, 1_000],
  /** Bits that are flipped in the file of the wallet's views. */
  WALLET_FLIPS: [20, 300, 1_000],
  /** Files of a data folder that cannot be used, in every way: each n-th pair. */
  UNUSABLE_STEP: [8, 1, 1],
  /** Kinds of projects that are made, installed and tested, in their order. */
  PROJECTS: [1, 5, 5],
  /** Pages of the browser wallet, each way of looking at them: each n-th pair. */
  PAGES_STEP: [3, 1, 1],
  /** Updates that come while pages of the browser wallet are open. */
  UPDATES_WHILE_OPEN: [8_000, 20_000, 200_000],
  /** Operations of files that fail: each n-th. */
  FAULT_STEP: [23, 5, 1],
  /** Changes of each kind to each file, or table. */
  CHANGES: [2, 5, 40],
  /** Moments at which power is lost. */
  POWER_LOSSES: [20, 400, 1_000_000],
  /** Steady load on one node. */
  SOAK_SECONDS: [4, 60, 3_600],
  /** Commands a second of that load; 0: as many as it takes. */
  SOAK_RATE: [0, 0, 0],
  /** Times that a disk is full. */
  FILLINGS: [4, 20, 100],
  /** Contracts of a large ledger. */
  LARGE_CONTRACTS: [1_500, 100_000, 1_000_000],
  /** Submissions of a large contract each, to a node with a small heap. */
  LARGE_SUBMISSIONS: [110, 500, 4_700],
  /** Submissions of 20 contracts each, to such a node. */
  LARGE_TRANSACTIONS: [600, 2_000, 10_000],
  /** Large requests in a wallet with a small heap. */
  LARGE_REQUESTS: [200, 200, 1_000],
  /** Generated requests of each kind for each operation of the node's documents. */
  REQUESTS: [4, 50, 200],
  /** Kills of a server with wallets whose users try again. */
  WALLET_KILLS: [4, 40, 200],
  /** Kills of the node that writes while its automations run. */
  WRITER_KILLS: [1, 5, 20],
  /** Races of nodes for one command. */
  RACES: [15, 50, 200],
  /** Storms over the network between nodes and stores. */
  CHAOS_SECONDS: [2, 30, 600],
  CHAOS_COMMANDS: [200, 2_000, 50_000],
  CHAOS_NODES: [2, 3, 4],
  CHAOS_LANES: [16, 16, 16],
};

/** The seed of what is drawn in the short form, which is the same in each run. */
const SHORT_SEED = 1;

const sizeOfRun = () => process.env["TALLYSTICK_TEST_SIZE"] ?? "short";

/** Whether this run is `npm test` without `--all` or `--nightly`. */
export const isShort = () => sizeOfRun() === "short";

/**
 * The size of a test in this run.
 *
 * @param {string} row its name
 * @returns {number}
 */
export function testSize(row) {
  const sizes = TEST_SIZES[row];
  if (sizes === undefined) throw new Error(`the table of test sizes has no row ${row}`);
  const given = process.env[`TALLYSTICK_${row}`];
  if (given !== undefined) return Number(given);
  const name = sizeOfRun();
  const size = sizes[SIZE_NAMES.indexOf(name)];
  if (size !== undefined) return size;
  throw new Error(`TALLYSTICK_TEST_SIZE is ${name}; expected ${SIZE_NAMES.join(", ")}`);
}

/**
 * The seed of everything that the tests of this run draw: TALLYSTICK_SEED, which the run of a long
 * form draws itself and prints.
 *
 * @returns {number}
 */
export const testSeed = () => Number(process.env["TALLYSTICK_SEED"] ?? SHORT_SEED);
