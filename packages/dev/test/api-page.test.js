import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { apiPage } from "../src/api-page.js";
import { repositoryRoot } from "../src/repository.js";

const file = join(repositoryRoot, "docs/api.md");

/** Functions that other packages of the repository share; programs have no use for them. */
const SHARED = new Set([
  "admits",
  "DenseFold",
  "LoadedPackages",
  "Startup",
  "archiveIn",
  "packagesNamed",
  "completeConfig",
  "httpConfigOf",
  "randomHashSeed",
  "sha256",
  "shownPayload",
  "storeMessage",
  "tlsOptions",
]);

describe("docs/api.md", () => {
  it("has the signatures of the packages as they are built", () => {
    const page = readFileSync(file, "utf8");
    const { text } = apiPage(repositoryRoot, page);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, text);
    expect(readFileSync(file, "utf8"), "UPDATE_DOCS=1 npm test -- api-page writes it").to.equal(
      text,
    );
  });

  it("shows nothing without saying what it is, and what each of its parameters is", () => {
    const { lacking } = apiPage(repositoryRoot, readFileSync(file, "utf8"));
    expect(lacking).to.deep.equal([]);
  });

  for (const name of ["node", "http", "testing"]) {
    it(`has every function of @tallystick/${name}`, async () => {
      const exported = await import(`@tallystick/${name}`);
      const { names } = apiPage(repositoryRoot, readFileSync(file, "utf8"));
      const functions = Object.keys(exported).filter(
        (each) => typeof exported[each] === "function",
      );
      expect(functions).to.have.length.greaterThan(1);
      expect(functions.filter((each) => !names.includes(each) && !SHARED.has(each))).to.deep.equal(
        [],
      );
    });
  }

  for (const room of ["templates/definitions", "templates/ledger-effect"]) {
    it(`has every function of ${room}`, async () => {
      const exported = await import(join(repositoryRoot, `packages/core/dist/src/${room}.js`));
      const { names } = apiPage(repositoryRoot, readFileSync(file, "utf8"));
      expect(Object.keys(exported)).to.include.oneOf(["template", "create"]);
      const functions = Object.keys(exported);
      expect(functions.filter((each) => !names.includes(each) && !SHARED.has(each))).to.deep.equal(
        [],
      );
    });
  }
});
