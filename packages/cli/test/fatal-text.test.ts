import { readFileSync } from "node:fs";
import { expect } from "chai";
import { fatalText } from "../src/fatal-text.js";

describe("What ended the process", () => {
  it("is one line with what to do, where the system says what is wrong", () => {
    const error = Object.assign(new Error("EMFILE: too many open files, open '/a'"), {
      code: "EMFILE",
    });
    expect(fatalText(error)).to.match(
      /^EMFILE: too many open files, open .*: allow .* \(ulimit -n\)$/,
    );
    const denied = Object.assign(new Error("EACCES: permission denied, scandir '/a/snapshot'"), {
      code: "EACCES",
    });
    expect(fatalText(denied)).to.match(/^EACCES.*snapshot': give the user of this process access/);
    expect(fatalText(denied)).to.not.contain("\n");
  });

  it("is one line for other errors of the system", () => {
    try {
      readFileSync("/");
    } catch (thrown) {
      expect(fatalText(thrown)).to.match(/^EISDIR[^\n]*$/);
      return;
    }
    throw new Error("a folder was read as a file");
  });

  it("has the stack where only we can know what is wrong", () => {
    expect(fatalText(new TypeError("x is not a function"))).to.match(/TypeError.*\n +at /);
    expect(fatalText("text")).to.equal("text");
  });
});
