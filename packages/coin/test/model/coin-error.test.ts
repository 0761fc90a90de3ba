import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { withoutLedger } from "../../src/index.js";
import {
  arithmeticError,
  assertionFailed,
  generalError,
  noLongerSupported,
  requireThat,
  stopWith,
} from "../../src/model/coin-error.js";
import type { ChoiceProgram } from "@tallystick/core";

const errorOf = (program: ChoiceProgram<unknown>) => {
  const stopped = withoutLedger(program);
  return isLeft(stopped) ? stopped.left : undefined;
};

describe("what a choice requires", () => {
  it("does nothing while it holds, each time", () => {
    for (let count = 0; count < 3; count++) {
      expect([...requireThat(true, "never")]).to.deep.equal([]);
      expect(requireThat(true, "never").next()).to.deep.equal({ done: true, value: undefined });
    }
  });

  it("is put into words only when it does not hold", () => {
    let asked = 0;
    const words = (): string => {
      asked++;
      return "Amount is positive";
    };
    expect(requireThat(true, words).next().done).to.equal(true);
    expect(asked).to.equal(0);
    const stopped = requireThat(false, words).next().value;
    expect(asked).to.equal(1);
    expect(stopped).to.deep.equal(requireThat(false, "Amount is positive").next().value);
  });

  it("stops the command as a requirement of Daml does", () => {
    expect(errorOf(requireThat(false, "Amount is positive"))).to.deep.equal(
      errorOf(assertionFailed("The requirement 'Amount is positive' was not met.")),
    );
  });
});

describe("an error of the coin", () => {
  const exception = (name: string) => `UNHANDLED_EXCEPTION/DA.Exception.${name}:${name}`;
  const table: ReadonlyArray<readonly [string, ChoiceProgram<unknown>, string, string]> = [
    ["an assertion", assertionFailed("No."), exception("AssertionFailed"), "No."],
    ["any other error", generalError("No."), exception("GeneralError"), "No."],
    [
      "arithmetic without a result",
      arithmeticError("ADD_INT64 1 2"),
      exception("ArithmeticError"),
      "ArithmeticError while evaluating (ADD_INT64 1 2).",
    ],
    [
      "a choice that is no longer supported",
      noLongerSupported("Amulet_Expire", "0.1.17"),
      exception("GeneralError"),
      'Choice "Amulet_Expire" is no longer supported since "splice-amulet"-"0.1.17"',
    ],
    [
      "too little",
      stopWith("insufficient-funds", "More."),
      "splice.lfdecentralizedtrust.org/insufficient-funds",
      "More.",
    ],
    [
      "a deadline",
      stopWith("deadline-exceeded", "Late."),
      "stdlib.daml.com/deadline-exceeded",
      "Late.",
    ],
  ];
  for (const [what, program, errorId, message] of table) {
    it(`has its id and text for ${what}`, () =>
      expect(errorOf(program)).to.deep.include({ errorId, message }));
  }

  it("is blamed on the argument where no change of the ledger can mend it", () => {
    expect(errorOf(stopWith("unknown-synchronizer", "No."))?.blame).to.equal("argument");
    expect(errorOf(stopWith("insufficient-funds", "No."))?.blame).to.equal("state");
  });
});
