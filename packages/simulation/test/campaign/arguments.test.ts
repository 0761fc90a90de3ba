import { expect } from "chai";
import { readArguments } from "../../src/campaign/arguments.js";

describe("The arguments of a simulation", () => {
  it("choose histories, one history, or the canaries", () => {
    expect(readArguments([])).to.include({ histories: 1_000, from: 1, canaries: false });
    expect(readArguments(["--histories", "7", "--seconds", "60", "--from", "5"])).to.include({
      histories: 7,
      seconds: 60,
      from: 5,
    });
    expect(readArguments(["--seed", "12"])).to.include({ seed: 12 });
    expect(readArguments(["--canaries"])).to.include({ canaries: true });
  });

  it("that are wrong are named, with what is expected", () => {
    expect(readArguments(["--histories"])).to.equal(
      "--histories: found nothing, expected a whole number from 1 on",
    );
    expect(readArguments(["--seed", "-1"])).to.contain("found -1");
    expect(readArguments(["--seed", "0"])).to.contain("found 0");
    expect(readArguments(["--all"])).to.contain("found --all");
  });
});
