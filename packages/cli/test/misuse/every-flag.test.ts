import { expect } from "chai";
import { commandRows } from "../../src/commands/command-rows.js";
import type { CommandRow } from "../../src/commands/command-row.js";
import { invoked, tempFolder } from "../ledger-folder.js";

const rows: ReadonlyArray<readonly [string, CommandRow]> = Object.entries(commandRows);

const raw = /TypeError|RangeError|is not a function|Cannot read|\n +at /;

/** Values that no whole number has. */
const noNumbers = ["nonsense", "", "-1", "1.5", "1e99", "NaN"];

/** What runs until it is stopped: what it reads of its flags has tests of its own. */
const untilSignal = new Set(["serve", "events", "audit watch", "audit witness"]);

describe("Every command and flag of tallystick", () => {
  for (const [name, { flags }] of rows) {
    it(`is refused by its name when it is misused: ${name}`, async () => {
      const missing = `${tempFolder()}/no-such`;
      const words = name.split(" ");
      const refused = async (args: ReadonlyArray<string>, says: RegExp | undefined) => {
        const { code, err } = await invoked([...words, ...args]);
        expect(code, `${args.join(" ")}: ${err}`).to.not.equal(0);
        expect(err, args.join(" ")).to.not.match(raw);
        if (says !== undefined) expect(err, args.join(" ")).to.match(says);
      };
      await refused(["--misspelt"], /--misspelt/);
      await refused(["a", "b", "c", "d", "e"], /unexpected argument|no such/);
      for (const [flag, { type, value }] of Object.entries(flags)) {
        const named = new RegExp(`--${flag}\\b`);
        if (type === "boolean") await refused([`--${flag}=yes`], named);
        else await refused([`--${flag}`], named);
        const isNumber =
          !untilSignal.has(name) && /^(?:N|OFFSET|PORT|COUNT|SECONDS|MS)$/.test(value ?? "");
        for (const each of isNumber ? noNumbers : [])
          await refused([...missingArguments(name, missing), `--${flag}=${each}`], undefined);
      }
    });
  }
});

/** As many arguments as a command wants, of files that are not there. */
const missingArguments = (name: string, missing: string): ReadonlyArray<string> =>
  (rows.find(([each]) => each === name)?.[1].arguments ?? [])
    .filter((each) => !each.startsWith("["))
    .map(() => missing);
