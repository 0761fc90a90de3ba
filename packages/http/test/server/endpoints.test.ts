import { isErrorCode } from "@tallystick/core";
import { expect } from "chai";
import { endpoints } from "../../src/server/endpoints.js";

const keys = endpoints.map(({ method, path }) => `${method} ${path}`);

describe("the table of endpoints", () => {
  it("has each method of a path once", () => {
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it("has the operations of ledger-api 1.1 and 1.2", () => {
    expect(keys).to.include.members([
      "POST /v2/commands/async/submit",
      "POST /v2/idps",
      "GET /v2/users/{user-id}/rights",
      "GET /v2/packages/{package-id}/status",
      "POST /v2/updates/flats",
      "GET /v2/updates/transaction-tree-by-id/{update-id}",
      "POST /v2/state/active-contracts-page",
      "GET /livez",
      "GET /readyz",
    ]);
    expect(keys).to.have.lengthOf.at.least(70);
  });

  for (const { method, path, parameters, access, errors, summary, otherStatuses } of endpoints) {
    it(`describes ${method} ${path} whole`, () => {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      expect(Object.keys(Object(parameters.schema.properties))).to.deep.equal(named);
      expect(summary)
        .to.match(/^[A-Z]/)
        .and.not.match(/\.$/);
      for (const code of errors) expect(isErrorCode(code), code).to.equal(true);
      expect(new Set(errors).size, "errors are named once").to.equal(errors.length);
      for (const status of Object.keys(otherStatuses ?? {}))
        expect(Number(status)).to.be.above(200);
      const isOpen = !/^\/v(?:2|0\/dev)\//.test(path) || path === "/v2/version";
      expect(access === "open").to.equal(isOpen);
    });
  }

  it("takes plain text for a 400 at submission alone (specification 4.1)", () => {
    const asText = endpoints.filter(({ badRequestAsText }) => badRequestAsText === true);
    expect(asText.map(({ path }) => path)).to.deep.equal(["/v2/commands/async/submit"]);
  });

  it("lets deprecated endpoints be found by their names in ledger-api 1.2", () => {
    const deprecated = endpoints.filter((each) => each.deprecated === true);
    expect(deprecated.map(({ method, path }) => `${method} ${path}`).sort()).to.deep.equal([
      "GET /v2/interactive-submission/preferred-package-version",
      "GET /v2/package-vetting",
      "GET /v2/state/active-contracts-page",
      "GET /v2/updates/transaction-tree-by-id/{update-id}",
      "GET /v2/updates/transaction-tree-by-offset/{offset}",
      "POST /v2/commands/submit-and-wait-for-transaction-tree",
      "POST /v2/package-vetting",
      "POST /v2/updates/flats",
      "POST /v2/updates/transaction-by-id",
      "POST /v2/updates/transaction-by-offset",
      "POST /v2/updates/trees",
    ]);
  });
});
