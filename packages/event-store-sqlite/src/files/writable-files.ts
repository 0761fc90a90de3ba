import { accessSync, constants, statSync, type Stats } from "node:fs";

/** Whether the files of an open journal can still be written, and are still the ones it opened. */
export interface WritableFiles {
  /** Why nothing should be written; undefined when writing is possible. */
  obstacle(): string | undefined;
}

/** How long a check of the files is valid; milliseconds. */
const LOOK_MS = 50;

const WRITE_BITS = 0o222;

const MODE_BITS = 0o777;

const sameFile = (one: Stats, other: Stats): boolean =>
  one.dev === other.dev && one.ino === other.ino;

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/**
 * Why a file cannot be written; undefined when it can. A file without write permission counts as
 * read-only for root too.
 */
export const readOnlyReason = (path: string): string | undefined => {
  const mode = statOf(path)?.mode;
  if (mode !== undefined && (mode & WRITE_BITS) === 0)
    return `EACCES: ${path} is read-only (mode ${(mode & MODE_BITS).toString(8).padStart(4, "0")})`;
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/**
 * Checks the file and the log of an open journal: what is written after one was removed is lost at
 * the next start.
 *
 * @param file path of the journal
 */
export const writableFiles = (file: string): WritableFiles => {
  const opened = [file, `${file}-wal`].map((path) => ({ path, stats: statOf(path) }));
  const look = (): string | undefined => {
    for (const { path, stats } of opened) {
      if (stats === undefined) continue;
      const now = statOf(path);
      if (now === undefined || !sameFile(now, stats))
        return `${path} was removed or replaced while it was open`;
    }
    return readOnlyReason(file);
  };
  let lookedMs = Number.NEGATIVE_INFINITY;
  let obstacle: string | undefined;
  return {
    obstacle: () => {
      const nowMs = performance.now();
      if (nowMs - lookedMs < LOOK_MS) return obstacle;
      lookedMs = nowMs;
      obstacle = look();
      return obstacle;
    },
  };
};
