import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, extname, join } from "node:path";
import { isShort, testSize } from "@tallystick/dev";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { tempFolder } from "../test-ledger.js";
import { afterChange, filesBelow, wholeFolder, type WholeFolder } from "./changed-folder.js";
import { numbersFrom, seed } from "./drawn-numbers.js";

/** Changes of each kind to each file, or table. */
const times = testSize("CHANGES");

const isDatabase = (file: string): boolean => file.endsWith(".db");
const isOfJournal = (file: string): boolean =>
  file.startsWith("journal.db") && !file.endsWith(".head");

/** The tables of a database with their columns that no other row refers to. */
const tablesOf = (file: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
  const db = new Database(file, { readOnly: true });
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !name.startsWith("sqlite_"));
  const tables = names.map((name) => {
    const columns = db
      .prepare<[], { name: string; pk: number }>(`PRAGMA table_info(${name})`)
      .all();
    return [name, columns.filter(({ pk }) => pk === 0).map((column) => column.name)] as const;
  });
  db.close();
  return tables;
};

/** Exchanges some columns of two rows, whatever the rules of the table say. */
const swapRows = (
  file: string,
  table: string,
  columns: ReadonlyArray<string>,
  number: (below: number) => number,
): boolean => {
  const db = new Database(file);
  try {
    const keys = db
      .prepare<[], Array<unknown>>(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((_row, at) => at);
    if (keys.length < 2 || columns.length === 0) return false;
    const one = number(keys.length);
    const other = (one + 1 + number(keys.length - 1)) % keys.length;
    const rowAt = (at: number): Record<string, unknown> | undefined =>
      db
        .prepare<[number], Record<string, unknown>>(`SELECT * FROM ${table} LIMIT 1 OFFSET ?`)
        .get(at);
    const info = db.prepare<[], { name: string; pk: number }>(`PRAGMA table_info(${table})`).all();
    const pk = info.filter((column) => column.pk > 0).map((column) => column.name);
    const where = pk.map((name) => `${name} = ?`).join(" AND ");
    const rows = [rowAt(one), rowAt(other)];
    const set = (from: Record<string, unknown>, to: Record<string, unknown>): void =>
      void db
        .prepare(
          `UPDATE OR IGNORE ${table} SET ${columns.map((name) => `${name} = ?`).join(", ")} WHERE ${where}`,
        )
        .run(...columns.map((name) => from[name]), ...pk.map((name) => to[name]));
    const [first, second] = rows;
    if (first === undefined || second === undefined) return false;
    set(first, second);
    set(second, first);
    return true;
  } finally {
    db.close();
  }
};

describe("A data folder that someone changed", () => {
  let whole: WholeFolder;
  let other: WholeFolder;
  before(async () => {
    whole = await wholeFolder();
    other = await wholeFolder();
  });
  after(() => {
    whole.remove();
    other.remove();
  });
  const number = numbersFrom(seed);
  /** All files; in the short form one of each kind. */
  const files = (): ReadonlyArray<string> => {
    const all = filesBelow(whole.path);
    const isFirst = (file: string, at: number): boolean =>
      all.findIndex((each) => extname(each) === ".run") === at || extname(file) !== ".run";
    return isShort() ? all.filter(isFirst) : all;
  };
  const named = (file: string, folder: WholeFolder): string => {
    const isAlike = (each: string): boolean =>
      file.startsWith("snapshot")
        ? each.startsWith("snapshot") && extname(each) === extname(file)
        : each.split("-")[0] === file.split("-")[0] && extname(each) === extname(file);
    return join(folder.path, filesBelow(folder.path).find(isAlike) ?? "journal.db");
  };

  it("serves the truth or errors with columns of two rows exchanged, in every table", async () => {
    let swapped = 0;
    for (const file of files().filter(isDatabase)) {
      for (const [table, columns] of tablesOf(join(whole.path, file))) {
        for (let time = 0; time < times; time += 1) {
          const of = time === 0 ? columns : [columns[number(columns.length)] ?? ""].filter(Boolean);
          const what = `seed ${seed}, ${file}, ${table} (${of.join()})`;
          const make = (data: string): void =>
            void (swapped += swapRows(join(data, file), table, of, number) ? 1 : 0);
          await afterChange(whole, { what, make, isJournal: isOfJournal(file) });
        }
      }
    }
    expect(swapped).to.be.above(3);
  });

  it("serves the truth or errors with any file cut", async () => {
    for (const file of files()) {
      const { size } = statSync(join(whole.path, file));
      const lengths = [0, size - 1];
      for (let time = 0; time < times; time += 2)
        lengths.push(number(size), Math.floor(number(size) / 4096) * 4096);
      for (const length of new Set(lengths)) {
        const make = (data: string): void => truncateSync(join(data, file), length);
        const what = `${file} cut to ${length} of ${size}`;
        await afterChange(whole, { what, make, isJournal: isOfJournal(file) });
      }
    }
  });

  it("serves the truth with any cache missing, or that of another ledger in its place", async () => {
    const caches = files().filter((file) => !file.startsWith("journal.db"));
    for (const file of caches) {
      const missing = (data: string): void => rmSync(join(data, file));
      await afterChange(whole, { what: `${file} missing`, make: missing, isJournal: false });
      const theirs = named(file, other);
      const exchanged = (data: string): void => cpSync(theirs, join(data, file));
      await afterChange(whole, {
        what: `${file} of another (${basename(theirs)})`,
        make: exchanged,
        isJournal: false,
      });
    }
    const snapshot = (data: string): void => {
      rmSync(join(data, "snapshot"), { recursive: true });
      cpSync(join(other.path, "snapshot"), join(data, "snapshot"), { recursive: true });
    };
    const what = "the snapshot of another";
    await afterChange(whole, { what, make: snapshot, isJournal: false });
  });

  it("refuses a note of another journal's end", async () => {
    const make = (data: string): void =>
      cpSync(join(other.path, "journal.db.head"), join(data, "journal.db.head"));
    expect(await afterChange(whole, { what: ".head", make, isJournal: true })).to.equal("refused");
  });

  it("serves the truth or errors with links in place of files, and changes nothing they lead to", async () => {
    const elsewhere = tempFolder();
    for (const file of files()) {
      const victim = join(elsewhere, "victim");
      for (const content of ["", "somebody's letters\n".repeat(1_000)]) {
        writeFileSync(victim, content, { mode: 0o644 });
        const make = (data: string): void => {
          rmSync(join(data, file));
          symlinkSync(victim, join(data, file));
        };
        const what = `${file} leads to ${content === "" ? "an empty file" : "letters"}`;
        await afterChange(whole, { what, make, isJournal: true });
        expect(readFileSync(victim, "utf8"), what).to.equal(content);
        expect(statSync(victim).mode & 0o777, what).to.equal(0o644);
      }
      const moved = (data: string): void => {
        const place = join(elsewhere, "moved");
        rmSync(place, { force: true });
        renameSync(join(data, file), place);
        symlinkSync(place, join(data, file));
      };
      await afterChange(whole, {
        what: `${file} moved behind a link`,
        make: moved,
        isJournal: true,
      });
    }
  });

  it("serves the truth or errors with the journal in place of a cache, which is not harmed", async () => {
    for (const file of files().filter((each) => isDatabase(each) && !isOfJournal(each))) {
      let journal = "";
      const make = (data: string): void => {
        journal = join(data, "journal.db");
        rmSync(join(data, file));
        symlinkSync(journal, join(data, file));
      };
      await afterChange(whole, { what: `${file} is the journal`, make, isJournal: true });
      const db = new Database(journal, { readOnly: true });
      expect(db.prepare("SELECT count(*) FROM event").pluck().get()).to.be.above(50);
      db.close();
    }
  });
});
