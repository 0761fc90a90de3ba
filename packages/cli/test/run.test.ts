import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { exitCode } from "../src/exit-code.js";
import { usage } from "../src/usage.js";
import { invoked } from "./ledger-folder.js";

describe("tallystick", () => {
  it("says what it can do, on request and where it does not understand", async () => {
    const help = await invoked(["--help"]);
    expect([help.code, help.out, help.err]).to.deep.equal([0, [usage], ""]);
    expect((await invoked(["serve", "-h"])).out).to.deep.equal([usage]);
    const nothing = await invoked([]);
    expect([nothing.code, nothing.out, nothing.err]).to.deep.equal([2, [], usage]);
    const unknown = await invoked(["sevre"]);
    expect(unknown.code).to.equal(2);
    expect(unknown.err).to.equal("tallystick: unknown command sevre; did you mean serve?");
  });

  it("names each of its commands and flags", () => {
    for (const command of [
      "serve",
      "events",
      "copy",
      "audit verify",
      "fork",
      "restore",
      "disclosure-key",
      "key new|public|sign",
    ])
      expect(usage).to.match(new RegExp(`^ {2}${command.replaceAll("|", "\\|")} `, "m"));
    for (const flag of ["--accept-journal-end", "--at", "--lost-offset", "--reason", "--data"])
      expect(usage).to.include(flag);
  });

  it("names each of its exit codes", () => {
    const line = usage.slice(usage.indexOf("Exit codes"));
    for (const [name, code] of Object.entries(exitCode))
      expect(line, name).to.match(new RegExp(`\\b${code} `));
    expect(new Set(Object.values(exitCode)).size).to.equal(Object.keys(exitCode).length);
  });

  it("helps with key and is as the page of the package says", async () => {
    const { code, out } = await invoked(["key", "--help"]);
    expect([code, out.join("\n").split("\n")[0]]).to.deep.equal([
      0,
      "Usage: tallystick key new FILE [--kind ed25519|p256|secp256k1]",
    ]);
    const page = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const codes = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, digits]) => Number(digits));
    expect(codes).to.deep.equal(Object.values(exitCode));
  });

  it("has a version", async () => {
    for (const flag of ["--version", "-v"]) {
      const { code, out } = await invoked([flag]);
      expect(code).to.equal(0);
      expect(out.join()).to.match(/^\d+\.\d+\.\d+$/);
    }
  });

  const MISUSED: ReadonlyArray<readonly [string, ReadonlyArray<string>, RegExp]> = [
    ["an unknown flag", ["serve", "--prot", "1"], /unknown flag --prot; did you mean --port\?$/],
    ["one that is like none", ["serve", "--zzz"], /unknown flag --zzz; "tallystick --help" lists/],
    ["an unknown flag of audit", ["audit", "verify", "--dta", "x"], /did you mean --data\?$/],
    ["an unknown flag of key", ["key", "new", "f", "--knd", "x"], /did you mean --kind\?$/],
    ["an unknown command of key", ["key", "sing", "f"], /command sing; did you mean sign\?$/],
    ["a flag without its value", ["serve", "--port"], /--port/],
    ["two commands", ["serve", "events"], /unexpected argument events/],
    [
      "an address without a flag",
      ["copy", "esdb://me:secret@host"],
      /unexpected argument that is no/,
    ],
    ["an address alone", ["esdb://me:secret@host"], /unknown command that is no word/],
    ["a journal end that is none", ["serve", "--accept-journal-end", "x"], /accept-journal-end/],
    ["a copy from nowhere", ["copy", "--to", "x"], /--from and --to/],
    ["a port that is none", ["serve", "--port", "99999"], /--port/],
  ];
  for (const [name, args, message] of MISUSED) {
    it(`is used wrongly with ${name}`, async () => {
      const { code, err, out } = await invoked(args);
      expect([code, out]).to.deep.equal([2, []]);
      expect(err).to.match(message);
      expect(err.split("\n")).to.have.length(1);
    });
  }
});
