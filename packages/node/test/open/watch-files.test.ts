import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { watchFiles } from "../../src/open/watch-files.js";
import { tempFolder } from "../test-ledger.js";

describe("The files that a node continues without", () => {
  it("are missed once each time they are removed, with what that means, and welcomed back", async () => {
    const data = tempFolder();
    const file = join(data, "views.db");
    writeFileSync(file, "");
    const said: Array<string> = [];
    const stop = watchFiles(
      data,
      [
        { name: "views.db", meaning: "they are folded again" },
        { name: "never.db", meaning: "it was never there" },
      ],
      ({ message }) => void said.push(message),
      2,
    );
    const until = async (count: number): Promise<void> => {
      while (said.length < count) await new Promise((resume) => setTimeout(resume, 2));
    };
    rmSync(file);
    await until(1);
    writeFileSync(file, "");
    await until(2);
    rmSync(file);
    await until(3);
    stop();
    const removed = "views.db was removed while the node runs: they are folded again";
    expect(said).to.deep.equal([removed, "views.db exists again", removed]);
  });
});
