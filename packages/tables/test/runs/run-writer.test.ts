import { gone, type Gone } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ByteWriter } from "../../src/runs/byte-writer.js";
import { isGone, mergedEntries, valueStart } from "../../src/runs/run-merge.js";
import { Run } from "../../src/runs/run.js";
import { entryBytes, flushFile, writeRun } from "../../src/runs/run-writer.js";
import { writeEntry } from "../../src/runs/table-form.js";
import { tempFolder } from "../temp-folder.js";
import { context, entriesOfTexts, textForm } from "./run-of.js";

const id = "0123456789abcdef";

type Entry = readonly [key: string, value: string | undefined];

const runWith = (entries: ReadonlyArray<Entry>): Run => {
  const out = new ByteWriter();
  for (const [key, value] of entries) {
    const written: string | Gone = value ?? gone;
    writeEntry(out, textForm, context, key, written);
  }
  const path = join(tempFolder(), `${id}.run`);
  return new Run(path, id, writeRun(path, id, out.written()));
};

const read = (run: Run): ReadonlyArray<Entry> =>
  Array.from(mergedEntries([run]), (entry) => {
    const value = valueStart(entry);
    const key = entry.bytes.toString("utf8", entry.start + 16, value);
    return [key, isGone(entry) ? undefined : entry.bytes.toString("utf8", value, entry.end)];
  });

const hashes = (run: Run): ReadonlyArray<number> =>
  Array.from(mergedEntries([run]), ({ bytes, start }) => bytes.readUInt32LE(start));

const value = fc.option(
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom("x", "y") }),
  {
    nil: undefined,
  },
);

describe("A run that is written", () => {
  it("has large entries in blocks of their own, so that others are found without them", () => {
    const long = "x".repeat(100_000);
    const run = runWith(
      Array.from({ length: 60 }, (_, at) => [`${at}`, at % 3 === 0 ? long : "x"] as const),
    );
    let largeBlocks = 0;
    for (let number = 0; number < run.blocks; number++) {
      const { length } = run.block(number, Buffer.alloc(0));
      if (length > 4_200) {
        largeBlocks++;
        expect(length).to.be.below(100_100);
      }
    }
    expect(largeBlocks).to.equal(20);
    expect(read(run)).to.have.length(60);
    run.close();
  });

  it("has what was written last of each key, and nothing of what came and went", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9).map(String), value), { maxLength: 40 }),
        (entries) => {
          const first = new Map<string, string | undefined>();
          const last = new Map<string, string | undefined>();
          for (const [key, each] of entries) {
            if (!first.has(key)) first.set(key, each);
            last.set(key, each);
          }
          const expected = [...last].filter(
            ([key, each]) => each !== undefined || first.get(key) === undefined,
          );
          const run = runWith(entries);
          expect(read(run)).to.have.deep.members(expected);
          expect(run.index.entries).to.equal(expected.length);
          run.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("has its entries in the order of their hashes, however many there are", () => {
    const run = runWith(Array.from({ length: 3_000 }, (_, at) => [`key ${at}`, "v"]));
    const found = hashes(run);
    expect(found).to.deep.equal(found.toSorted((a, b) => a - b));
    expect(found.length).to.equal(3_000);
    expect(run.blocks).to.be.greaterThan(10);
    expect([...run.index.firstHashes]).to.deep.equal(
      [...run.index.firstHashes].toSorted((a, b) => a - b),
    );
    run.close();
  });

  it("is the same, byte for byte, when it is written again", () => {
    const entries = Array.from({ length: 50 }, (_, at): Entry => [`key ${at}`, `${at}`]);
    const [one, two] = [runWith(entries), runWith(entries.toReversed())];
    expect(readFileSync(two.path)).to.deep.equal(readFileSync(one.path));
    for (const run of [one, two]) run.close();
  });

  it("is the same, byte for byte, when it is brought to the disk later", async () => {
    const entries = entriesOfTexts(Array.from({ length: 50 }, (_, at) => [`key ${at}`, `${at}`]));
    const folder = tempFolder();
    const [atOnce, later] = [join(folder, "one"), join(folder, "two")];
    expect(writeRun(later, id, entries, { flushes: false })).to.deep.equal(
      writeRun(atOnce, id, entries),
    );
    await flushFile(later);
    expect(readFileSync(later)).to.deep.equal(readFileSync(atOnce));
    const failed = await flushFile(join(folder, "three")).then(() => "", String);
    expect(failed).to.match(/ENOENT/);
  });

  it("can be without entries, and is for its user alone", () => {
    const run = runWith([]);
    expect([read(run), run.blocks]).to.deep.equal([[], 0]);
    expect(statSync(run.path).mode & 0o777).to.equal(0o600);
    run.close();
  });

  it("counts the bytes of an entry with those of its value, and without one", () => {
    const out = new ByteWriter();
    writeEntry(out, textForm, context, "key", "abc");
    const length = out.length;
    writeEntry(out, textForm, context, "key", gone);
    const bytes = out.written();
    expect(entryBytes(bytes, 0)).to.equal(length);
    expect(entryBytes(bytes, length)).to.equal(out.length - length);
    expect(out.length - length).to.equal(16 + 3);
  });
});
