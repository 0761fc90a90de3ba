import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const golden = join(root, "packages/core/test/golden");
const page = readFileSync(join(root, "docs/journal-format.md"), "utf8");

/** Types whose fields have tables of their own. */
const submissions = new Set(["TransactionCommitted", "CommandRejected"]);

/** The fields of each type, as the page has them. */
const documented = new Map(
  [...page.matchAll(/^\| `([A-Z]\w+)` \| ((?:`\w+`(?:, )?)+) \|$/gm)].map(
    ([, type = "", fields = ""]) => [
      type,
      [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    ],
  ),
);

describe("docs/journal-format.md", () => {
  for (const file of readdirSync(golden).filter((name) => name.endsWith(".json"))) {
    const { type, data } = JSON.parse(readFileSync(join(golden, file), "utf8"));
    if (submissions.has(type)) continue;
    it(`has the fields of ${type} in the order of the journal`, () => {
      const [version, ...fields] = Object.keys(data);
      assert.equal(version, "v");
      assert.deepEqual(documented.get(type), fields);
    });
  }

  it("has a table of each field of submissions", () => {
    for (const file of readdirSync(golden).filter((name) => name.endsWith(".json"))) {
      const { type, data } = JSON.parse(readFileSync(join(golden, file), "utf8"));
      if (!submissions.has(type)) continue;
      for (const field of Object.keys(data))
        assert.include(page, `\`${field}\``, `${type}.${field}`);
      for (const node of data.nodes ?? [])
        for (const field of Object.keys(node)) assert.include(page, `\`${field}\``, field);
    }
  });

  it("names every type of event", () => {
    const types = readdirSync(golden)
      .filter((name) => name.endsWith(".json"))
      .map((file) => JSON.parse(readFileSync(join(golden, file), "utf8")).type);
    assert.isAbove(types.length, 20);
    for (const type of types) {
      const named = submissions.has(type) ? page.includes(`\`${type}\``) : documented.has(type);
      assert.isTrue(named, type);
    }
  });
});
