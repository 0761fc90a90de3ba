import { expect } from "chai";
import { isEmbedded, printableAddress, storeAddress } from "../src/store-address.js";

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

  it("is printed without its password", () => {
    expect(printableAddress("esdb://ledger:s%40cret@host:2113?tls=true")).to.equal(
      "esdb://***@host:2113?tls=true",
    );
    expect(printableAddress("sqlite:./data")).to.equal("sqlite:./data");
  });
});

describe("An address as it is printed", () => {
  for (const [address, printed] of [
    ["sqlite:./data", "sqlite:./data"],
    ["memory:", "memory:"],
    ["esdb://host:2113", "esdb://host:2113"],
    ["esdb://me@host:2113", "esdb://***@host:2113"],
    ["esdb://me:secret@host:2113?tls=false", "esdb://***@host:2113?tls=false"],
    ["esdb+discover://me:secret@one:1,two:2", "esdb+discover://***@one:1,two:2"],
  ] as const) {
    it(`is ${printed} for ${address.replace("secret", "...")}`, () => {
      expect(printableAddress(address)).to.equal(printed);
    });
  }

  it("never has a password in it", () => {
    for (const password of ["a", "p@ss", "x:y", "%40"]) {
      expect(printableAddress(`esdb://me:${encodeURIComponent(password)}@host`)).to.equal(
        "esdb://***@host",
      );
    }
  });
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
