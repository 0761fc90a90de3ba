import { expect } from "chai";
import { TEST_SIZES, testSize } from "../src/test-sizes.js";

describe("the sizes of tests", () => {
  const names = ["TALLYSTICK_TEST_SIZE", "TALLYSTICK_FLIPS"];
  /** @type {(string | undefined)[]} */
  let before = [];
  beforeEach(() => {
    before = names.map((name) => process.env[name]);
    for (const name of names) delete process.env[name];
  });
  afterEach(() => {
    for (const [at, name] of names.entries()) {
      const value = before[at];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("are those of the run, the short ones where none is named, and those of the environment", () => {
    const [short, all, nightly] = TEST_SIZES["FLIPS"] ?? [];
    expect(testSize("FLIPS")).to.equal(short);
    process.env["TALLYSTICK_TEST_SIZE"] = "all";
    expect(testSize("FLIPS")).to.equal(all);
    process.env["TALLYSTICK_TEST_SIZE"] = "nightly";
    expect(testSize("FLIPS")).to.equal(nightly);
    process.env["TALLYSTICK_FLIPS"] = "7";
    expect(testSize("FLIPS")).to.equal(7);
  });

  it("are rows of the table of three names", () => {
    expect(() => testSize("FLOPS")).to.throw("no row FLOPS");
    process.env["TALLYSTICK_TEST_SIZE"] = "huge";
    expect(() => testSize("FLIPS")).to.throw("expected short, all, nightly");
  });
});
