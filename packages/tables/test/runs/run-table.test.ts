import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { RunTable } from "../../src/runs/run-table.js";
import { tempFolder } from "../temp-folder.js";
import { context, runOf, textForm } from "./run-of.js";

const layers = fc.array(
  fc.dictionary(
    fc.constantFrom(...Array.from({ length: 20 }, (_, at) => `key ${at}`)),
    fc.option(fc.constantFrom("aa", "bb", "0c0c"), { nil: undefined }),
  ),
  { maxLength: 5 },
);

/** A table of these layers, the newest first. */
const tableOf = (
  folder: string,
  newestFirst: ReadonlyArray<Readonly<Record<string, string | undefined>>>,
): RunTable<string> => {
  const runs = newestFirst.map((layer, at) => {
    const id = `${at}`.padStart(16, "0");
    const run = runOf({ id, path: join(folder, id) }, Object.entries(layer));
    return { run, level: 0, upTo: 1, recent: new Map<string, unknown>() };
  });
  return new RunTable(runs, 0, textForm, context);
};

const close = (table: RunTable<string>): void => {
  for (const { run } of table.runs) run.close();
};

describe("a table of runs", () => {
  it("has of each key what the newest layer says, each time, and lists the same", () => {
    const folder = tempFolder();
    fc.assert(
      fc.property(layers, (newestFirst) => {
        const table = tableOf(folder, newestFirst);
        const model = new Map(newestFirst.toReversed().flatMap((layer) => Object.entries(layer)));
        for (let at = 0; at < 44; at++) {
          const key = `key ${at % 22}`;
          expect(table.get(key)).to.equal(model.get(key));
        }
        const there = [...model].filter(([, value]) => value !== undefined);
        expect(new Map(table.entries())).to.deep.equal(new Map(there));
        close(table);
      }),
      { numRuns: 40 },
    );
  });

  it("has the same answer to a key asked for twice that is not there, then to others", () => {
    const table = tableOf(tempFolder(), [{ "key 1": "aa" }]);
    expect(["no", "no", "key 1", "no"].map((key) => table.get(key))).to.deep.equal([
      undefined,
      undefined,
      "aa",
      undefined,
    ]);
    close(table);
  });

  it("answers as alone next to another whose keys are hashed otherwise", () => {
    const table = tableOf(tempFolder(), [{ "key 1": "aa" }]);
    const place = { id: "f".repeat(16), path: join(tempFolder(), "other") };
    const seeded = { ...context, seed: context.seed + 1 };
    const run = runOf(place, [["key 1", "bb"]], seeded);
    const leveled = { run, level: 0, upTo: 1, recent: new Map<string, unknown>() };
    const other = new RunTable([leveled], 0, textForm, seeded);
    for (const key of ["key 1", "key 2", "key 1"]) {
      const isThere = key === "key 1";
      expect(table.get(key)).to.equal(isThere ? "aa" : undefined);
      expect(other.get(key)).to.equal(isThere ? "bb" : undefined);
      expect(table.get(key)).to.equal(isThere ? "aa" : undefined);
    }
    close(table);
    close(other);
  });

  it("remembers values of so many bytes, over all tables", () => {
    const large = "ab".repeat(1024 * 1024);
    const many = Array.from({ length: 20 }, (_, at) => [`key ${at}`, large] as const);
    const tables = [1, 2, 3].map(() => tableOf(tempFolder(), [Object.fromEntries(many)]));
    const remembered = (): number =>
      tables.reduce((sum, { runs }) => sum + (runs[0]?.recent.size ?? 0), 0);
    for (const [key] of many) {
      for (const table of tables) expect(table.get(key) === large).to.equal(true);
      // 32 MiB
      expect(remembered()).to.be.within(1, 31);
    }
    for (const table of tables) close(table);
  });

  it("remembers as many small values as have room", () => {
    const many = Array.from({ length: 100_000 }, (_, at) => [`key ${at}`, "aa"] as const);
    const table = tableOf(tempFolder(), [Object.fromEntries(many)]);
    for (const [key] of many) table.get(key);
    expect(table.runs[0]?.recent.size).to.be.within(1, 65_536);
    close(table);
  });

  it("throws rather than answers once its files are closed", () => {
    const table = tableOf(tempFolder(), [{ "key 1": "aa" }]);
    close(table);
    expect(() => table.get("key 1")).to.throw();
  });
});
