import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readForkNote } from "../../src/fork/fork-note.js";
import { scratchFolder } from "../process.js";
import { thrownBy } from "../thrown-by.js";

describe("The note of a fork", () => {
  it("that cannot be read is an error that says what to do", async () => {
    const [folder, remove] = await scratchFolder();
    await mkdir(join(folder, "fork.json"));
    expect((await thrownBy(() => readForkNote(folder))).message).to.match(
      /fork\.json cannot be read \(EISDIR.*\); use a data folder that this process can read and write$/,
    );
    await remove();
  });
});
