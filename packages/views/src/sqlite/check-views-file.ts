import Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { checkSeed } from "../blocks/block-check.js";
import { checkpointTable } from "./checkpoint-row.js";
import { textOfThrown } from "./schema.js";
import { viewReader } from "./view-reader.js";
import type { ViewsEnd } from "./views-end.js";

/**
 * Reads a views file whole, whoever folds into it, and compares everything with its checksums.
 * Right: where the views end. Left: what is wrong, or why the file cannot be read.
 */
export const checkViewsFile = (file: string, journalId: string): Either<string, ViewsEnd> => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    const seed = checkSeed(journalId);
    viewReader(db, seed).check();
    const { offset, hash } = checkpointTable(db, seed).read();
    return right({ offset, hash });
  } catch (thrown) {
    return left(textOfThrown(thrown));
  } finally {
    db?.close();
  }
};
