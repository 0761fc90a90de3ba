import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "chai";
import { storeProvider } from "../src/index.js";
import { journalFolder, leftOf, newEvents, rightOf, STREAM } from "./journal-files.js";

describe("the address sqlite:<folder>", () => {
  it("names the journal in that folder, which other processes may use only when it is shared", async () => {
    const journal = journalFolder();
    const folder = dirname(journal.file);
    const store = rightOf(await storeProvider.open(folder, { shared: false }));
    rightOf(await store.append(STREAM, "no-stream", newEvents(1)));
    expect(existsSync(journal.file)).to.equal(true);
    expect(leftOf(await storeProvider.open(folder, { shared: false })).kind).to.equal("in-use");
    await store.close();
    const shared = await Promise.all(
      [1, 2].map(() => storeProvider.open(folder, { shared: true })),
    );
    for (const each of shared) await rightOf(each).close();
    journal.cleanUp();
  });
});
