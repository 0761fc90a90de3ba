import { gone } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { MemoryTable } from "../../src/runs/memory-table.js";
import { context, textForm } from "./run-of.js";

const keys = Array.from({ length: 3_000 }, (_, at) => `key ${at}`);

describe("A table in memory", () => {
  it("has what a map has, after any changes, and lists the same", () => {
    const change = fc.tuple(fc.nat(30), fc.option(fc.constantFrom("aa", "", "0c0c")));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const table = new MemoryTable(textForm, context);
        const model = new Map<string, string>();
        for (const [at, value] of changes) {
          const key = `key ${at}`;
          if (value === null) expect(table.delete(key)).to.equal(model.delete(key));
          else table.set(key, value);
          if (value !== null) model.set(key, value);
          expect([table.get(key), table.size]).to.deep.equal([model.get(key), model.size]);
        }
        expect(new Map(table)).to.deep.equal(model);
      }),
      { numRuns: 60 },
    );
  });

  it("finds each of thousands, replaced or not, and none that was removed", () => {
    const table = new MemoryTable(textForm, context);
    for (const key of keys) table.set(key, `of ${key}`);
    for (const key of keys.slice(0, 1_000)) table.set(key, `again of ${key}`);
    for (const key of keys.slice(500, 2_000)) table.delete(key);
    expect(table.size).to.equal(1_500);
    const texts = keys.map((key) => table.get(key));
    expect(texts).to.deep.equal(
      keys.map((key, at) => (at < 500 ? `again of ${key}` : at < 2_000 ? undefined : `of ${key}`)),
    );
  });

  it("gives the memory of what was removed or replaced back", () => {
    const table = new MemoryTable(textForm, context);
    const large = "x".repeat(100_000);
    for (let at = 0; at < 1_000; at++) {
      table.set(`key ${at}`, `${large}${at}`);
      if (at >= 10) table.delete(`key ${at - 10}`);
      table.set("kept", `${large}${at}`);
    }
    expect(table.size).to.equal(11);
    expect(table.bytes).to.be.lessThan(12 * 1024 * 1024);
    for (let at = 990; at < 1_000; at++) expect(table.get(`key ${at}`)).to.equal(`${large}${at}`);
    expect(table.get("kept")).to.equal(`${large}999`);
  });

  it("takes few bytes for each of many that come and go, however many there were", () => {
    const table = new MemoryTable(textForm, context);
    for (let at = 0; at < 200_000; at++) {
      table.set(`key ${at}`, "some text");
      table.delete(`key ${at - 100}`);
    }
    expect(table.size).to.equal(100);
    expect(table.bytes).to.be.lessThan(9 * 1024 * 1024);
  });

  it("drops what may be forgotten before it grows, and nothing else", () => {
    let forgottenUpTo = 0;
    const isForgotten = (bytes: Buffer, start: number): boolean =>
      Number(bytes.toString("latin1", start, start + 6)) <= forgottenUpTo;
    const table = new MemoryTable(textForm, context, isForgotten);
    const numbered = (at: number): string => `${at}`.padStart(6, "0");
    for (let at = 1; at <= 100_000; at++) {
      table.set(`key ${at}`, numbered(at));
      forgottenUpTo = at - 100;
    }
    expect(table.size).to.be.lessThan(1_000);
    for (let at = 99_901; at <= 100_000; at++)
      expect(table.get(`key ${at}`)).to.equal(numbered(at));
  });

  it("has removals that were set, and large entries beside small ones", () => {
    const table = new MemoryTable(textForm, context);
    const large = "x".repeat(9 * 1024 * 1024);
    table.set("large", large);
    table.set("small", "a");
    table.set("removed", gone);
    expect(["large", "small", "removed", "none"].map((key) => table.get(key))).to.deep.equal([
      large,
      "a",
      gone,
      undefined,
    ]);
  });

  it("reads a value once while it is read again and again, and another when it changed", () => {
    let read = 0;
    const counting = {
      ...textForm,
      read: (key: string, bytes: Buffer) => {
        read++;
        return textForm.read(key, bytes, context.texts);
      },
    };
    const table = new MemoryTable(counting, context);
    table.set("key", "one");
    expect([table.get("key"), table.get("key"), read]).to.deep.equal(["one", "one", 1]);
    table.set("key", "two");
    expect([table.get("key"), table.get("key"), read]).to.deep.equal(["two", "two", 2]);
    table.delete("key");
    expect([table.get("key"), read]).to.deep.equal([undefined, 2]);
  });
});
