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

describe("the family of a path below a root that two families have", () => {
  const familyOf = pathFamilies([
    { family: walletFamily, path: "/v2/wallet/token-standard/transfers/{contract_id}/accept" },
    { family: ledgerApiFamily, path: "/v2/users" },
    { family: ledgerApiFamily, path: "/v2/users/{user-id}" },
    { family: ledgerApiFamily, path: "/v2/parties" },
    { family: ledgerApiFamily, path: "/v2/version" },
    { family: ledgerApiFamily, path: "/v0/dev/snapshot" },
    { family: walletFamily, path: "/v0/wallet/balance" },
    { family: walletFamily, path: "/v0/wallet/tap" },
    { family: walletFamily, path: "/v2/allocations" },
    { family: walletFamily, path: "/v2/wallet/token-standard/transfers" },
  ]);
  const rows = [
    ["/v2", ledgerApiFamily],
    ["/v2/", ledgerApiFamily],
    ["/v2/nowhere", ledgerApiFamily],
    ["/v2/users", ledgerApiFamily],
    ["/v2/users/alice/nowhere", ledgerApiFamily],
    ["/v0/nowhere", walletFamily],
    ["/v0/dev/nowhere", ledgerApiFamily],
    ["/v2/allocations", walletFamily],
    ["/v2/allocations/00ab/nowhere", walletFamily],
    ["/v2/allocations-of-others", ledgerApiFamily],
    ["/v2/wallet", walletFamily],
    ["/v2/wallet/nowhere", walletFamily],
    ["/api/validator/v2/allocations/00ab", walletFamily],
    ["/api/validator/v2/nowhere", walletFamily],
  ] as const;
  for (const [path, family] of rows) {
    const name = family === walletFamily ? "the wallet's" : "the JSON Ledger API's";
    it(`is ${name} for ${path}`, () => {
      expect(familyOf(path)).to.equal(family);
    });
  }

  it("is that of one family for each two first parts of the paths of the node", () => {
    const rowsOfNode = [...endpoints, ...walletRows];
    const familyInNode = pathFamilies(rowsOfNode);
    for (const { family, path } of rowsOfNode.filter((it) => /^\/v\d/.test(it.path)))
      expect(familyInNode(path.replaceAll(/[{}]/g, "")), path).to.equal(family);
  });
});
