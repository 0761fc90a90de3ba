/** After which something hangs, on a machine of any speed; milliseconds. */
export const patienceMs = 300_000;
