import { expect } from "chai";
import { registered, walletServer, type WalletServer } from "../../fixtures/wallet-server.js";
import { rightOf } from "../../fixtures/outcomes.js";

const admin = "ledger-api-user";

describe("users of the wallet over HTTP", () => {
  let server: WalletServer;
  beforeEach(async () => {
    server = await walletServer();
  });
  afterEach(() => server.close());

  const unlocked = async (user: string): Promise<unknown> =>
    (await server.as(user, "GET", "/v0/wallet/balance")).json;
  const offboard = (user: string) =>
    server.as(admin, "POST", `/v0/admin/users/offboard?username=${encodeURIComponent(user)}`);
  const usernames = async (): Promise<unknown> =>
    (await server.as(admin, "GET", "/v0/admin/users")).json;

  it("have their coins again when they come back, by themselves or by the operator", async () => {
    const user = "auth0|alice@example.com";
    const party = await registered(server, user);
    await server.as(user, "POST", "/v0/wallet/tap", { amount: "10" });
    const before = await unlocked(user);
    expect(before).to.include({ effective_unlocked_qty: "100.0000000000" });
    const again = [
      () => server.as(user, "POST", "/v0/register"),
      () => server.as(admin, "POST", "/v0/admin/users", { name: user }),
    ];
    for (const back of again) {
      expect((await offboard(user)).status).to.equal(200);
      expect((await server.as(user, "GET", "/v0/wallet/balance")).status).to.equal(403);
      expect((await back()).json).to.deep.equal({ party_id: party });
      expect(await unlocked(user)).to.deep.equal(before);
    }
  });

  it("are ended any number of times, also when their ledger's user was deleted before", async () => {
    await registered(server, "alice");
    expect((await server.as(admin, "DELETE", "/v2/users/alice")).status).to.equal(200);
    expect(await usernames()).to.deep.equal({ usernames: ["alice", admin] });
    for (let n = 0; n < 2; n++) {
      expect((await offboard("alice")).status).to.equal(200);
      expect(await usernames()).to.deep.equal({ usernames: [admin] });
    }
    expect((await offboard("nobody")).status).to.equal(200);
  });

  it("are not those of the operator, the super validator or the wallet itself", async () => {
    for (const user of [admin, "sv", "tallystick-wallet"]) {
      const { status, json } = await offboard(user);
      expect([user, status]).to.deep.equal([user, 400]);
      expect(JSON.stringify(json)).to.include(`user: found ${user}`);
    }
    expect((await server.as("sv", "GET", "/v0/wallet/balance")).status).to.equal(200);
    const own = "tallystick-wallet";
    expect((await server.as(own, "POST", "/v0/register")).status).to.equal(400);
    const { status } = await server.as(admin, "POST", "/v0/admin/users", { name: own });
    expect(status).to.equal(400);
  });

  it("get no one's party back by registering that was taken from them", async () => {
    const party = await registered(server, "alice");
    const { ledger } = server.validator;
    rightOf(await ledger.revokeUserRights("alice", [{ kind: "CanActAs", party }]));
    expect((await server.as("alice", "POST", "/v0/register")).status).to.equal(403);
    expect(rightOf(ledger.userRights("alice"))).to.deep.equal([]);
    const back = await server.as(admin, "POST", "/v0/admin/users", { name: "alice" });
    expect(back.json).to.deep.equal({ party_id: party });
    expect((await server.as("alice", "GET", "/v0/wallet/balance")).status).to.equal(200);
  });
});
