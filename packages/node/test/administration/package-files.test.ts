import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageFilesIn, packageFilesInMemory } from "../../src/administration/package-files.js";
import { codeOf, leftOf, openTest, rightOf, tempFolder } from "../test-ledger.js";

const roomy = { maxPackages: 10, maxBytes: 1_000 };

const archiveOf = (text: string) => {
  const payload = new TextEncoder().encode(text);
  return { packageId: hash("sha256", payload, "hex"), payload };
};
const [one, two] = [archiveOf("one"), archiveOf("two")];

describe("Archives", () => {
  for (const [where, filesWith] of [
    ["in a folder", (limits = roomy) => packageFilesIn(tempFolder(), limits)],
    ["in memory", packageFilesInMemory],
  ] as const)
    describe(where, () => {
      it("are given back as they came, also when kept again", async () => {
        const files = filesWith(roomy);
        expect(codeOf(await files.read(one.packageId))).to.equal("PACKAGE_NOT_FOUND");
        for (const archives of [[one, two], [one], []])
          expect(codeOf(await files.keep(archives))).to.equal("ok");
        expect(Buffer.from(rightOf(await files.read(one.packageId))).toString()).to.equal("one");
        expect(Buffer.from(rightOf(await files.read(two.packageId))).toString()).to.equal("two");
      });

      for (const limits of [
        { maxPackages: 1, maxBytes: 1_000 },
        { maxPackages: 10, maxBytes: 5 },
      ])
        it(`are bounded: ${JSON.stringify(limits)}`, async () => {
          const files = filesWith(limits);
          expect(codeOf(await files.keep([one]))).to.equal("ok");
          const refused = leftOf(await files.keep([two]));
          expect(refused.code).to.equal("INVALID_ARGUMENT");
          expect(refused.cause).to.match(/2 package archives of 6 bytes/);
          expect(codeOf(await files.read(two.packageId))).to.equal("PACKAGE_NOT_FOUND");
          expect(codeOf(await files.keep([one]))).to.equal("ok");
        });
    });

  it("are read only under names that are hashes", async () => {
    const data = tempFolder();
    const files = packageFilesIn(data, roomy);
    rightOf(await files.keep([one]));
    for (const name of [
      "../packages",
      "",
      ".",
      one.packageId.toUpperCase(),
      `../packages/${one.packageId}`,
    ])
      expect(codeOf(await files.read(name))).to.equal("PACKAGE_NOT_FOUND");
  });

  it("that are damaged are told so and written anew", async () => {
    const data = tempFolder();
    const files = packageFilesIn(data, roomy);
    rightOf(await files.keep([one]));
    truncateSync(join(data, "packages", one.packageId), 1);
    expect(leftOf(await files.read(one.packageId)).cause).to.match(/damaged/);
    rightOf(await files.keep([one]));
    expect(codeOf(await files.read(one.packageId))).to.equal("ok");
  });

  it("leave no drafts, and drafts of a process that ended go", async () => {
    const data = tempFolder();
    const folder = join(data, "packages");
    mkdirSync(folder);
    for (const name of [".draft-old", ".draft-new"]) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, ".draft-old"), 1, 1);
    rightOf(await packageFilesIn(data, roomy).keep([one]));
    expect(readdirSync(folder).toSorted()).to.deep.equal([".draft-new", one.packageId]);
  });

  it("that cannot be written give an error that says why", async () => {
    const data = tempFolder();
    writeFileSync(join(data, "packages"), "a file stands in the way");
    const refused = leftOf(await packageFilesIn(data, roomy).keep([one]));
    expect(refused.code).to.equal("INDEX_DB_SQL_TRANSIENT_ERROR");
    expect(refused.cause).to.contain(join(data, "packages"));
  });

  it("without an event are not served: an upload that did not come to its end left them", async () => {
    const data = tempFolder();
    const ledger = await openTest({ data });
    rightOf(await packageFilesIn(data, roomy).keep([one]));
    expect(existsSync(join(data, "packages", one.packageId))).to.equal(true);
    expect(codeOf(await ledger.packageArchive(one.packageId))).to.equal("PACKAGE_NOT_FOUND");
    rmSync(join(data, "packages"), { recursive: true });
  });
});
