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
