import { itNeeding, testSize } from "@tallystick/dev";
import { expect } from "chai";
import { tempFolder } from "../test-ledger.js";
import { type Fault, hasFaultLayer, runUnderLayer } from "./fault-layer.js";
import { numbersFrom, seed } from "./drawn-numbers.js";

const child = new URL("./faulty-child.js", import.meta.url);

const faults: ReadonlyArray<readonly [string, Fault]> = [
  ["a write fails once", { classes: ["writes"], error: "EIO", duration: 1, isShort: false }],
  ["a flush fails once", { classes: ["syncs"], error: "EIO", duration: 1, isShort: false }],
  ["a read fails once", { classes: ["reads"], error: "EIO", duration: 1, isShort: false }],
  ["a name cannot be used", { classes: ["names"], error: "EMFILE", duration: 1, isShort: false }],
  [
    "the disk is full from then on",
    { classes: ["writes"], error: "ENOSPC", duration: "until-cleared", isShort: false },
  ],
  [
    "half a write fits the disk, and nothing after it",
    { classes: ["writes"], error: "ENOSPC", duration: "until-cleared", isShort: true },
  ],
  [
    "everything fails from then on",
    {
      classes: ["writes", "syncs", "reads", "names"],
      error: "EIO",
      duration: "until-cleared",
      isShort: false,
    },
  ],
];

/** So many operations lie between two runs of one fault. */
const step = testSize("FAULT_STEP");

const platformNote = "  needs LD_PRELOAD: run on Linux only";

describe("A ledger over files of which the n-th operation fails", () => {
  if (!hasFaultLayer) {
    it(`is tested on Linux alone (${platformNote.trim()})`, () => {
      process.stderr.write(`${platformNote}\n`);
    });
    return;
  }
  const number = numbersFrom(seed);
  for (const [what, fault] of faults) {
    const from = 1 + number(step);
    itNeeding("cc")(
      `loses nothing it acknowledged and comes back by itself when ${what}`,
      async () => {
        const folder = tempFolder();
        const task = JSON.stringify([{ fault, from, step }]);
        const { output, errors, code } = await runUnderLayer(child, folder, [task]);
        const context = `seed ${seed}, from ${from}: ${errors}`;
        expect(output, context).to.not.include("FAILED");
        expect(code, context).to.equal(0);
        expect(output, context).to.match(/^runs [1-9]/);
      },
    );
  }
});
