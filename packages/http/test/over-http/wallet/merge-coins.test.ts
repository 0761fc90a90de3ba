import { expect } from "chai";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const path = "/v0/wallet/coins/merge";

interface Position {
  readonly effective_amount: string;
}

describe("merging coins over HTTP", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer();
    await registered(server, "alice");
  });
  after(() => server.close());

  const amounts = async (): Promise<ReadonlyArray<string>> => {
    const { json } = await server.as("alice", "GET", "/v0/wallet/amulets");
    const { amulets } = json as { readonly amulets: ReadonlyArray<Position> };
    return amulets.map((each) => each.effective_amount);
  };
  const tap = (amount: string) => server.as("alice", "POST", "/v0/wallet/tap", { amount });

  it("refuses one coin, and says what it found", async () => {
    await tap("1");
    const { status, text } = await server.as("alice", "POST", path, {});
    expect(status).to.equal(400);
    expect(text).to.contain("found 1 coins, expected two or more");
  });

  it("shows first what it does, and keeps the sum to the last digit", async () => {
    await tap("0.0000000005");
    await tap("2");
    expect((await server.as("alice", "GET", path)).json).to.deep.equal({
      coins_before: 3,
      coins_after: 1,
      inputs: 3,
      amount: "30.0000000050",
    });
    const first = await server.as("alice", "POST", path, { command_id: "once" });
    expect(first.status, first.text).to.equal(200);
    expect(await amounts()).to.deep.equal(["30.0000000050"]);
    const again = await server.as("alice", "POST", path, { command_id: "once" });
    expect(again.json).to.deep.equal(first.json);
  });
});
