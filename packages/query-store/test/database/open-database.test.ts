import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { embeddedDatabase, lockFolder } from "../../src/database/open-database.js";

const openErrorOf = async (folder: string): Promise<string> => {
  try {
    const opened = await embeddedDatabase(folder, 0);
    await opened.close();
    return "opened";
  } catch (thrown) {
    return String(thrown);
  }
};

describe("An embedded database", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-postgres-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is opened by one process at a time, as two would destroy its files", async () => {
    const release = lockFolder(folder);
    expect(await openErrorOf(folder)).to.equal(
      `Error: ${folder} is in use by another query store; stop that, or use another folder`,
    );
    release();
    expect(await openErrorOf(folder)).to.equal("opened");
    // closed, it has given the folder back
    lockFolder(folder)();
  });
});
