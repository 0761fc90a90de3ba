import { rename, rm } from "node:fs/promises";

/**
 * Writes a file that gets its name only when it is complete. Rejects when it cannot be written.
 *
 * @param write writes the draft at the path it is given, which is next to the file
 */
export const placeFile = async (
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.${process.pid}.draft`;
  try {
    await write(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};
