import Database from "better-sqlite3";
import { checkSeed } from "@tallystick/tables";
import { checkpointTable } from "./checkpoint-row.js";

/** Where the views of a journal ended. */
export interface ViewsEnd {
  readonly offset: number;
  /** Chain hash of the event at that offset, when the journal gave it. */
  readonly hash: string;
}

/**
 * How far a views file goes, without opening it for folding; undefined when there is none, or it
 * is damaged or of another journal.
 */
export const viewsEnd = (file: string, journalId: string): ViewsEnd | undefined => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const { offset, hash } = checkpointTable(db, checkSeed(journalId)).read();
    return { offset, hash };
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
};
