import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { exitCode, exitCodeTexts } from "../src/exit-code.js";
import { commandRows } from "../src/commands/command-rows.js";
import { helpText, usage } from "../src/commands/help-text.js";
import { invoked } from "./ledger-folder.js";

describe("tallystick", () => {
  it("says what it can do, on request and where it does not understand", async () => {
    const help = await invoked(["--help"]);
    expect([help.code, help.out, help.err]).to.deep.equal([0, [usage], ""]);
    expect((await invoked(["serve", "-h"])).out).to.deep.equal([helpText("serve")]);
    expect((await invoked(["key", "--help"])).out).to.deep.equal([helpText("key")]);
    expect((await invoked(["help"])).out).to.deep.equal([usage]);
    expect((await invoked(["help", "key", "new"])).out).to.deep.equal([helpText("key new")]);
    const nothing = await invoked([]);
    expect([nothing.code, nothing.out, nothing.err]).to.deep.equal([2, [], usage]);
    const unknown = await invoked(["sevre"]);
    expect(unknown.code).to.equal(2);
    expect(unknown.err).to.equal("tallystick: unknown command sevre; did you mean serve?");
  });

  it("names each of its commands, and with a command its flags", () => {
    for (const [name, { text, flags }] of Object.entries(commandRows)) {
      expect(usage).to.contain(`  ${name} `).and.to.contain(text);
      const help = helpText(name);
      expect(help).to.contain(`Usage: tallystick ${name}`).and.to.contain(text);
      for (const flag of Object.keys(flags)) expect(help).to.contain(`  --${flag}`);
    }
    expect(helpText("key").match(/^Usage/gm)).to.have.length(3);
  });

  it("names each of its exit codes, and so does the page of the package", async () => {
    const texts = exitCodeTexts.map(([code]) => code);
    expect(texts).to.deep.equal(Object.values(exitCode));
    const page = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    for (const [code, text] of exitCodeTexts) {
      expect(usage).to.contain(`  ${code}  ${text}`);
      expect(page).to.contain(`| ${code} | ${text} |`);
    }
    expect(page.match(/^\| \d+ \|/gm)).to.have.length(texts.length);
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
    ["one that is like none", ["serve", "--zzz"], /flag --zzz; see "tallystick serve --help"/],
    ["a flag of another command", ["serve", "--reason", "x"], /unknown flag --reason/],
    [
      "a flag before the command",
      ["--port", "1", "serve"],
      /expected a command first, found --port/,
    ],
    [
      "half a command",
      ["audit"],
      /audit: expected verify or checkpoint or .* or diff; see "tallystick audit --help"/,
    ],
    ["too few arguments", ["key", "sign", "f"], /key sign: expected REQUEST/],
    ["an unknown flag of audit", ["audit", "verify", "--dta", "x"], /did you mean --data\?$/],
    ["an unknown flag of key", ["key", "new", "f", "--knd", "x"], /did you mean --kind\?$/],
    ["an unknown command of key", ["key", "sing", "f"], /command sing; did you mean sign\?$/],
    ["a flag without its value", ["serve", "--port"], /--port/],
    ["two commands", ["serve", "events"], /unexpected argument events/],
    [
      "an address without a flag",
      ["copy", "esdb://me:secret@host"],
      /unexpected argument \(not shown\)/,
    ],
    ["an address alone", ["esdb://me:secret@host"], /unknown command \(not shown\)/],
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
