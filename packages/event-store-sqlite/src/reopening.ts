import type { Reopening } from "@tallystick/event-store";

/**
 * How threads open a journal's file; undefined for one in memory, or one that is read without
 * checks, which its own thread alone reads.
 */
export const reopeningOf = ({
  file,
  verifyReads = true,
}: {
  readonly file: string;
  readonly verifyReads?: boolean;
}): Reopening | undefined =>
  file === ":memory:" || !verifyReads
    ? undefined
    : { module: new URL("./reopen.js", import.meta.url).href, place: file };
