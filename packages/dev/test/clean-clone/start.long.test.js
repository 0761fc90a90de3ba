import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { repositoryRoot } from "../../src/repository.js";

describe("npm start in a clone that was never built", () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-clone-"));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** Copies what a commit of all files would have. */
  function copySources() {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const files = execFileSync("git", args, { cwd: repositoryRoot, encoding: "utf8" }).split("\0");
    for (const file of files.filter((each) => each !== "" && !each.includes("/test/")))
      cpSync(join(repositoryRoot, file), join(root, file));
  }

  /** Links what `npm ci --omit=dev` would install. */
  function linkPackages() {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    for (const [path, { dev, devOptional, link, resolved }] of Object.entries(packages)) {
      if (!/^((packages|examples)\/[^/]+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
      if (dev === true || devOptional === true) continue;
      const at = join(root, path);
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(
        link === true ? relative(dirname(at), join(root, resolved)) : join(repositoryRoot, path),
        at,
      );
    }
    const record = "node_modules/.package-lock.json";
    cpSync(join(repositoryRoot, record), join(root, record));
  }

  it("builds the program from what is committed, without what only tests need", () => {
    copySources();
    linkPackages();
    const args = ["packages/dev/src/run.js", "start", "--help"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stderr]).to.deep.equal([0, "Bundling packages\nBuilding the browser wallet\n"]);
    expect(stdout).to.contain("tallystick serve");
  });
});
