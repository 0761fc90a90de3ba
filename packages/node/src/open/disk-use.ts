import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DataPart, DiskUse } from "../ledger/ledger-observer.js";
import { walletFileName } from "../journal/views-file.js";

/** The parts of a data folder by the beginnings of their names; `log/` is the audit's. */
const beginnings: ReadonlyArray<readonly [beginning: string, part: DataPart]> = [
  ["journal.db", "journal"],
  ["views-", "views"],
  [walletFileName, "wallet"],
  ["snapshot", "snapshot"],
  ["archives", "archives"],
];

const sizeOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
};

/** What a data folder takes now, and what is left on its file system. */
export const diskUse = (data: string): DiskUse => {
  const bytes = { journal: 0, views: 0, wallet: 0, snapshot: 0, archives: 0 };
  for (const name of readdirSync(data)) {
    const part = beginnings.find(([beginning]) => name.startsWith(beginning))?.[1];
    if (part !== undefined) bytes[part] += sizeOf(join(data, name));
  }
  const { bavail, bsize } = statfsSync(data);
  return { bytes, freeBytes: bavail * bsize };
};
