import { Database } from "@tallystick/sqlite";
import * as t from "io-ts";
import { errorOf, WHOLE_FILE } from "../files/sqlite-error.js";
import { checkStructure } from "./check-structure.js";

/** What is wrong with the structure of a file, or why that is not known. */
export type StructureReport = t.TypeOf<typeof StructureReport>;

export const StructureReport = t.union([
  t.readonly(t.type({ unread: t.string })),
  t.readonly(t.type({ damage: t.readonlyArray(t.string) })),
]);

/** Bytes that a process maps at most; SQLite reads the rest of a longer file. */
const MAPPED_BYTES = 2 ** 31 - 2 ** 16;

/**
 * Checks the structure of a journal's file through a connection of its own.
 *
 * @param isMapped maps the file into memory, which takes half of the time: only in a process of its
 * own, as an error of the disk then ends the process
 */
export const reportStructure = (file: string, isMapped: boolean): StructureReport => {
  let db: Database | undefined;
  try {
    db = new Database(file, { readOnly: true, fileMustExist: true });
    if (isMapped) db.pragma(`mmap_size = ${MAPPED_BYTES}`);
    // all rules see the same state
    db.exec("BEGIN");
    return { damage: checkStructure(db) };
  } catch (thrown) {
    const error = errorOf(thrown, WHOLE_FILE, "known");
    if (error.kind === "damaged") return { damage: [error.reason] };
    return { unread: error.kind === "unavailable" ? error.reason : error.kind };
  } finally {
    db?.close();
  }
};
