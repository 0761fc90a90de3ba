// The line that a run of tests ends with.

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */
/** @typedef {{ file: string, passed: number, failed: number }} FileTally `file` from the root */

/** @param {Tally} tally @returns {string} */
export const tallyLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** @param {string} output of a run @returns {Tally | undefined} of its last line */
export function lastTally(output) {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  const found = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line);
  if (found === null) return undefined;
  const [, passed, failed, skipped = 0] = found;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}
