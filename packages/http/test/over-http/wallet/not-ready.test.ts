import { expect } from "chai";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

describe("a wallet that is not ready, over HTTP", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer();
    await registered(server, "alice");
  });
  after(() => server.close());

  it("answers 503 with how far it is, while the ledger serves", async () => {
    const why = "The wallet is not ready: the wallet's views have 5 of 10 events.";
    const { wallet } = server.validator;
    const { waitsFor } = wallet;
    Object.assign(wallet, { waitsFor: () => why });
    for (const [method, path, body] of [
      ["GET", "/v0/wallet/balance", undefined],
      ["POST", "/v0/wallet/tap", { amount: "1" }],
      ["GET", "/api/validator/v0/wallet/user-status", undefined],
    ] as const) {
      const { status, json } = await server.as("alice", method, path, body);
      expect(status, path).to.equal(503);
      expect(json, path).to.deep.equal({ error: why });
    }
    expect((await server.as("alice", "GET", "/v2/state/ledger-end")).status).to.equal(200);
    Object.assign(wallet, { waitsFor });
    expect((await server.as("alice", "GET", "/v0/wallet/balance")).status).to.equal(200);
  });
});
