import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isFolderPath, makeFolder } from "../src/make-folder.js";

/** The code of what is thrown when a folder is made. */
const codeOf = (path: string): unknown => {
  try {
    makeFolder(path);
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

  it("is made with those above it, for its owner alone, once", () => {
    const inner = join(folder, "a", "b", "c");
    expect(makeFolder(inner)).to.equal(join(folder, "a"));
    expect(statSync(inner).mode & 0o777).to.equal(0o700);
    expect(makeFolder(inner)).to.equal(undefined);
  });

  it("is made for others to enter", () => {
    const inner = join(folder, "a", "b");
    makeFolder(inner, 0o755);
    expect(statSync(join(folder, "a")).mode & 0o777).to.equal(0o755);
    expect(statSync(inner).mode & 0o777).to.equal(0o755);
  });

  it("is not made below a file, nor where a file system takes none", () => {
    writeFileSync(join(folder, "file"), "");
    expect(codeOf(join(folder, "file"))).to.equal("EEXIST");
    expect(codeOf(join(folder, "file", "a"))).to.match(/^E(?:EXIST|NOTDIR)$/);
    if (process.platform === "linux")
      expect(codeOf("/proc/no/such")).to.match(/^E(?:NOENT|ACCES|PERM)$/);
  });

  it("has a path, not an address or a name that only a shell or SQLite knows", () => {
    const paths = ["data", "./data", "/a/b", "C:\\data", "a~b", "~alice", "a:b"];
    expect(paths.filter((path) => !isFolderPath(path))).to.deep.equal([]);
    const others = ["", ":memory:", ":memroy:", "esdb://host", "~", "~/data"];
    expect(others.filter(isFolderPath)).to.deep.equal([]);
  });
});
