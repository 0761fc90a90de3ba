import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { jsonInput } from "../../src/client/json-input.js";

describe("JSON on the command line", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "json-input-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("is an argument, or in a file that is named after @", async () => {
    writeFileSync(join(folder, "a.json"), '{"a":1}');
    expect(await jsonInput("PAYLOAD", "[2]")).to.deep.equal([2]);
    expect(await jsonInput("PAYLOAD", `@${join(folder, "a.json")}`)).to.deep.equal({ a: 1 });
  });

  for (const [input, says] of [
    ["@", "PAYLOAD: expected the name of a file after @"],
    ["{", "PAYLOAD: expected JSON, @FILE or - for standard input: "],
    ["@/no/such", "/no/such cannot be read: ENOENT"],
  ] as const) {
    it(`says what is wrong with ${input}`, async () => {
      const thrown = await jsonInput("PAYLOAD", input).catch(String);
      expect(thrown).to.contain(says);
    });
  }
});
