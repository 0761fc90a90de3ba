import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { isInstalled } from "../src/install.js";

const LOCKED = {
  "": { version: "0.1.0" },
  "packages/core": { version: "0.1.0" },
  "node_modules/@tallystick/core": { resolved: "packages/core", link: true },
  "node_modules/koa": { version: "3.3.0" },
  "node_modules/mocha": { version: "12.0.3", dev: true },
  "node_modules/only-on-windows": { version: "1.0.0", optional: true },
};

describe("the installation", () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-install-"));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** @param {Record<string, object>} installed what npm put into node_modules */
  function install(installed) {
    write("package-lock.json", JSON.stringify({ packages: LOCKED }));
    write("node_modules/.package-lock.json", JSON.stringify({ packages: installed }));
  }

  /** @param {string} file @param {string} text */
  function write(file, text) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  const { "node_modules/only-on-windows": _, ...onThisPlatform } = LOCKED;

  it("counts when npm itself put everything in place, but for what is optional", () => {
    install(onThisPlatform);
    expect(isInstalled(root, "all")).to.equal(true);
  });

  it("does not count without node_modules", () => {
    write("package-lock.json", JSON.stringify({ packages: LOCKED }));
    expect(isInstalled(root, "all")).to.equal(false);
  });

  it("does not count when a package is missing or has another version", () => {
    install({ ...onThisPlatform, "node_modules/koa": { version: "3.2.0" } });
    expect(isInstalled(root, "all")).to.equal(false);
    const { "node_modules/koa": __, ...withoutKoa } = onThisPlatform;
    install(withoutKoa);
    expect(isInstalled(root, "all")).to.equal(false);
  });

  it("counts for a start without what only tests need", () => {
    const { "node_modules/mocha": mocha, ...forStart } = onThisPlatform;
    install(forStart);
    expect(isInstalled(root, "start")).to.equal(true);
    expect(isInstalled(root, "all")).to.equal(false);
    const { "node_modules/koa": koa, ...withoutKoa } = forStart;
    install(withoutKoa);
    expect(isInstalled(root, "start"), `${mocha.version} ${koa.version}`).to.equal(false);
  });
});
