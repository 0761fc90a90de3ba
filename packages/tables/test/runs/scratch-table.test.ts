import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gone } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { ScratchTable } from "../../src/runs/scratch-table.js";
import { context, textForm } from "./run-of.js";

const keys = Array.from({ length: 3_000 }, (_, at) => `key ${at}`);

describe("A table on the disk of a process", () => {
  const folder = mkdtempSync(join(tmpdir(), "scratch-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("has what a map has, after any changes, and lists the same", () => {
    const change = fc.tuple(fc.nat(30), fc.option(fc.constantFrom("aa", "", "0c0c")));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), fc.nat(400), (changes, maxBytes) => {
        const table = new ScratchTable(textForm, context, { folder, maxBytes });
        const model = new Map<string, string>();
        for (const [at, value] of changes) {
          const key = `key ${at}`;
          if (value === null) expect(table.delete(key)).to.equal(model.delete(key));
          else table.set(key, value);
          if (value !== null) model.set(key, value);
          const found = table.get(key);
          expect(found === gone ? undefined : found).to.equal(model.get(key));
        }
        const listed = [...table].filter(([, value]) => value !== gone);
        expect(new Map(listed)).to.deep.equal(model);
        expect(listed).to.have.length(model.size);
      }),
      { numRuns: 100 },
    );
  });

  it("finds each of thousands, replaced or not, and none that was removed", () => {
    const table = new ScratchTable(textForm, context, { folder, maxBytes: 2_000 });
    for (const key of keys) table.set(key, `of ${key}`);
    for (const key of keys.slice(0, 1_000)) table.set(key, `again of ${key}`);
    for (const key of keys.slice(500, 2_000)) table.delete(key);
    const texts = keys.map((key) => table.get(key));
    expect(texts).to.deep.equal(
      keys.map((key, at) => (at < 500 ? `again of ${key}` : at < 2_000 ? gone : `of ${key}`)),
    );
  });

  it("merges its runs, whose files nobody sees, so that they stay few", () => {
    const table = new ScratchTable(textForm, context, { folder, maxBytes: 500 });
    for (let at = 0; at < 9_000; at++) table.set(`key ${at}`, "some text");
    expect(table.runs).to.be.within(2, 45);
    expect(readdirSync(folder)).to.deep.equal([]);
    expect(table.size).to.equal(9_000);
  });

  it("keeps little of many that come and go once", () => {
    const options = { folder, maxBytes: 2_000, isSetOnce: true };
    const table = new ScratchTable(textForm, context, options);
    for (let at = 0; at < 9_000; at++) {
      table.set(`key ${at}`, "some text");
      table.delete(`key ${at - 10}`);
    }
    expect(table.size).to.be.lessThan(4_000);
  });

  it("drops runs of what may be forgotten, and nothing else", () => {
    let now = 0;
    const numbers = {
      ...textForm,
      write: (out: Parameters<typeof textForm.write>[0], _: unknown, value: string) =>
        out.double(Number(value)),
      read: (_: string, bytes: Buffer) => `${bytes.readDoubleLE(0)}`,
    };
    const offsets = { upTo: () => now, forgottenUpTo: () => now - 100 };
    const table = new ScratchTable(numbers, context, { folder, maxBytes: 500, offsets });
    for (now = 1; now <= 9_000; now++) table.set(`key ${now}`, `${now}`);
    expect(table.size).to.be.lessThan(200);
    for (let at = 8_901; at <= 9_000; at++) expect(table.get(`key ${at}`)).to.equal(`${at}`);
  });

  it("stays in memory where the folder cannot be written", () => {
    const missing = { folder: join(folder, "missing"), maxBytes: 500 };
    const table = new ScratchTable(textForm, context, missing);
    for (const key of keys) table.set(key, `of ${key}`);
    expect(table.runs).to.equal(0);
    for (const key of keys) expect(table.get(key)).to.equal(`of ${key}`);
  });
});
