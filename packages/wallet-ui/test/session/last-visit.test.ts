import { expect } from "chai";
import { lastVisit, noteVisit } from "../../src/session/last-visit.js";

const storageOf = (values: Map<string, string>): Storage => ({
  length: 0,
  clear: () => undefined,
  key: () => null,
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, value),
  removeItem: (key) => void values.delete(key),
});

describe("The last visit of a wallet", () => {
  it("is that before this one, for each party and network", () => {
    const storage = storageOf(new Map([["tallystick.seen.dev.a::1", "1000"]]));
    expect(lastVisit(storage, "dev", "a::1", 100_000)).to.equal(1_000);
    noteVisit(storage, "dev", "a::1", 200_000);
    expect(lastVisit(storage, "dev", "a::1", 900_000)).to.equal(1_000);
    expect(storage.getItem("tallystick.seen.dev.a::1")).to.equal("200000");
    expect(lastVisit(storage, "test", "a::1", 900_000)).to.equal(undefined);
  });

  it("is none for who was away for a moment, and where something else is stored", () => {
    const storage = storageOf(
      new Map([
        ["tallystick.seen.dev.b::1", "50000"],
        ["tallystick.seen.dev.c::1", "yesterday"],
      ]),
    );
    expect(lastVisit(storage, "dev", "b::1", 100_000)).to.equal(undefined);
    expect(lastVisit(storage, "dev", "c::1", 100_000)).to.equal(undefined);
  });
});
