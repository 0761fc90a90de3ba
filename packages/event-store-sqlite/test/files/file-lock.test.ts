import { renameSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { journalFolder, leftOf, newEvents, opened, rightOf, STREAM } from "../journal-files.js";

const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 60));

describe("the lock of a journal", () => {
  for (const [what, damage] of [
    ["removed", (lock: string) => rmSync(lock)],
    [
      "replaced",
      (lock: string) => {
        writeFileSync(`${lock}.new`, "");
        renameSync(`${lock}.new`, lock);
      },
    ],
  ] as const) {
    it(`that was ${what} ends the writing: another process could take it`, async () => {
      const journal = journalFolder();
      const store = await opened({ file: journal.file });
      rightOf(await store.append(STREAM, "no-stream", newEvents(2)));
      damage(`${journal.file}.lock`);
      await pause();
      const error = leftOf(await store.append(STREAM, 1, newEvents(1)));
      expect(error.kind).to.equal("in-use");
      expect(error).to.have.property("reason").that.includes("was removed or replaced");
      expect(rightOf(await store.lastEvent(STREAM))?.revision).to.equal(1);
      await store.close();
      const again = await opened({ file: journal.file });
      rightOf(await again.append(STREAM, 1, newEvents(1)));
      await again.close();
      journal.cleanUp();
    });
  }
});
