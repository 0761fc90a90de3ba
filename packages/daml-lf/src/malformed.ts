/**
 * Thrown for malformed content of an archive, as the wire reader throws for malformed bytes;
 * `readArchive` catches both.
 */
export class Malformed extends Error {}

/** Throws `Malformed` with a reason. */
export const malformed = (reason: string): never => {
  throw new Malformed(reason);
};
