import { expect } from "chai";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import { pathFamilies } from "../../src/endpoints/path-families.js";
import { endpoints } from "../../src/index.js";
import { walletFamily } from "../../src/wallet/rows/wallet-family.js";
import { walletRows } from "../../src/wallet/wallet-rows.js";

describe("the family of a path that no endpoint has", () => {
  const familyOf = pathFamilies([...endpoints, ...walletRows]);

  for (const path of [
    "/v0",
    "/v0/nowhere",
    "/v0/wallet/balance/more",
    "/api/validator/v0/x",
    "/api/scan/v0/x",
  ]) {
    it(`is the wallet's for ${path}`, () => {
      expect(familyOf(path)).to.equal(walletFamily);
    });
  }

  for (const path of ["/", "", "/v2", "/v2/nowhere", "/v0x", "/nowhere", "/api/other/v0"]) {
    it(`is the JSON Ledger API's for ${JSON.stringify(path)}`, () => {
      expect(familyOf(path)).to.equal(ledgerApiFamily);
    });
  }

  it("is the JSON Ledger API's everywhere where the node has no wallet", () => {
    expect(pathFamilies(endpoints)("/v0/wallet/balance")).to.equal(ledgerApiFamily);
  });
});
