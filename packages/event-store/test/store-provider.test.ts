import { expect } from "chai";
import { isRight, right } from "fp-ts/lib/Either.js";
import { memoryStores, parseStoreAddress } from "../src/index.js";

describe("the address of a store", () => {
  for (const [address, parts] of [
    ["memory:", { scheme: "memory", place: "" }],
    ["sqlite:./data", { scheme: "sqlite", place: "./data" }],
    ["sqlite:C:\\data", { scheme: "sqlite", place: "C:\\data" }],
    ["esdb://host:2113?tls=false", { scheme: "esdb", place: "//host:2113?tls=false" }],
    ["esdb+discover://host", { scheme: "esdb+discover", place: "//host" }],
    ["./data", undefined],
    ["SQLite:./data", undefined],
    ["", undefined],
  ] as const) {
    it(`"${address}" ${parts === undefined ? "has no scheme" : `has the scheme ${parts.scheme}`}`, () => {
      expect(parseStoreAddress(address)).to.deep.equal(parts);
    });
  }
});

describe("stores in memory", () => {
  it("are opened empty, each for itself", async () => {
    const opened = await Promise.all([1, 2].map(() => memoryStores.open("", { shared: false })));
    const [one, two] = opened.map((store) => (isRight(store) ? store.right : undefined));
    await one?.append("s", "no-stream", [{ id: "1", type: "T", data: "{}", metadata: "" }]);
    expect(await two?.lastEvent("s")).to.deep.equal(right(undefined));
    expect(memoryStores.scheme).to.equal("memory");
  });
});
