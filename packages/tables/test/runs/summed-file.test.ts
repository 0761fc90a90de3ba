import { expect } from "chai";
import fc from "fast-check";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSummed, writeSummed } from "../../src/runs/summed-file.js";
import { tempFolder } from "../temp-folder.js";

describe("A file with a checksum", () => {
  it("has the value that was written last, for its user alone, and nothing else", async () => {
    const folder = tempFolder();
    const path = join(folder, "file");
    for (const value of [{ a: [1, "\u20ac\n"] }, [], "text"]) {
      await writeSummed(path, value);
      const read = await readSummed(path);
      expect(JSON.parse(read?.text ?? "")).to.deep.equal(value);
      expect(read?.content).to.equal(readFileSync(path, "utf8"));
    }
    expect(readdirSync(folder)).to.deep.equal(["file"]);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it("is JSON, a line feed and 8 digits", async () => {
    const path = join(tempFolder(), "file");
    await writeSummed(path, { a: 1 });
    expect(readFileSync(path, "utf8")).to.equal('{"a":1}\n561bacaf');
  });

  it("is not read when any bit of it is another one, or when it was cut", async () => {
    const path = join(tempFolder(), "file");
    await writeSummed(path, { name: "some value", list: [1, 2, 3] });
    const whole = readFileSync(path);
    for (let bit = 0; bit < whole.length * 8; bit += 3) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(path, bytes);
      expect(await readSummed(path), `bit ${bit}`).to.equal(undefined);
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        writeFileSync(path, whole.subarray(0, length));
        expect(await readSummed(path)).to.equal(undefined);
      }),
    );
  });

  it("is not read where there is none, and not written where there is no folder", async () => {
    expect(await readSummed(join(tempFolder(), "file"))).to.equal(undefined);
    const missing = join(tempFolder(), "missing", "file");
    const written = await writeSummed(missing, {}).then(() => "written", String);
    expect(written).to.match(/ENOENT/);
  });
});
