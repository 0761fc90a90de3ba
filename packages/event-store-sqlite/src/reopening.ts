import type { Reopening } from "@tallystick/event-store";

/**
 * How threads open a journal's file; undefined for one in memory, or one read without checks, which
 * only its own thread reads.
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
