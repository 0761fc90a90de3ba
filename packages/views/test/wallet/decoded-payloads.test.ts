import { expect } from "chai";
import { DecodedPayloads } from "../../src/wallet/decoded-payloads.js";

describe("Decoded payloads", () => {
  const known = (payloads: DecodedPayloads, ids: string): string =>
    [...ids].filter((id) => payloads.get(id) !== undefined).join("");

  it("are kept up to a size, those that were looked at last", () => {
    const payloads = new DecodedPayloads(100);
    for (const id of "abcd") payloads.add(id, { payload: id, units: 25 });
    expect(payloads.get("a")).to.deep.equal({ payload: "a", units: 25 });
    payloads.add("e", { payload: "e", units: 26 });
    expect(known(payloads, "abcde")).to.equal("ade");
    payloads.add("f", { payload: "f", units: 101 });
    expect(known(payloads, "abcdef")).to.equal("");
  });

  it("leave their room when they are deleted, replaced or cleared", () => {
    const payloads = new DecodedPayloads(100);
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
