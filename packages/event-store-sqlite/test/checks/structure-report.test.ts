import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "chai";
import { reportStructure } from "../../src/checks/structure-report.js";
import { journalFolder, tamper, writeJournal } from "../journal-files.js";

describe("The report on the structure of a file", () => {
  for (const isMapped of [true, false]) {
    it(`says what is damaged, or why it cannot be read; mapped: ${isMapped}`, async () => {
      const folder = journalFolder();
      try {
        await writeJournal(folder.file, 40);
        assert.deepEqual(reportStructure(folder.file, isMapped), { damage: [] });
        tamper(folder.file, "DELETE FROM event WHERE position = 3");
        const report = reportStructure(folder.file, isMapped);
        assert.include(
          "damage" in report ? report.damage : [],
          "1 rows of the table event are missing",
        );
        writeFileSync(folder.file, "no database".repeat(1_000));
        const [reason = ""] = Object.values(reportStructure(folder.file, isMapped)).flat();
        assert.match(reason, /not a database/);
        const missing = reportStructure(join(folder.file, "none"), isMapped);
        assert.match("unread" in missing ? missing.unread : "", /open/);
      } finally {
        folder.cleanUp();
      }
    });
  }
});
