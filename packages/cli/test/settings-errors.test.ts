import { expect } from "chai";
import { usageError } from "../src/command-error.js";
import { SettingsErrors } from "../src/settings-errors.js";

describe("What is wrong with settings", () => {
  it("is said at once, in the order in which it was found", async () => {
    const errors = new SettingsErrors();
    expect(errors.of(() => 5)).to.equal(5);
    errors.throwAll();
    expect(
      errors.of(() => {
        throw usageError("--a: wrong");
      }),
    ).to.equal(undefined);
    await errors.ofAsync(() => Promise.reject(usageError("--b: wrong")));
    errors.add("--c: wrong");
    expect(() => errors.throwAll()).to.throw("3 errors:\n  --a: wrong\n  --b: wrong\n  --c: wrong");
  });

  it("does not include bugs of the program, which are thrown", () => {
    const fault = new TypeError("x is undefined");
    expect(() =>
      new SettingsErrors().of(() => {
        throw fault;
      }),
    ).to.throw(fault);
  });
});
