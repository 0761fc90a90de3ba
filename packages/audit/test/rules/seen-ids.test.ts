import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { SeenIds } from "../../src/rules/seen-ids.js";

describe("Event ids that were seen", () => {
  it("are known again, among thousands of others", () => {
    const ids = Array.from({ length: 5_000 }, () => randomUUID());
    for (const scratch of [{}, { maxBytes: 10_000 }]) {
      const seen = new SeenIds(1, scratch);
      for (const id of ids) expect(seen.add(id)).to.equal("new");
      for (const id of ids) expect(seen.add(id)).to.equal("seen");
    }
  });

  it("may differ in any one of the digits by which they are remembered", () => {
    const id = "00000000-0000-7000-0000-000000000000";
    const seen = new SeenIds(1);
    expect(seen.add(id)).to.equal("new");
    for (const at of [19, 20, 21, 22, ...Array.from({ length: 12 }, (_, digit) => 24 + digit)]) {
      for (const digit of "19af")
        expect(seen.add(`${id.slice(0, at)}${digit}${id.slice(at + 1)}`)).to.equal("new");
    }
    expect(seen.add(id)).to.equal("seen");
  });

  const NONE: ReadonlyArray<string> = [
    "",
    "0199b1c2-0000-7000-8000-00000000000",
    "0199b1c2-0000-7000-8000-0000000000001",
    "0199B1C2-0000-7000-8000-000000000001",
    "0199b1c2-0000-7000-8000-00000000000g",
    "0199b1c20-000-7000-8000-000000000001",
    "0199b1c2-0000-7000-80000-00000000001",
    "0199b1c2-0000-7000-8000/000000000001",
    "0199b1c2-0000-7000-8000-00000000000:",
    "0199b1c2-0000-7000-8000-00000000000`",
  ];
  for (const id of NONE) {
    it(`are UUIDs, which "${id}" is not`, () => {
      expect(new SeenIds(1).add(id)).to.equal("no UUID");
    });
  }
});
