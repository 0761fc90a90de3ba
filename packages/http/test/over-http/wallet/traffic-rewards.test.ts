import { amuletPackage, RewardCouponV2 } from "@tallystick/coin";
import { commandsOf, numericFromText } from "@tallystick/core";
import { expect } from "chai";
import { rightOf } from "../../fixtures/outcomes.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const { create } = commandsOf(amuletPackage);

describe("rewards for the traffic of apps over HTTP", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer();
  });
  after(() => server.close());

  it("are minted by the wallet of their provider, and its history says so", async () => {
    const provider = await registered(server, "alice");
    const { wallet } = server.validator;
    const { dso } = wallet.settings;
    const coupon = {
      dso,
      provider,
      round: wallet.network()?.round.payload.round ?? expect.fail("no round"),
      amount: rightOf(numericFromText("12.5")),
      expiresAt: BigInt(wallet.now() + 36 * 60 * minute),
      providerIsObserver: true,
      beneficiary: undefined,
    };
    const commands = [create(RewardCouponV2, coupon)];
    rightOf(await wallet.submit({ commandId: "earned", actAs: [dso], readAs: [], commands }));
    await wallet.scheduler.settle();
    const balance = await server.as("alice", "GET", "/v0/wallet/balance");
    expect(at(balance.json, "effective_unlocked_qty")).to.equal("12.5000000000");
    const { json } = await server.as("alice", "POST", "/v0/wallet/transactions", { page_size: 1 });
    expect(at(json, "items", 0)).to.include({ app_rewards_used: "12.5000000000" });
    expect(server.errors).to.deep.equal([]);
  });
});
