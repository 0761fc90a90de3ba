import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { entryHeadBytes } from "../../src/snapshot/run-file.js";
import { isGone, mergedEntries, valueStart } from "../../src/snapshot/run-merge.js";
import { tempFolder } from "../test-ledger.js";
import { runOf } from "./run-of.js";

const layer = fc
  .dictionary(
    fc.constantFrom(...Array.from({ length: 30 }, (_, at) => `key ${at}`)),
    fc.option(fc.constantFrom("aa", "bb", "cc"), { nil: undefined }),
  )
  .map((each) => Object.entries(each));

describe("merged runs", () => {
  it("have of each key what the newest says", () => {
    const folder = tempFolder();
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 6 }), (newestFirst) => {
        const runs = newestFirst.map((list, at) => {
          const id = `${at}`.padStart(16, "0");
          return runOf({ id, path: join(folder, id) }, list);
        });
        const model = new Map(newestFirst.toReversed().flat());
        const found = new Map<string, string | undefined>();
        for (const entry of mergedEntries(runs)) {
          const { bytes, start, end } = entry;
          const value = valueStart(entry);
          const key = bytes.toString("utf8", start + entryHeadBytes, value);
          expect(found.has(key), key).to.equal(false);
          found.set(key, isGone(entry) ? undefined : bytes.toString("hex", value, end));
        }
        expect(found).to.deep.equal(model);
        for (const run of runs) run.close();
      }),
      { numRuns: 50 },
    );
  });
});
