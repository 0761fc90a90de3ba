import { expect } from "chai";
import { documentRows, walletDocumentRows } from "../../src/docs/documents.js";
import type { Endpoint } from "../../src/endpoints/endpoint.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { rightOf } from "../fixtures/outcomes.js";
import { rowCalls } from "../fixtures/row-calls.js";

describe("the endpoints of documents", () => {
  let ledger: FakeLedger;
  before(async () => {
    ledger = await fakeLedger();
  });
  after(() => ledger.close());

  const rows: ReadonlyArray<readonly [path: string, document: string]> = [
    ["/docs/openapi", "openApi"],
    ["/docs/openapi.yaml", "openApi"],
    ["/docs/asyncapi", "asyncApi"],
    ["/docs/asyncapi.yaml", "asyncApi"],
    ["/docs/wallet-openapi", "walletOpenApi"],
    ["/docs/wallet-openapi.yaml", "walletOpenApi"],
  ];
  const all: ReadonlyArray<Endpoint> = [...documentRows, ...walletDocumentRows];

  it("are these, unlisted and open to everyone", () => {
    expect(all.map(({ path }) => path)).to.deep.equal(rows.map(([path]) => path));
    for (const { isUnlisted, access, method } of all)
      expect([isUnlisted, access, method]).to.deep.equal([true, "open", "GET"]);
  });

  for (const [path, document] of rows) {
    it(`answer ${document} as text at ${path}`, async () => {
      const row = all.find((each) => each.path === path);
      if (row === undefined) throw new Error(`nothing is at ${path}`);
      const answer = rightOf(await rowCalls(ledger).outcome(row));
      expect(answer).to.deep.include({
        status: 200,
        contentType: "text/plain; charset=UTF-8",
        body: document,
      });
    });
  }
});
