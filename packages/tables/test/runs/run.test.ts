import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { TableDamage } from "../../src/table-damage.js";
import { hashKey } from "../../src/runs/key-hash.js";
import { openRun, removed, type Run } from "../../src/runs/run.js";
import { tempFolder } from "../temp-folder.js";
import { context, runOf } from "./run-of.js";

const id = "0123456789abcdef";

const find = (run: Run, key: string): string | undefined => {
  const { high, low } = hashKey(key, context.seed, { high: 0, low: 0 });
  const found = run.find(high, low, () => Buffer.from(key));
  return found === undefined ? undefined : found === removed ? "removed" : found.toString();
};

const placeIn = (folder: string) => ({ id, path: join(folder, `${id}.run`) });

const entries = fc
  .dictionary(
    fc.string({ unit: "grapheme" }),
    fc.option(fc.constantFrom("", "aa", "0b0c", "0f".repeat(300)), { nil: undefined }),
    { maxKeys: 60 },
  )
  .map((each) => Object.entries(each));

describe("a run", () => {
  let folder: string;
  beforeEach(() => {
    folder = tempFolder();
  });

  it("has every key that was written and no other, also when it is opened again", async () => {
    await fc.assert(
      fc.asyncProperty(entries, fc.array(fc.string(), { maxLength: 20 }), async (list, others) => {
        const made = runOf(placeIn(folder), list);
        const opened = await openRun(made.path, id);
        const model = new Map(list);
        for (const run of [made, opened]) {
          if (run === undefined) throw new Error("not opened");
          expect(run.index.entries).to.equal(list.length);
          for (const [key, value] of list) expect(find(run, key)).to.equal(value ?? "removed");
          for (const key of others) if (!model.has(key)) expect(find(run, key)).to.equal(undefined);
          run.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  it("of many blocks has every key, and values of many blocks' size", () => {
    const list = Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, at % 7 ? "ab" : undefined]);
    const large = "cd".repeat(20_000);
    const run = runOf(placeIn(folder), [
      ...list.map(([key = "", value]) => [key, value] as const),
      ["large", large],
    ]);
    expect(run.blocks).to.be.above(20);
    for (const [key = "", value] of list) expect(find(run, key)).to.equal(value ?? "removed");
    expect(find(run, "large")).to.equal(large);
    for (let at = 5_000; at < 10_000; at++) expect(find(run, `key ${at}`)).to.equal(undefined);
    run.close();
  });

  it("of nothing has nothing", async () => {
    const run = runOf(placeIn(folder), []);
    expect([run.blocks, find(run, "key")]).to.deep.equal([0, undefined]);
    run.close();
    const opened = await openRun(run.path, id);
    expect(opened?.index.entries).to.equal(0);
    opened?.close();
  });

  it("is another one under another name", async () => {
    const run = runOf(placeIn(folder), [["key", "ab"]]);
    run.close();
    expect(await openRun(run.path, "fedcba9876543210")).to.equal(undefined);
    expect(await openRun(join(folder, "missing.run"), id)).to.equal(undefined);
  });

  it("is never read wrong, wherever a bit of it flips or it ends", async () => {
    const list = Array.from({ length: 9 }, (_, at) => [`key ${at}`, `a${at}`] as const);
    const { path } = runOf(placeIn(folder), list);
    const whole = readFileSync(path);
    const expectFound = async (what: string): Promise<void> => {
      const run = await openRun(path, id);
      if (run === undefined) return;
      try {
        for (const [key] of list) find(run, key);
        expect.fail(what);
      } catch (thrown) {
        expect(thrown, what).to.be.instanceOf(TableDamage);
      } finally {
        run.close();
      }
    };
    for (let at = 0; at < whole.length; at++) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, flipped);
      await expectFound(`byte ${at} of ${whole.length}`);
      writeFileSync(path, whole.subarray(0, at));
      await expectFound(`${at} of ${whole.length} bytes`);
    }
  });
});
