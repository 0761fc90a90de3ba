import { expect } from "chai";
import {
  embeddedFolder,
  isEmbedded,
  isFolder,
  printableStore,
  storeAddress,
} from "../src/store-address.js";

describe("The address of a store", () => {
  it("is that of an embedded journal when only a folder is given", () => {
    expect(storeAddress("./data")).to.equal("sqlite:./data");
    expect(storeAddress("/var/lib/ledger")).to.equal("sqlite:/var/lib/ledger");
    expect(storeAddress("esdb+discover://host")).to.equal("esdb+discover://host");
    expect(storeAddress("memory:")).to.equal("memory:");
  });

  it("says whether other nodes may write there", () => {
    const addresses = ["sqlite:./data", "memory:", "esdb://host", "esdb+discover://host"];
    expect(addresses.map(isEmbedded)).to.deep.equal([true, true, false, false]);
  });

  it("is one however its scheme is written", () => {
    expect(storeAddress(" ESDB://Ledger:Secret@Host ")).to.equal("esdb://Ledger:Secret@Host");
    expect(storeAddress("tape://x")).to.equal("tape://x");
  });

  it("is not a folder", () => {
    const texts = ["./data", "a:b/c", "esdb://host", "ESDB://host", "esdb:", "sqlite:x", "memory:"];
    expect(texts.map(isFolder)).to.deep.equal([true, false, false, false, false, false, false]);
    expect(embeddedFolder("sqlite:./data")).to.equal("./data");
    expect(embeddedFolder("esdb://host")).to.equal(undefined);
  });
});

describe("An address as it is printed", () => {
  for (const [address, printed] of [
    ["./data", "./data"],
    ["sqlite:./data", "sqlite:./data"],
    ["memory:", "memory:"],
    ["esdb://host:2114", "esdb://host:2114"],
    ["esdb://me:secret@host?tls=false", "esdb://host:2113?tls=false"],
    ["ESDB+Discover://me:secret@one:1,two:2", "esdb+discover://one:1,two:2"],
    ["esdb://me:secret@", "esdb:"],
    ["esdb://me:sec/ret@host", "esdb:"],
    ["tape://me:secret@host", "tape:"],
  ] as const) {
    it(`is ${printed} for ${address.replace("secret", "...")}`, async () => {
      expect(await printableStore(address)).to.equal(printed);
    });
  }
});

describe("An address of an embedded store", () => {
  for (const [address, isIt] of [
    ["sqlite:./data", true],
    ["memory:", true],
    ["esdb://host", false],
    ["esdb+discover://host", false],
  ] as const) {
    it(`is ${isIt ? "" : "not "}${address}`, () => {
      expect(isEmbedded(address)).to.equal(isIt);
    });
  }
});
