import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { fileInPlaceOf, folderFault } from "../src/folder-places.js";

describe("The place of a folder", () => {
  let top: string;
  let file: string;

  before(() => {
    top = mkdtempSync(join(tmpdir(), "tallystick-folder-"));
    mkdirSync(join(top, "folder"));
    file = join(top, "file");
    writeFileSync(file, "x");
  });

  after(() => rmSync(top, { recursive: true }));

  it("has no fault where a folder is", () => {
    expect(folderFault(join(top, "folder"))).to.equal(undefined);
    expect(folderFault(".")).to.equal(undefined);
  });

  it("is named where nothing is, with the file that is above it", () => {
    const missing = join(top, "no", "such");
    expect(folderFault(missing)).to.equal(`the folder ${missing} does not exist`);
    const below = join(file, "new", "er");
    expect(folderFault(below)).to.equal(`the folder ${below} does not exist: ${file} is a file`);
    expect(folderFault(file)).to.equal(`${file} is a file`);
    expect(folderFault("")).to.equal("the name of the folder is empty");
    const long = join(top, "a".repeat(300));
    expect(folderFault(long)).to.match(/ENAMETOOLONG/);
  });

  it("can be taken by a new folder unless a file is there or above", () => {
    for (const free of [join(top, "folder"), join(top, "no", "such"), "no/such"])
      expect(fileInPlaceOf(free)).to.equal(undefined);
    for (const taken of [file, join(file, "new"), join(file, "new", "er")])
      expect(fileInPlaceOf(taken)).to.equal(file);
  });
});
