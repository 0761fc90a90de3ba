import { execFileSync } from "node:child_process";
import { expect } from "chai";
import { commandRows } from "../../src/commands/command-rows.js";
import { completionScript } from "../../src/commands/completion.js";
import { invoked } from "../ledger-folder.js";

/** Stands between what bash offers for two lines. */
const separator = "--next-line--";

/** What bash offers for each line, of which the last word is being typed. */
const offeredFor = (
  lines: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const script = `${completionScript("bash")}
offered() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _tallystick
  printf '%s\\n' "\${COMPREPLY[@]}" ${separator}
}
${lines.map((words) => `offered tallystick ${words.map((word) => `'${word}'`).join(" ")}`).join("\n")}`;
  const output = execFileSync("bash", ["-c", script], { encoding: "utf8" });
  return output
    .split(`${separator}\n`)
    .slice(0, -1)
    .map((each) => each.split("\n").filter((word) => word !== ""));
};

const offered = (...words: ReadonlyArray<string>): ReadonlyArray<string> =>
  offeredFor([words])[0] ?? [];

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
    const commands = Object.entries(commandRows).map(([name, { flags }]) => ({
      words: name.split(" "),
      flags: [...Object.keys(flags), "help", "version"].map((flag) => `--${flag}`),
    }));
    const found = offeredFor(
      commands.flatMap(({ words }) => [
        [...words.slice(0, -1), ""],
        // after an argument too
        [...words, "x", "--h"],
        [...words, "--"],
      ]),
    );
    for (const [at, { words, flags }] of commands.entries()) {
      const [names, help, all] = found.slice(3 * at, 3 * at + 3);
      expect(names).to.include(words.at(-1));
      expect(help).to.include("--help");
      expect(all).to.have.members(flags);
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
