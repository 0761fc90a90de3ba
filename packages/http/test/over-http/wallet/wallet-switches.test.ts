import { expect } from "chai";
import { asOperator, answered } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const settings = "/v0/wallet/settings";
const wallets = "/v0/admin/automation/wallets";

describe("what a wallet does by itself", () => {
  let server: WalletServer;
  let alice: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
  });
  afterEach(() => server.close());

  const coins = async (): Promise<number> => {
    const { amulets } = (await answered(server.as("alice", "GET", "/v0/wallet/amulets"))) as {
      readonly amulets: ReadonlyArray<unknown>;
    };
    return amulets.length;
  };
  const tapTimes = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++)
      await answered(server.as("alice", "POST", "/v0/wallet/tap", { amount: "1" }));
  };

  it("merges coins, unless its user has switched that off", async () => {
    const off = { automatic_merging: false, automations_paused: false };
    const on = { automatic_merging: true, automations_paused: false };
    expect((await server.as("alice", "GET", settings)).json).to.deep.equal(on);
    expect(
      (await server.as("alice", "POST", settings, { automatic_merging: false })).json,
    ).to.deep.equal(off);
    await tapTimes(12);
    for (let ticks = 0; ticks < 4; ticks++) await server.pass(10 * minute);
    expect(await coins()).to.equal(12);
    await answered(server.as("alice", "POST", settings, { automatic_merging: true }));
    await server.pass(10 * minute);
    expect(await coins()).to.equal(1);
  });

  it("rests while the operator has paused it, and other wallets go on", async () => {
    await registered(server, "bob");
    const paused = await asOperator(server, "POST", `${wallets}/${alice}/pause`);
    expect(paused.json).to.deep.equal({ automatic_merging: true, automations_paused: true });
    await tapTimes(12);
    await server.pass(10 * minute);
    expect(await coins()).to.equal(12);
    const listed = await answered(asOperator(server, "GET", wallets));
    const states = (at(listed, "wallets") as ReadonlyArray<unknown>).map((each) => [
      at(each, "users", 0),
      at(each, "automations_paused"),
    ]);
    expect(states).to.deep.include.members([
      ["alice", true],
      ["bob", false],
    ]);
    await answered(asOperator(server, "POST", `${wallets}/${alice}/resume`));
    await server.pass(10 * minute);
    expect(await coins()).to.equal(1);
  });

  it("is the operator's to pause, of parties with a wallet", async () => {
    const own = await server.as("alice", "POST", `${wallets}/${alice}/pause`);
    expect(own.status).to.equal(403);
    const none = await asOperator(
      server,
      "POST",
      `${wallets}/nobody::1220${"ab".repeat(32)}/pause`,
    );
    expect([none.status, none.text.includes("has no wallet")]).to.deep.equal([404, true]);
  });

  it("says when each automation ran last, and in how long it runs again", async () => {
    await server.pass(minute);
    const { automations } = (await answered(asOperator(server, "GET", "/v0/admin/automation"))) as {
      readonly automations: Readonly<Record<string, object>>;
    };
    for (const [name, status] of Object.entries(automations)) {
      expect(at(status, "last_run_at"), name).to.match(/^[0-9]{4}-.*Z$/);
      expect(at(status, "next_run_in_ms"), name).to.be.within(0, 30_000);
    }
    await answered(asOperator(server, "POST", "/v0/admin/automation/pause"));
    const rests = await answered(asOperator(server, "GET", "/v0/admin/automation"));
    expect(at(rests, "automations", "network")).not.to.have.property("next_run_in_ms");
  });
});
