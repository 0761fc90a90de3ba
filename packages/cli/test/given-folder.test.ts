import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { CommandRow } from "../src/commands/command-row.js";
import { commandRows } from "../src/commands/command-rows.js";
import { endedLedger, invoked, tempFolder } from "./ledger-folder.js";

/** What a command is given besides the folder. */
interface Surroundings {
  /** A folder with a journal. */
  readonly data: string;
  /** A folder that does not exist. */
  readonly fresh: string;
}

interface Row {
  /** The arguments, with a folder in its place. */
  readonly args: (folder: string, given: Surroundings) => ReadonlyArray<string>;
  /** What the error of a file in its place says after the name of the flag or argument. */
  readonly named: string;
  /** Whether the command makes the folder where there is none. */
  readonly isMade?: true;
}

const read = (command: string, ...more: ReadonlyArray<string>): Row => ({
  args: (folder) => [...command.split(" "), ...more, "--data", folder],
  named: "--data",
});

const copied = (command: string): Readonly<Record<string, Row>> => ({
  [`${command} --from`]: {
    args: (from, { fresh }) => [command, "--from", from, "--to", fresh],
    named: "--from",
  },
  [`${command} --to`]: {
    args: (to, { data }) => [command, "--from", data, "--to", to],
    named: "--to",
    isMade: true,
  },
});

const logOf = (command: string, ...more: ReadonlyArray<string>): Row => ({
  args: (log, { data }) => [...command.split(" "), ...more, "--data", data, "--log", log],
  named: "--log",
});

const differing = (places: (folder: string, data: string) => ReadonlyArray<string>): Row => ({
  args: (folder, { data }) => ["audit", "diff", ...places(folder, data)],
  named: "diff",
});

/** Every flag and argument that is a folder, of every command. */
const rows: Readonly<Record<string, Row>> = {
  "new FOLDER": { args: (folder) => ["new", folder], named: "new", isMade: true },
  "new --tarballs": {
    args: (folder, { fresh }) => ["new", fresh, "--tarballs", folder],
    named: "--tarballs",
  },
  "serve --data": {
    args: (folder) => ["serve", "--port", "0", "--data", folder, "--log-level", "silent"],
    named: "the data folder",
    isMade: true,
  },
  "events --data": read("events", "--listen", "127.0.0.1:0"),
  ...copied("copy"),
  "audit verify --data": read("audit verify"),
  "audit verify --log": logOf("audit verify"),
  "audit checkpoint --data": read("audit checkpoint"),
  "audit checkpoint --log": { ...logOf("audit checkpoint"), isMade: true },
  "audit checkpoint --publish": {
    args: (folder, { data }) => ["audit", "checkpoint", "--data", data, "--publish", folder],
    named: "--publish",
    isMade: true,
  },
  "audit witness --folder": {
    args: (folder) => ["audit", "witness", "--folder", folder, "--name", "w", "--log-key", "none"],
    named: "--folder",
    isMade: true,
  },
  "bisect --data": read("bisect", "count(A:B) < 1"),
  "audit prove --data": read("audit prove", "1"),
  "audit prove --log": logOf("audit prove", "1"),
  "audit state --data": read("audit state"),
  "audit balance --data": read("audit balance"),
  "audit explain --data": read("audit explain", "1"),
  "audit export --data": read("audit export"),
  "audit watch --data": read("audit watch"),
  "audit watch --log": logOf("audit watch", "--sign"),
  "audit diff --data": read("audit diff", "1", "2"),
  "audit diff PLACE|OFFSET 1": differing((folder, data) => [folder, data]),
  "audit diff PLACE|OFFSET 2": differing((folder, data) => [data, folder]),
  "query-store --to": {
    args: (folder) => ["query-store", "--url", "http://127.0.0.1:9", "--to", folder],
    named: "--to",
    isMade: true,
  },
  ...copied("fork"),
  ...copied("restore"),
  "disclosure-key --data": read("disclosure-key"),
};

const isPlace = (text = ""): boolean => /^\[?(FOLDER|PLACE)\b/.test(text);

/** The names that the table must have: of flags and arguments whose value is a folder. */
const placesOf = ([command, row]: readonly [string, CommandRow]): ReadonlyArray<string> => {
  const positional = row.arguments.filter(isPlace);
  return [
    ...positional.map((each, at) =>
      positional.length === 1 ? `${command} ${each}` : `${command} ${each} ${at + 1}`,
    ),
    ...Object.entries(row.flags)
      .filter(([, { value }]) => isPlace(value))
      .map(([flag]) => `${command} --${flag}`),
  ];
};

describe("A folder that a command is given", () => {
  it("is in the table for every flag and argument that is one", () => {
    const places = Object.entries(commandRows).flatMap(placesOf);
    expect(Object.keys(rows).sort()).to.deep.equal(places.sort());
  });

  it("is named when it is a file or below one", async () => {
    const { data } = await endedLedger(["alice"]);
    const top = tempFolder();
    const [file, fresh] = [join(top, "file"), join(top, "fresh")];
    writeFileSync(file, "x");
    for (const [name, { args, named }] of Object.entries(rows)) {
      for (const place of [file, join(file, "below")]) {
        const { code, err } = await invoked(args(place, { data, fresh }));
        expect(code, `${name}: ${err}`).to.be.oneOf([1, 2]);
        expect(err, name).to.match(new RegExp(`^tallystick: ${named}`));
        expect(err, name).to.contain(file);
        expect(err, name).to.match(/is a file|not a directory/);
        expect(existsSync(fresh), name).to.equal(false);
      }
    }
  });

  it("is named when it does not exist, with what was expected", async () => {
    const { data } = await endedLedger(["alice"]);
    const top = tempFolder();
    const [missing, fresh] = [join(top, "no", "such"), join(top, "fresh")];
    for (const [name, { args, named }] of Object.entries(rows).filter(([, row]) => !row.isMade)) {
      const { code, err } = await invoked(args(missing, { data, fresh }));
      expect(code, `${name}: ${err}`).to.be.oneOf([1, 2]);
      expect(err, name).to.match(new RegExp(`^tallystick: ${named}: `));
      expect(err, name).to.contain(missing);
      expect(err, name).to.contain("; expected the folder of");
      expect(readdirSync(top), name).to.deep.equal([]);
    }
  });
});
