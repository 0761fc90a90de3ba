import { expect } from "chai";
import { SizedCache } from "../../src/memory/sized-cache.js";

interface Payload {
  readonly payload: unknown;
  readonly units: number;
}

describe("A cache with a size", () => {
  const known = (payloads: SizedCache<Payload>, ids: string): string =>
    [...ids].filter((id) => payloads.get(id) !== undefined).join("");

  it("keeps up to that size what was looked at last", () => {
    const payloads = new SizedCache<Payload>(100);
    for (const id of "abcd") payloads.add(id, { payload: id, units: 25 });
    expect(payloads.get("a")).to.deep.equal({ payload: "a", units: 25 });
    payloads.add("e", { payload: "e", units: 26 });
    expect(known(payloads, "abcde")).to.equal("ade");
    payloads.add("f", { payload: "f", units: 101 });
    expect(known(payloads, "abcdef")).to.equal("");
  });

  it("has room again for what was deleted, replaced or cleared", () => {
    const payloads = new SizedCache<Payload>(100);
    payloads.add("a", { payload: 1, units: 90 });
    payloads.add("a", { payload: 2, units: 50 });
    payloads.add("b", { payload: 3, units: 50 });
    expect(payloads.get("a")?.payload).to.equal(2);
    payloads.delete("b");
    payloads.delete("b");
    payloads.add("c", { payload: 4, units: 50 });
    expect(known(payloads, "abc")).to.equal("ac");
    payloads.clear();
    expect(known(payloads, "abc")).to.equal("");
    for (const id of "de") payloads.add(id, { payload: id, units: 50 });
    expect(known(payloads, "de")).to.equal("de");
  });
});
