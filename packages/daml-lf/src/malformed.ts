/**
 * Stops the reading of an archive. The wire reader throws on bytes it cannot read, deep inside of
 * messages, so what is wrong with their content goes the same way; `readArchive` catches both and
 * nothing of it leaves this package.
 */
export class Malformed extends Error {}

/** Stops the reading with a reason. */
export const malformed = (reason: string): never => {
  throw new Malformed(reason);
};
