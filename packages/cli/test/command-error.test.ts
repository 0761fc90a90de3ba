import { messageOf } from "@tallystick/background";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { CommandError, exitCodeOf, orThrow, usageError } from "../src/command-error.js";
import { exitCode } from "../src/exit-code.js";

const outcomeOf = async (command: () => Promise<never>) => {
  const lines: string[] = [];
  return { code: await exitCodeOf("tallystick", (line) => lines.push(line), command), lines };
};

describe("The error of a command", () => {
  it("is printed once, and its code is that of the process", async () => {
    const outcome = await outcomeOf(async () => {
      throw usageError("--port: expected a number");
    });
    expect(outcome).to.deep.equal({
      code: exitCode.usage,
      lines: ["tallystick: --port: expected a number"],
    });
  });

  it("ends with 1 where it says nothing else", async () => {
    const { code } = await outcomeOf(async () => {
      throw new CommandError("away");
    });
    expect(code).to.equal(exitCode.failed);
  });

  it("is made of a Left; a Right is returned", () => {
    const errorOf = (reason: string) => usageError(`--at: ${reason}`);
    expect(orThrow(right(7), errorOf)).to.equal(7);
    expect(() => orThrow(left("expected an offset"), errorOf)).to.throw(
      CommandError,
      "--at: expected an offset",
    );
  });

  it("does not include other errors: a defect is thrown", async () => {
    const thrown = new TypeError("defect");
    const outcome = await outcomeOf(async () => {
      throw thrown;
    }).catch((caught: unknown) => caught);
    expect(outcome).to.equal(thrown);
  });

  it("says what was thrown, whatever that is", () => {
    expect([messageOf(new Error("a")), messageOf("b")]).to.deep.equal(["a", "b"]);
  });
});
