import { expect } from "chai";
import { flagError, unknownCommand, wordText } from "../../src/commands/misuse.js";

const known = ["serve", "events", "copy", "restore"];

describe("A word that is not known", () => {
  for (const [typed, near] of [
    ["sevre", "serve"],
    ["Copy", "copy"],
    ["restor", "restore"],
    ["event", "events"],
  ] as const) {
    it(`is answered for ${typed} with ${near}`, () => {
      expect(unknownCommand(typed, known).message).to.equal(
        `unknown command ${typed}; did you mean ${near}?`,
      );
    });
  }

  it("is answered without a suggestion where none is alike, and is not repeated when odd", () => {
    expect(unknownCommand("xyz", known).message).to.equal(
      'unknown command xyz; see "tallystick --help"',
    );
    expect(unknownCommand("esdb://me:secret@host", known).message).not.to.include("secret");
    expect(wordText("a b")).to.equal("(not shown)");
  });

  it("is answered in one line when it is a flag", () => {
    const thrown = new Error("Unknown option '--prot'. To specify\nmore");
    expect(flagError(thrown, ["port"]).message).to.equal(
      "unknown flag --prot; did you mean --port?",
    );
    for (const said of ["-p, --port <value>' argument missing", "--port' argument is ambiguous."]) {
      expect(flagError(new Error(`Option '${said}`), ["port"]).message).to.equal(
        '--port: expected a value; write --port=VALUE if the value begins with "-"',
      );
    }
    const number = new Error("Unknown option '-1'. To specify");
    expect(flagError(number, ["port"]).message).to.equal(
      'unknown flag -1; an argument that begins with "-" goes after " -- "',
    );
  });
});
