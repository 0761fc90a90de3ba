// The process of `checkFiles`: checks the journal named by its argument, and prints the report as
// one JSON text.
import Database from "better-sqlite3";
import { checkStructure } from "./check-structure.js";
import { errorOf, WHOLE_FILE } from "../files/sqlite-error.js";
import type { StructureReport } from "./check-files.js";

const check = (file: string): StructureReport => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
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

process.stdout.write(JSON.stringify(check(process.argv[2] ?? "")));
