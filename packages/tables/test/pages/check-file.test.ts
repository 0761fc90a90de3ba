import { join } from "node:path";
import type { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { checkTableFile, tableFileEnd } from "../../src/pages/check-file.js";
import { checkpointWriter } from "../../src/pages/checkpoint.js";
import { openTableFile } from "../../src/pages/table-file.js";
import { tempFolder } from "../temp-folder.js";
import { testKind } from "./table-kind.js";

const end = { offset: 5, hash: "ab" };

const fileOf = (journal: string, offset: number): string => {
  const file = join(tempFolder(), "tables.db");
  const opened = openTableFile(file, testKind, journal);
  if (!isRight(opened)) throw new Error(opened.left.message);
  const { db } = opened.right;
  if (offset > 0) checkpointWriter(db)({ ...testKind.empty(journal), offset, hash: "ab" });
  db.close();
  return file;
};

describe("A check of a file of tables", () => {
  it("is given the checkpoint, and says how far the file is folded", () => {
    const file = fileOf("0123", 5);
    const found = checkTableFile(file, testKind, "0123", (_db, { items }) => {
      expect(items).to.equal(0);
    });
    expect(found).to.deep.equal(right(end));
    expect(tableFileEnd(file, testKind, "0123")).to.deep.equal(end);
  });

  it("closes the file whatever is thrown", () => {
    let opened: Database | undefined;
    const found = checkTableFile(fileOf("0123", 5), testKind, "0123", (db) => {
      opened = db;
      expect(() => db.exec("DELETE FROM item")).to.throw("readonly");
      throw new Error("this is wrong");
    });
    expect(found).to.deep.equal(left({ kind: "damaged", message: "this is wrong" }));
    expect(opened?.isOpen).to.equal(false);
  });

  it("finds another journal and another version, and nothing wrong with a file that is new", () => {
    const never = (): never => {
      throw new Error("this is not checked");
    };
    const file = fileOf("0123", 5);
    expect(checkTableFile(file, testKind, "4567", never)).to.deep.equal(
      left({ kind: "damaged", message: "it belongs to the journal 0123, expected 4567" }),
    );
    expect(tableFileEnd(file, testKind, "4567")).to.equal(undefined);
    const newer = { ...testKind, version: 8 };
    expect(checkTableFile(file, newer, "0123", never)).to.deep.equal(
      left({ kind: "other-version", message: "it has schema version 7, expected 8" }),
    );
    const empty = right({ offset: 0, hash: "" });
    expect(checkTableFile(fileOf("", 0), testKind, "0123", never)).to.deep.equal(empty);
  });

  it("finds no end of a file that is not there", () => {
    expect(tableFileEnd(join(tempFolder(), "none.db"), testKind, "0123")).to.equal(undefined);
  });
});
