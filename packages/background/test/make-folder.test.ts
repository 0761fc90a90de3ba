import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isFolderPath, makeFolder } from "../src/make-folder.js";

/** The code of what a promise rejects with. */
const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    return Reflect.get(Object(thrown), "code");
  }
};

describe("A folder that is made", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "make-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is made with those above it, for its owner alone, once", async () => {
    const inner = join(folder, "a", "b", "c");
    expect(await makeFolder(inner)).to.equal(join(folder, "a"));
    expect(statSync(inner).mode & 0o777).to.equal(0o700);
    expect(await makeFolder(inner)).to.equal(undefined);
  });

  it("may be made by several at once", async () => {
    const inner = join(folder, "a", "b");
    await Promise.all([1, 2, 3].map(() => makeFolder(inner)));
    expect(statSync(inner).isDirectory()).to.equal(true);
  });

  it("is not made below a file, nor where a file system takes none", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await codeOf(makeFolder(join(folder, "file")))).to.equal("EEXIST");
    expect(await codeOf(makeFolder(join(folder, "file", "a")))).to.match(/^E(?:EXIST|NOTDIR)$/);
    if (process.platform === "linux")
      expect(await codeOf(makeFolder("/proc/no/such"))).to.match(/^E(?:NOENT|ACCES|PERM)$/);
  });

  it("has a path, not an address or a name that only a shell or SQLite knows", () => {
    const paths = ["data", "./data", "/a/b", "C:\\data", "a~b", "~alice", "a:b"];
    expect(paths.filter((path) => !isFolderPath(path))).to.deep.equal([]);
    const others = ["", ":memory:", ":memroy:", "esdb://host", "~", "~/data"];
    expect(others.filter(isFolderPath)).to.deep.equal([]);
  });
});
