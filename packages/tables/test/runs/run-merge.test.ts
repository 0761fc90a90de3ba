import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import fc from "fast-check";
import { entryHeadBytes } from "../../src/runs/run-file.js";
import { isGone, mergedEntries, valueStart } from "../../src/runs/run-merge.js";
import { tempFolder } from "../temp-folder.js";
import { runOf } from "./run-of.js";
import { Run } from "../../src/runs/run.js";

const layer = fc
  .dictionary(
    fc.constantFrom(...Array.from({ length: 30 }, (_, at) => `key ${at}`)),
    fc.option(fc.constantFrom("aa", "bb", "cc", "dd".repeat(300_000)), { nil: undefined }),
  )
  .map((each) => Object.entries(each));

const idOf = (at: number): string => `${at}`.padStart(16, "0");

const large = "ab".repeat(400_000);

/** Ends the turn, so that nothing is held but by who holds it, and collects. */
const collect = async (): Promise<void> => {
  setFlagsFromString("--expose-gc");
  await new Promise((resume) => setImmediate(resume));
  runInNewContext("gc")();
};

describe("merged runs", () => {
  it("have large values once in memory, however many runs there are", async () => {
    const folder = tempFolder();
    const read: Array<WeakRef<ArrayBufferLike>> = [];
    class WatchedRun extends Run {
      override block(number: number, into: Buffer): Buffer {
        const block = super.block(number, into);
        read.push(new WeakRef(block.buffer));
        return block;
      }
    }
    const runs = Array.from({ length: 12 }, (_, at) => {
      const run = runOf({ id: idOf(at), path: join(folder, idOf(at)) }, [[`key ${at}`, large]]);
      run.close();
      return new WatchedRun(run.path, run.id, run.index);
    });
    let entries = 0;
    for (const { end, start } of mergedEntries(runs)) {
      entries++;
      expect(end - start).to.be.above(400_000);
      await collect();
      expect(read.filter((each) => each.deref() !== undefined).length).to.be.at.most(2);
    }
    expect(entries).to.equal(12);
    for (const run of runs) run.close();
  });

  it("have of each key what the newest says", () => {
    const folder = tempFolder();
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 6 }), (newestFirst) => {
        const runs = newestFirst.map((list, at) => {
          return runOf({ id: idOf(at), path: join(folder, idOf(at)) }, list);
        });
        const model = new Map(newestFirst.toReversed().flat());
        const found = new Map<string, string | undefined>();
        for (const entry of mergedEntries(runs)) {
          const { bytes, start, end } = entry;
          const value = valueStart(entry);
          const key = bytes.toString("utf8", start + entryHeadBytes, value);
          expect(found.has(key), key).to.equal(false);
          found.set(key, isGone(entry) ? undefined : bytes.toString("utf8", value, end));
        }
        expect(found).to.deep.equal(model);
        for (const run of runs) run.close();
      }),
      { numRuns: 50 },
    );
  });

  it("are in the order of their hashes, however many runs there are", () => {
    const folder = tempFolder();
    const sizes = fc.array(fc.nat(12), { maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 60 }), (entries, keys) => {
        const runs = entries.map((size, run) => {
          const id = `${run}`.padStart(16, "0");
          const names = new Set(Array.from({ length: size }, (_, at) => (run * 7 + at * 5) % keys));
          const list = [...names].map((name) => [`key ${name}`, "aa"] as const);
          return runOf({ id, path: join(folder, id) }, list);
        });
        let before = -1n;
        for (const { bytes, start } of mergedEntries(runs)) {
          const hash =
            (BigInt(bytes.readUInt32LE(start)) << 32n) + BigInt(bytes.readUInt32LE(start + 4));
          expect(hash > before).to.equal(true);
          before = hash;
        }
        for (const run of runs) run.close();
      }),
      { numRuns: 20 },
    );
  });

  it("are as many as all have together where no key is in two", () => {
    const folder = tempFolder();
    const runs = Array.from({ length: 100 }, (_, run) => {
      const id = `${run}`.padStart(16, "0");
      const list = Array.from({ length: run % 5 }, (_, at) => [`key ${run} ${at}`, "aa"] as const);
      return runOf({ id, path: join(folder, id) }, list);
    });
    expect([...mergedEntries(runs)].length).to.equal(200);
    for (const run of runs) run.close();
  });
});
