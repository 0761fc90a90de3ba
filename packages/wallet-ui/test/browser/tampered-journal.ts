import { join } from "node:path";
import { Database } from "@tallystick/sqlite";

/** Changes an amount in a journal behind the back of its node, without touching its hashes. */
export const tamper = (data: string): void => {
  const db = new Database(join(data, "journal.db"));
  try {
    const { changes } = db
      .prepare("UPDATE event SET data = replace(data, '7.25', '9.25') WHERE data LIKE '%7.25%'")
      .run();
    if (changes === 0) throw new Error("there is no such amount in the journal");
  } finally {
    db.close();
  }
};
