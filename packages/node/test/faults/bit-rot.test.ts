import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { afterChange, filesBelow, wholeFolder, type WholeFolder } from "./changed-folder.js";
import { numbersFrom, seed } from "./drawn-numbers.js";

const flips = testSize("FLIPS");

const flipBit = (file: string, bit: number): void => {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0] = (byte[0] ?? 0) ^ (1 << (bit & 7));
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
};

describe("A data folder with a bit flipped in any of its files", () => {
  let whole: WholeFolder;

  before(async () => {
    whole = await wholeFolder();
  });
  after(() => whole.remove());

  it(`serves the truth or errors, never anything else, in ${flips} flips`, async () => {
    const number = numbersFrom(seed);
    const files = filesBelow(whole.path);
    for (const wanted of [
      "journal.db",
      "journal.db-wal",
      "journal.db.head",
      "snapshot",
      "wallet.db",
    ]) {
      expect(
        files.some((file) => file.startsWith(wanted)),
        wanted,
      ).to.equal(true);
    }
    const found = { refused: 0, errors: 0, true: 0 };
    for (let flip = 0; flip < flips; flip++) {
      // how many other files there are depends on when runs were merged
      const file = flip % 5 === 0 ? "journal.db-wal" : (files[flip % files.length] ?? "");
      const bit = number(statSync(join(whole.path, file)).size * 8);
      found[
        await afterChange(whole, {
          what: `seed ${seed}, flip ${flip}, ${file}, bit ${bit}`,
          make: (data) => flipBit(join(data, file), bit),
          isJournal: file.startsWith("journal.db") && !file.endsWith(".head"),
        })
      ] += 1;
    }
    // what is found, is found where it matters, as nearly everywhere in the journal's log: the
    // others hit free pages and unused bytes
    expect(found.refused + found.errors).to.be.above(flips / 20);
  });
});
