// How large the tests are that have more than one size: `npm test`, `npm test -- --all` (everything
// that fits into an hour) and `npm test -- --nightly` (hours).

/** The names of the three sizes, as `npm test -- --NAME` takes them but for the first. */
export const SIZE_NAMES = ["short", "all", "nightly"];

/**
 * Each row is `[short, all, nightly]`. The environment variable `TALLYSTICK_` and the name of a row
 * overrides it.
 *
 * @type {Record<string, readonly [number, number, number]>}
 */
export const TEST_SIZES = {
  /** Simulated histories of seeds from 1 on. */
  HISTORIES: [300, 10_000, 10_000],
  /** Simulated histories of seeds that no run had before. */
  NEW_HISTORIES: [0, 0, 100_000],
  /** Events of the journal with which an auditor's trials tamper. */
  TAMPER_EVENTS: [160, 100_000, 100_000],
  /** Bits that are flipped in the files of a data folder. */
  FLIPS: [50, 300, 1_000],
  /** Bits that are flipped in the file of the wallet's views. */
  WALLET_FLIPS: [40, 300, 1_000],
  /** Operations of files that fail: each n-th. */
  FAULT_STEP: [23, 5, 1],
  /** Values of files and rows that are changed: this many of each kind. */
  CHANGES: [1, 3, 1_000],
};

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
  const name = process.env["TALLYSTICK_TEST_SIZE"] ?? "short";
  const size = sizes[SIZE_NAMES.indexOf(name)];
  if (size !== undefined) return size;
  throw new Error(`TALLYSTICK_TEST_SIZE is ${name}; expected ${SIZE_NAMES.join(", ")}`);
}
