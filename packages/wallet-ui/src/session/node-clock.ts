/** By how much the clock of the node is ahead of the browser's; milliseconds. */
let aheadMs = 0;

/**
 * Takes the time of an answer: its `Date` is that of the node's machine.
 *
 * @returns that time, milliseconds since 1970; undefined where there is none
 */
export const noteNodeDate = (date: string | null): number | undefined => {
  const saidMs = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isFinite(saidMs)) return undefined;
  // a date has whole seconds: on average it is half a second later
  const nodeMs = saidMs + 500;
  aheadMs = nodeMs - Date.now();
  return nodeMs;
};

/**
 * The time by the clock of the node's machine, by which it judges tokens, also where the clock of
 * the ledger is moved by hand; milliseconds since 1970.
 */
export const nodeNowMs = (): number => Date.now() + aheadMs;
