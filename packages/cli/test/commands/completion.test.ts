import { execFileSync } from "node:child_process";
import { expect } from "chai";
import { commandRows } from "../../src/commands/command-rows.js";
import { completionScript } from "../../src/commands/completion.js";
import { invoked } from "../ledger-folder.js";

/** What bash offers for a line whose last word is being typed. */
const offered = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const line = ["tallystick", ...words];
  const script = `${completionScript("bash")}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_tallystick
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["-c", script, "bash", ...line], { encoding: "utf8" });
  return output.split("\n").filter((each) => each !== "");
};

describe("The completion of bash", () => {
  for (const [words, found] of [
    [["se"], ["serve"]],
    [
      ["key", ""],
      ["new", "public", "sign"],
    ],
    [["key", "sign", "--b"], ["--blind"]],
    [
      ["serve", "--acc"],
      ["--accept-journal-end", "--accept-clock"],
    ],
    [["serve", "--log-level", "f"], ["fatal"]],
    [
      ["key", "new", "--kind", ""],
      ["ed25519", "p256", "secp256k1"],
    ],
    [["completion", "z"], ["zsh"]],
    [["token", "s"], ["show"]],
    [
      ["token", "anna", "--h"],
      ["--hours", "--help"],
    ],
    // files, which bash finds itself
    [["serve", "--config", ""], []],
    [["nothing", ""], []],
  ] as const) {
    it(`offers ${found.join(", ") || "nothing of its own"} for "${words.join(" ")}"`, () => {
      expect(offered(...words)).to.deep.equal(found);
    });
  }

  it("has every command and flag", () => {
    for (const [name, { flags }] of Object.entries(commandRows)) {
      const words = name.split(" ");
      expect(offered(...words.slice(0, -1), "")).to.include(words.at(-1));
      // after an argument too
      expect(offered(...words, "x", "--h")).to.include("--help");
      expect(offered(...words, "--")).to.have.members(
        [...Object.keys(flags), "help", "version"].map((flag) => `--${flag}`),
      );
    }
  });
});

describe("tallystick completion", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    it(`prints a script for ${shell} that has every flag`, async () => {
      const { code, out } = await invoked(["completion", shell]);
      expect(code).to.equal(0);
      for (const { flags } of Object.values(commandRows))
        for (const flag of Object.keys(flags)) expect(out.join("\n")).to.contain(flag);
    });
  }

  it("refuses other shells", async () => {
    const { code, err } = await invoked(["completion", "cmd"]);
    expect(code).to.equal(2);
    expect(err).to.equal("tallystick: completion: expected bash, zsh, fish, found another shell");
  });
});
