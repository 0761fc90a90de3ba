import { hash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** How many archives are kept, and how large they may be together. */
export interface PackageFileLimits {
  readonly maxPackages: number;
  readonly maxBytes: number;
}

/** An archive by its package id. */
export interface KeptArchive {
  readonly packageId: string;
  /** Has the package id as SHA-256. */
  readonly payload: Uint8Array;
}

/** The archives of uploaded packages, beside the journal. */
export interface PackageFiles {
  /** Resolves when all of them are durable. Those kept already and undamaged are passed over. Left INVALID_ARGUMENT beyond the limits, INDEX_DB_SQL_TRANSIENT_ERROR when the folder cannot be written. */
  keep(archives: ReadonlyArray<KeptArchive>): Promise<Either<LedgerError, void>>;
  /** Left PACKAGE_NOT_FOUND when there is none, or its bytes are not those that were kept. */
  read(packageId: string): Promise<Either<LedgerError, Uint8Array>>;
}

const folderName = "packages";
const draftMark = ".draft-";
/** A draft older than this was left by a process that ended while writing it; milliseconds. */
const abandonedAfterMs = 3_600_000;
const packageFileName = /^[0-9a-f]{64}$/;

const notFound = (packageId: string, reason: string): LedgerError =>
  ledgerError("PACKAGE_NOT_FOUND", reason, { resources: [["PACKAGE", packageId.slice(0, 64)]] });

/** PACKAGE_NOT_FOUND for a package without an archive. */
export const noArchive = (packageId: string): LedgerError =>
  notFound(packageId, `This node has no archive of the package ${packageId.slice(0, 64)}.`);

const damaged = (packageId: string): LedgerError =>
  notFound(
    packageId,
    `The archive of the package ${packageId} is damaged on this node: its bytes do not have the package id as their SHA-256. Upload its DAR again.`,
  );

const isWhole = ({ packageId, payload }: KeptArchive): boolean =>
  hash("sha256", payload, "hex") === packageId;

const overLimit = (
  { maxPackages, maxBytes }: PackageFileLimits,
  count: number,
  bytes: number,
): Either<LedgerError, void> =>
  count <= maxPackages && bytes <= maxBytes
    ? right(undefined)
    : left(
        ledgerError(
          "INVALID_ARGUMENT",
          `The node would keep ${count} package archives of ${bytes} bytes together; expected at most ${maxPackages} and ${maxBytes} bytes (ledger.maxUploadedPackages, ledger.maxUploadedBytes).`,
          { definiteAnswer: true },
        ),
      );

const sizeOf = (archives: Iterable<KeptArchive>): number => {
  let bytes = 0;
  for (const { payload } of archives) bytes += payload.length;
  return bytes;
};

/** Archives of a ledger without a data folder. */
export const packageFilesInMemory = (limits: PackageFileLimits): PackageFiles => {
  const kept = new Map<string, KeptArchive>();
  return {
    keep: async (archives) => {
      const all = new Map(kept);
      for (const archive of archives) all.set(archive.packageId, archive);
      const limited = overLimit(limits, all.size, sizeOf(all.values()));
      if (isLeft(limited)) return limited;
      // a payload is a part of a whole DAR, which would stay in memory with it
      for (const { packageId, payload } of archives)
        if (!kept.has(packageId)) kept.set(packageId, { packageId, payload: payload.slice() });
      return right(undefined);
    },
    read: async (packageId) => {
      const found = kept.get(packageId);
      return found === undefined ? left(noArchive(packageId)) : right(found.payload);
    },
  };
};

/** Archives as files `<data>/packages/<package id>`, each written under another name first, so that no name ever stands for half a file. */
export const packageFilesIn = (data: string, limits: PackageFileLimits): PackageFiles => {
  const folder = join(data, folderName);
  const read = async (packageId: string): Promise<Either<LedgerError, Uint8Array>> => {
    if (!packageFileName.test(packageId)) return left(noArchive(packageId));
    try {
      const payload = await readFile(join(folder, packageId));
      return isWhole({ packageId, payload }) ? right(payload) : left(damaged(packageId));
    } catch (thrown) {
      return left(isMissing(thrown) ? noArchive(packageId) : unreadable(packageId, thrown));
    }
  };
  return {
    read,
    keep: async (archives) => {
      try {
        const wanted: Array<KeptArchive> = [];
        for (const archive of archives)
          if (isLeft(await read(archive.packageId))) wanted.push(archive);
        if (wanted.length === 0) return right(undefined);
        await mkdir(folder, { recursive: true });
        await syncFolder(data);
        const limited = await withinLimits(folder, limits, wanted);
        if (isLeft(limited)) return limited;
        for (const archive of wanted) await writeFileSafely(folder, archive);
        await syncFolder(folder);
        return right(undefined);
      } catch (thrown) {
        return left(unwritable(folder, thrown));
      }
    },
  };
};

const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

const unreadable = (packageId: string, thrown: unknown): LedgerError =>
  notFound(
    packageId,
    `The archive of the package ${packageId} cannot be read on this node: ${reasonOf(thrown)}.`,
  );

const unwritable = (folder: string, thrown: unknown): LedgerError =>
  ledgerError(
    "INDEX_DB_SQL_TRANSIENT_ERROR",
    `The folder ${folder} cannot be written: ${reasonOf(thrown)}. Nothing was registered.`,
    { definiteAnswer: true },
  );

/** Counts what is there and what is to come; removes drafts nobody will finish. */
const withinLimits = async (
  folder: string,
  limits: PackageFileLimits,
  wanted: ReadonlyArray<KeptArchive>,
): Promise<Either<LedgerError, void>> => {
  const coming = new Set(wanted.map(({ packageId }) => packageId));
  let [count, bytes] = [wanted.length, sizeOf(wanted)];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path);
    if (name.startsWith(draftMark) && Date.now() - mtimeMs > abandonedAfterMs) await rm(path);
    if (!packageFileName.test(name) || coming.has(name)) continue;
    count++;
    bytes += size;
  }
  return overLimit(limits, count, bytes);
};

const writeFileSafely = async (
  folder: string,
  { packageId, payload }: KeptArchive,
): Promise<void> => {
  const draft = join(folder, `${draftMark}${packageId}-${randomUUID()}`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(payload);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, packageId));
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
};

/** Makes the names in a folder durable. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
