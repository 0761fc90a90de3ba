import { expect } from "chai";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

describe("the snapshots of a development node over HTTP", () => {
  let server: WalletServer;
  beforeEach(async () => {
    server = await walletServer();
    await registered(server, "alice");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const admin = (path: string, body?: object) =>
    server.as("ledger-api-user", "POST", `/v0/dev/${path}`, body);
  const balance = async () => {
    const { json } = await server.as("alice", "GET", "/v0/wallet/balance");
    return Object(json).effective_unlocked_qty;
  };

  it("are taken, and brought back as often as wanted", async () => {
    const before = await balance();
    const now = server.validator.wallet.manualClock?.now();
    const taken = await admin("snapshot");
    expect(taken.status, taken.text).to.equal(200);
    for (let times = 0; times < 2; times += 1) {
      await registered(server, "bob");
      await server.as("alice", "POST", "/v0/wallet/tap", { amount: "1" });
      await server.pass(30 * minute);
      const reverted = await admin("revert", { snapshot: "1" });
      expect(reverted.status, reverted.text).to.equal(200);
      expect(reverted.json).to.deep.equal(taken.json);
      expect(await balance()).to.equal(before);
      expect((await server.as("bob", "GET", "/v0/wallet/balance")).status).to.equal(403);
      expect(server.validator.wallet.manualClock?.now()).to.equal(now);
    }
  });

  it("are named, and gone when an earlier one was brought back", async () => {
    await admin("snapshot");
    await admin("snapshot");
    await admin("revert", { snapshot: "1" });
    const gone = await admin("revert", { snapshot: "2" });
    expect([gone.status, Object(gone.json).cause]).to.deep.equal([
      400,
      "The submitted command has a field with invalid value: Invalid field snapshot: found 2, expected one of 1",
    ]);
    expect((await admin("revert", {})).status).to.equal(400);
  });

  it("are for administrators alone", async () => {
    expect((await server.as("alice", "POST", "/v0/dev/snapshot")).status).to.equal(403);
    expect((await server.as("alice", "POST", "/v0/dev/revert", { snapshot: "1" })).status).to.equal(
      403,
    );
  });
});
