import { expect } from "chai";
import { commandIdOf, maxCommandIdLength } from "../../src/submissions/submission.js";
import { durationMicrosOf } from "../../src/configuration/duration-text.js";

describe("durations of configuration files", () => {
  const rows: ReadonlyArray<readonly [text: string, micros: number | undefined]> = [
    ["10m", 600_000_000],
    ["30s", 30_000_000],
    ["30 s", 30_000_000],
    ["90 days", 7_776_000_000_000],
    ["1 day", 86_400_000_000],
    ["24h", 86_400_000_000],
    ["5 milliseconds", 5_000],
    ["7us", 7],
    ["0s", 0],
    ["10", undefined],
    ["m", undefined],
    ["-1s", undefined],
    ["1.5s", undefined],
    ["1 week", undefined],
    ["999999999999d", undefined],
    ["1 constructor", undefined],
    ["", undefined],
  ];
  for (const [text, micros] of rows) {
    it(`"${text}" is ${micros ?? "refused"}`, () => {
      const read = durationMicrosOf(text);
      expect("right" in read ? read.right : undefined).to.equal(micros);
    });
  }
});

describe("command ids of automations", () => {
  it("are the same for the same cause and differ for another", () => {
    expect(commandIdOf("pay", "00ab")).to.equal("pay/00ab");
    expect(commandIdOf("pay", "00ab")).to.not.equal(commandIdOf("pay", "00ac"));
  });

  it("hold no character a command id may not have, and keep both ends when too long", () => {
    expect(commandIdOf("pay", "é\n")).to.equal("pay/__");
    const [a, b] = ["1", "2"].map((end) => commandIdOf("pay", "0".repeat(300), end));
    expect(a).to.have.lengthOf(maxCommandIdLength);
    expect(a).to.not.equal(b);
  });
});
