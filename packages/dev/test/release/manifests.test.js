import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  changelogFindings,
  inOrder,
  manifestFindings,
  publishedPackages,
  releasedVersion,
} from "../../src/release/manifests.js";
import { repositoryRoot } from "../../src/repository.js";

describe("The packages of a release", () => {
  /** @type {string} */
  let root;
  const core = "packages/core/package.json";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-release-"));
    mkdirSync(join(root, "packages/core"), { recursive: true });
    for (const file of ["package.json", "LICENSE", core, "packages/core/LICENSE"])
      cpSync(join(repositoryRoot, file), join(root, file));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** @param {(manifest: any) => void} change */
  const changed = (change) => {
    const manifest = JSON.parse(readFileSync(join(root, core), "utf8"));
    change(manifest);
    writeFileSync(join(root, core), JSON.stringify(manifest));
    return manifestFindings(root);
  };

  it("agree in version, licence, repository and what they need of each other", () => {
    expect(publishedPackages(repositoryRoot)).to.have.length.above(15);
    expect(manifestFindings(repositoryRoot)).to.deep.equal([]);
    expect(manifestFindings(root)).to.deep.equal([]);
  });

  for (const [what, change, found] of /** @type {[string, (manifest: any) => void, RegExp][]} */ ([
    ["another version", (m) => (m.version = "0.0.9"), /version: found 0\.0\.9, expected \d/],
    ["no repository", (m) => delete m.repository, /repository\.url: found nothing, expected git/],
    ["another folder", (m) => (m.repository.directory = "x"), /repository\.directory: found x/],
    ["no provenance", (m) => delete m.publishConfig, /publishConfig\.provenance: found nothing/],
    [
      "another version of one of ours",
      (m) => (m.dependencies["@tallystick/wire"] = "^0.1.0"),
      /dependencies\.@tallystick\/wire: found \^0\.1\.0/,
    ],
  ])) {
    it(`are refused with ${what}`, () => {
      expect(changed(change).join("\n")).to.match(found);
    });
  }

  it("are refused without the licence, and not looked at where they are private", () => {
    writeFileSync(join(root, "packages/core/LICENSE"), "do as you like");
    expect(manifestFindings(root)).to.deep.equal([
      "packages/core/LICENSE: expected a copy of LICENSE",
    ]);
    expect(changed((manifest) => (manifest.private = true))).to.deep.equal([]);
  });

  it("are published after those that they need", () => {
    const names = inOrder(publishedPackages(repositoryRoot)).map(({ manifest }) => manifest.name);
    for (const [earlier, later] of [
      ["@tallystick/core", "@tallystick/wire"],
      ["@tallystick/wire", "@tallystick/http"],
      ["@tallystick/http", "@tallystick/cli"],
    ])
      expect(names.indexOf(earlier ?? "")).to.be.below(names.indexOf(later ?? ""));
  });
});

describe("The changelog of a release", () => {
  it("has a section of the version", () => {
    const text = readFileSync(join(repositoryRoot, "CHANGELOG.md"), "utf8");
    expect(changelogFindings(text, releasedVersion(repositoryRoot), true)).to.deep.equal([]);
  });

  it("has its date, unless the release is only tried", () => {
    const dated = "# Changelog\n\n## 1.0.0 - 2026-11-23\n";
    const open = "# Changelog\n\n## 1.0.0 - unreleased\n";
    expect(changelogFindings(dated, "1.0.0", false)).to.deep.equal([]);
    expect(changelogFindings(open, "1.0.0", true)).to.deep.equal([]);
    expect(changelogFindings(open, "1.0.0", false)).to.have.length(1);
    expect(changelogFindings(dated, "1.1.0", true).join()).to.contain("found no section");
  });
});
