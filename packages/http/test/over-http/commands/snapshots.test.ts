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

  it("come with a clock that moves forward, and back with them", async () => {
    const now = () => server.validator.wallet.manualClock?.now();
    const began = now();
    await admin("snapshot");
    const moved = await admin("clock", { advanceSeconds: 60 });
    expect([moved.status, moved.json]).to.deep.equal([200, { now: "2026-01-01T00:01:00Z" }]);
    const set = await admin("clock", { to: "2026-01-02T00:00:00Z" });
    expect(set.json).to.deep.equal({ now: "2026-01-02T00:00:00Z" });
    for (const wrong of [
      {},
      { advanceSeconds: 0 },
      { advanceSeconds: 1, to: "2026-01-03T00:00:00Z" },
      { to: "2026-01-01T00:00:00Z" },
      { to: "tomorrow" },
    ]) {
      const refused = await admin("clock", wrong);
      expect([refused.status, Object(refused.json).code], JSON.stringify(wrong)).to.deep.equal([
        400,
        "INVALID_ARGUMENT",
      ]);
    }
    await admin("revert", { snapshot: "1" });
    expect(now()).to.equal(began);
  });

  it("are for administrators alone", async () => {
    expect((await server.as("alice", "POST", "/v0/dev/snapshot")).status).to.equal(403);
    expect((await server.as("alice", "POST", "/v0/dev/revert", { snapshot: "1" })).status).to.equal(
      403,
    );
  });
});
