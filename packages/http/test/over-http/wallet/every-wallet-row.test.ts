import { expect } from "chai";
import { developmentToken } from "../../fixtures/running-server.js";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";
import { parse } from "yaml";
import { openApiDocuments } from "../../../src/server/openapi-documents.js";
import { walletRows } from "../../../src/wallet/wallet-rows.js";

const filled = (path: string): string => path.replace(/\{[^}]+\}/g, `00${"ab".repeat(68)}`);

describe("every row of the wallet", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer();
    await registered(server, "alice");
  });
  after(() => server.close());

  for (const row of walletRows) {
    const name = `${row.method} ${row.path}`;

    it(`${name} asks for a token where it must, and says so as an error text`, async () => {
      const reply = await server.call(row.method, filled(row.path), { token: null });
      if (row.access === "open") {
        expect(reply.status).to.not.equal(401);
      } else {
        expect(reply.status).to.equal(401);
        expect(reply.json).to.have.all.keys("error");
      }
    });

    it(`${name} never fails, whatever the body, and refuses with an error text`, async () => {
      const reply = await server.as("alice", row.method, filled(row.path));
      expect(reply.status, reply.text).to.be.below(500);
      if (row.method !== "POST") return;
      const token = await developmentToken("alice");
      for (const raw of ["{}", "[]", "null", "5", '"x"', '{"amount":{}}', "{", "\u0000"]) {
        const bad = await server.call("POST", filled(row.path), { raw, token });
        expect(bad.status, `${raw}: ${bad.text}`).to.be.below(500);
        // what there is already, is in the answer
        if (bad.status >= 400 && bad.status !== 409)
          expect(bad.json, bad.text).to.have.all.keys("error");
      }
    });

    it(`${name} is there under the validator's prefix too`, async () => {
      const plain = await server.call(row.method, filled(row.path), { token: null });
      const prefixed = await server.call(row.method, `/api/validator${filled(row.path)}`, {
        token: null,
      });
      expect(prefixed.status).to.equal(plain.status);
    });
  }

  it("refuses the administration to users", async () => {
    const rows = walletRows.filter(({ path }) => path.startsWith("/v0/admin/"));
    expect(rows.length).to.be.above(5);
    expect(rows).to.deep.equal(walletRows.filter(({ access }) => access === "admin"));
    for (const { method, path } of rows) {
      const reply = await server.as("alice", method, filled(path));
      expect(reply.status, `${method} ${path}`).to.equal(403);
    }
  });

  it("answers users without a wallet with 404", async () => {
    const reply = await server.as("ghost", "GET", "/v0/wallet/user-status");
    expect(reply.json).to.deep.equal({
      party_id: "",
      user_onboarded: false,
      user_wallet_installed: false,
      has_featured_app_right: false,
    });
    await server.validator.ledger.createUser({ userId: "plain" });
    expect((await server.as("plain", "GET", "/v0/wallet/balance")).status).to.equal(404);
    expect((await server.as("ghost", "GET", "/v0/wallet/balance")).status).to.equal(403);
  });

  it("leaves the ledger's endpoints where they are", async () => {
    expect((await server.call("GET", "/api/validator/v2/version")).status).to.equal(404);
    expect((await server.call("GET", "/v2/version")).status).to.equal(200);
  });
});

describe("The document of the wallet's interface", () => {
  it("names every row, with the schema of errors; the browser wallet's types are made of it", async () => {
    const server = await walletServer();
    const { text, status } = await server.call("GET", "/docs/wallet-openapi", { token: null });
    const ledger = await server.call("GET", "/docs/openapi", { token: null });
    await server.close();
    expect(status).to.equal(200);
    expect(parse(text)).to.deep.equal(openApiDocuments.wallet());
    expect(parse(ledger.text)).to.deep.equal(openApiDocuments.ledger());
    for (const { path } of walletRows) expect(text).to.contain(`${path}:`);
    expect(text).to.contain("ErrorResponse");
    expect(text).to.not.contain("JsLedgerError");
  });
});
