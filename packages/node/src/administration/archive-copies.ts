import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, placeFile, privateFile } from "@tallystick/background";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import type { ArchiveStore, KeptArchive } from "./archive-store.js";

/**
 * Archives with copies in a data folder: a start reads all archives, and the store takes six times
 * as long, as it has them in Base64, in JSON, in the chain of a journal. Each copy is a file with
 * the package id as its name, which is also the SHA-256 of its content; one that is missing, cut or
 * damaged is read from the store and written again.
 */
export const withCopies = (store: ArchiveStore, data: string): ArchiveStore => {
  const folder = join(data, "archives");
  return {
    read: async (packageId) => {
      const copy = copyIn(folder, packageId);
      if (copy !== undefined) return right(copy);
      const payload = await store.read(packageId);
      if (isRight(payload)) await writeCopies(folder, [{ packageId, payload: payload.right }]);
      return payload;
    },
    keep: async (archives) => {
      const kept = await store.keep(archives);
      if (isLeft(kept)) return kept;
      const isMissing = ({ packageId }: KeptArchive) => copyIn(folder, packageId) === undefined;
      await writeCopies(folder, archives.filter(isMissing));
      return kept;
    },
  };
};

/**
 * The content of an intact copy. Most are read by a start, which waits for them: sixty take 10 ms,
 * and half as long again when other work may run meanwhile.
 */
const copyIn = (folder: string, packageId: string): Uint8Array | undefined => {
  // ids of callers may be anything, such as paths
  if (!/^[0-9a-f]{64}$/.test(packageId)) return undefined;
  try {
    const payload = readFileSync(join(folder, packageId));
    return hash("sha256", payload, "hex") === packageId ? payload : undefined;
  } catch {
    return undefined;
  }
};

const writeCopies = async (folder: string, archives: ReadonlyArray<KeptArchive>): Promise<void> => {
  try {
    if (archives.length === 0) return;
    makeFolder(folder);
    await removeDrafts(folder);
    for (const { packageId, payload } of archives) {
      const write = (draft: string) => writeFile(draft, payload, { mode: privateFile });
      await placeFile(join(folder, packageId), write);
    }
  } catch {
    // the store has everything
  }
};

/** Removes what a process left that ended while it wrote: then a copy is missing. */
const removeDrafts = async (folder: string): Promise<void> => {
  const own = `.${process.pid}.draft`;
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(".draft") && !each.endsWith(own)))
    await rm(join(folder, name), { force: true });
};
