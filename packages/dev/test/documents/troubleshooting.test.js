import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { filesBelow, repositoryRoot, workspaces } from "../../src/repository.js";

const core = join(repositoryRoot, "packages/core/dist/src/errors/error-catalogue.js");
const { errorCatalogueSections } = await import(pathToFileURL(core).href);

const page = readFileSync(join(repositoryRoot, "docs/troubleshooting.md"), "utf8");

/** Where all codes are listed, those that this node never answers too. */
const CATALOGUE = /errors\/error-catalogue[\w-]*\.ts$/;

/** Comments say more codes than the code does. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm;

const code = workspaces(repositoryRoot)
  .flatMap((path) => filesBelow(repositoryRoot, `${path}/src`, /\.ts$/))
  .filter((file) => !CATALOGUE.test(file))
  .map((file) => readFileSync(join(repositoryRoot, file), "utf8").replace(COMMENT, ""))
  .join("\n");

/** The codes that the sources name. */
const answered = Object.values(errorCatalogueSections)
  .flatMap((rows) => Object.keys(rows))
  .filter((each) => code.includes(`"${each}"`));

describe("docs/troubleshooting.md", () => {
  it("is compared with the codes that the sources name", () => {
    expect(answered).to.include.members(["DUPLICATE_COMMAND", "ZIP_BOMB", "ENDPOINT_NOT_FOUND"]);
    expect(answered).not.to.include("NOT_CONNECTED_TO_ANY_SYNCHRONIZER");
  });

  it("says of each code what to do", () => {
    const missing = answered.filter((each) => !new RegExp(`^\\|?.*\\b${each}\\b`, "m").test(page));
    expect(missing).to.deep.equal([]);
  });

  it("has no code that there is not", () => {
    const known = Object.values(errorCatalogueSections).flatMap((rows) => Object.keys(rows));
    const cells = [...page.matchAll(/^\| ([A-Z][A-Z_]{7,}(?:, [A-Z_]{8,})*)[ |]/gm)];
    const named = cells.flatMap(([, names = ""]) => names.split(", "));
    expect(named.length).to.be.greaterThan(80);
    expect(named.filter((each) => !known.includes(each))).to.deep.equal([]);
  });
});
