import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkWalletFile } from "../../src/wallet/check-wallet-file.js";
import { openWalletViews } from "../../src/wallet/open-wallet-views.js";
import { walletKind } from "../../src/wallet/wallet-kind.js";
import type { WalletViews } from "../../src/wallet/wallet-views.js";
import { flipBit, numbersFrom } from "../flipped-bits.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";
import { walletHistory } from "./wallet-journal.js";

const length = 60;
const entries = entriesOf(walletHistory(length)).map((entry) => ({
  ...entry,
  hash: `hash of ${entry.offset}`,
}));
const journal = "0123";
const flips = 200;

describe("A check of a file of wallet views", () => {
  let folder: string;
  let whole: string;
  let file: string;

  const begun = (at: string): WalletViews => {
    const views = rightOf(openWalletViews(at));
    views.begin(journal, length);
    return views;
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "check-wallet-"));
    whole = join(folder, "whole.db");
    file = join(folder, "wallet.db");
    const views = begun(whole);
    rightOf(await views.fold(entries));
    await views.close();
  });
  beforeEach(() => copyFileSync(whole, file));
  afterEach(() => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  it("says where views end that are whole, and changes nothing", () => {
    const before = readFileSync(file);
    const found = rightOf(checkWalletFile(file, journal));
    expect(found).to.deep.equal({ offset: length, hash: `hash of ${length}` });
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it("takes a file into which nothing was folded yet, begun or not", async () => {
    rmSync(file);
    await rightOf(openWalletViews(file)).close();
    expect(rightOf(checkWalletFile(file, journal))).to.deep.equal({ offset: 0, hash: "" });
    await begun(file).close();
    expect(rightOf(checkWalletFile(file, journal))).to.deep.equal({ offset: 0, hash: "" });
  });

  it("reads while another process folds", async () => {
    rmSync(file);
    const views = begun(file);
    for (let at = 0; at < length; at += 20) {
      rightOf(await views.fold(entries.slice(at, at + 20)));
      // what is folded is written later, or when they are checked
      expect(rightOf(checkWalletFile(file, journal)).offset).to.equal(at);
      rightOf(views.check());
      expect(rightOf(checkWalletFile(file, journal)).offset).to.equal(at + 20);
    }
    await views.close();
  });

  it("says which version it found and which it expected, and does not call it damaged", () => {
    change("PRAGMA user_version = 9");
    expect(leftOf(checkWalletFile(file, journal))).to.deep.equal({
      kind: "other-version",
      message: `it has schema version 9, expected ${walletKind.version}`,
    });
  });

  it("names the journals when the views are of another one", () => {
    expect(leftOf(checkWalletFile(file, "4567"))).to.deep.equal({
      kind: "damaged",
      message: "it belongs to the journal 0123, expected 4567",
    });
  });

  const second = "(tree, first) = (2, '')";
  const damages: ReadonlyArray<readonly [what: string, damage: () => void]> = [
    ["a leaf that is missing", () => change(`DELETE FROM block WHERE ${second}`)],
    [
      "a leaf that is there twice",
      () =>
        change(
          `INSERT INTO block (tree, first, data, check_sum) SELECT 99, first, data, check_sum FROM block WHERE ${second}`,
        ),
    ],
    [
      "a leaf that was changed",
      () => change(`UPDATE block SET data = data || ' ' WHERE ${second}`),
    ],
    [
      "a leaf in place of another",
      () =>
        change(
          `UPDATE block SET (data, check_sum) = (SELECT data, check_sum FROM block WHERE tree = 3) WHERE ${second}`,
        ),
    ],
    ["a name that was changed", () => change("UPDATE name SET text = text || 'x' WHERE id = 1")],
    [
      "a checkpoint that was changed",
      () => change(`UPDATE checkpoint SET text = replace(text, '"offset":60', '"offset":61')`),
    ],
    ["no checkpoint", () => change("DELETE FROM checkpoint")],
    ["no database in it", () => writeFileSync(file, "x".repeat(9_000))],
    ["no file", () => rmSync(file)],
  ];
  for (const [what, damage] of damages) {
    it(`finds ${what}`, () => {
      damage();
      const { kind, message } = leftOf(checkWalletFile(file, journal));
      expect(kind).to.equal("damaged");
      expect(message).to.not.equal("");
    });
  }

  it(`finds damage, or all there was, with any of ${flips} bits flipped`, () => {
    const number = numbersFrom(5);
    const bytes = readFileSync(whole).length;
    let found = 0;
    for (let flip = 0; flip < flips; flip++) {
      copyFileSync(whole, file);
      flipBit(file, number(bytes * 8));
      const checked = checkWalletFile(file, journal);
      if (isLeft(checked)) found += 1;
      // bits that nothing refers to may be any
      else expect(checked.right).to.deep.equal({ offset: length, hash: `hash of ${length}` });
    }
    expect(found).to.be.above(flips / 4);
  });
});
