import { expect } from "chai";
import { own, walletSdk, type WalletSdk } from "../../fixtures/wallet-sdk.js";
import { minute, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

interface Client {
  readonly sdk: WalletSdk;
  readonly registryUrl: URL;
}

const clientOf = async (base: string): Promise<Client> => {
  const registry = `${base}/api/validator/v0/scan-proxy`;
  return { sdk: await walletSdk(base, registry), registryUrl: new URL(registry) };
};

describe("The official wallet SDK", () => {
  let server: WalletServer;
  let client: Client;
  let alice: string;
  let bob: string;
  let operator: string;
  let ahead = 0;

  before(async () => {
    server = await walletServer({}, undefined, () => Date.now() * 1_000 + ahead);
    operator = server.validator.wallet.settings.operator;
    client = await clientOf(server.base);
    const { party } = client.sdk;
    const userId = "ledger-api-user";
    alice = await party.internal.allocate({ partyHint: "alice", userId });
    bob = await party.internal.allocate({ partyHint: "bob", userId });
    await client.sdk.amulet.tapInternal("1000", { partyId: own(alice) });
    await client.sdk.amulet.tapInternal("1000");
  });
  after(() => server.close());

  const submit = async (party: string, commands: unknown, disclosedContracts: unknown = []) =>
    client.sdk.ledger.internal.submit({
      commands: own([commands].flat()),
      actAs: [party],
      disclosedContracts: own(disclosedContracts),
    });
  const holdings = async (party: string): Promise<ReadonlyArray<string>> =>
    (await client.sdk.token.utxos.list(own({ partyId: party, includeLocked: false }))).map(
      (it) => it.interfaceViewValue.amount,
    );
  const balance = async (party: string): Promise<number> =>
    (await holdings(party)).reduce((sum, amount) => sum + Number(amount), 0);
  const transfer = async (amount: string): Promise<void> => {
    const { sdk, registryUrl } = client;
    const [command, disclosed] = await sdk.token.transfer.create({
      sender: own(alice),
      recipient: own(bob),
      amount,
      instrumentId: "Amulet",
      registryUrl,
      memo: "rent",
      expirationDate: new Date(Date.now() + ahead / 1_000 + 60_000),
    });
    await submit(alice, command, disclosed);
  };
  const pending = async (): Promise<string> => {
    const [waiting] = await client.sdk.token.transfer.pending(own(bob));
    return waiting?.contractId ?? "";
  };
  const act = async (party: string, action: "accept" | "reject" | "withdraw", cid: string) => {
    const { sdk, registryUrl } = client;
    const [command, disclosed] = await sdk.token.transfer[action]({
      transferInstructionCid: cid,
      registryUrl,
    });
    await submit(party, command, disclosed);
  };

  it("taps, and lists what came of it", async () => {
    expect(await balance(alice)).to.equal(1_000);
  });

  it("transfers in two steps, which the receiver accepts", async () => {
    await transfer("100");
    await act(bob, "accept", await pending());
    expect([await balance(alice), await balance(bob)]).to.deep.equal([900, 100]);
  });

  for (const [party, action] of [
    ["receiver", "reject"],
    ["sender", "withdraw"],
  ] as const) {
    it(`transfers in two steps, which the ${party} ends by ${action}`, async () => {
      await transfer("50");
      await act(party === "receiver" ? bob : alice, action, await pending());
      expect([await balance(alice), await balance(bob)]).to.deep.equal([900, 100]);
      expect(await pending()).to.equal("");
    });
  }

  it("gets its CC back when no one accepts in time", async () => {
    await transfer("50");
    expect(await pending()).to.not.equal("");
    ahead += 2 * minute;
    await server.validator.wallet.scheduler.settle();
    expect(await pending()).to.equal("");
    expect(await balance(alice)).to.equal(900);
  });

  it("asks for a preapproval, which the operator's wallet accepts, and is paid directly", async () => {
    const { preapproval } = client.sdk.amulet;
    await submit(bob, await preapproval.command.create({ parties: { receiver: own(bob) } }));
    const status = await preapproval.fetchStatus(own(bob), { intervalMs: 50, timeoutMs: 60_000 });
    expect(status?.contractId).to.be.a("string");
    await transfer("25");
    expect([await balance(alice), await balance(bob)]).to.deep.equal([875, 125]);
  });

  it("merges holdings", async () => {
    for (let n = 0; n < 3; n++) await client.sdk.amulet.tapInternal("1", { partyId: own(alice) });
    const [commands, disclosed] = await client.sdk.token.utxos.merge({ partyId: own(alice) });
    for (const command of commands) await submit(alice, command, disclosed);
    expect(await holdings(alice)).to.deep.equal(["878.0000000000"]);
  });

  it("delegates the merging of holdings", async () => {
    const { delegatedMerge } = client.sdk.token.utxos;
    await submit(alice, delegatedMerge.command.propose({ owner: own(alice) }));
    // what the client does not accept and carry out itself, the operator does a little later
    ahead += minute;
    await server.validator.wallet.scheduler.settle();
    for (let n = 0; n < 11; n++) await client.sdk.amulet.tapInternal("1", { partyId: own(alice) });
    ahead += minute;
    await server.validator.wallet.scheduler.settle();
    expect((await holdings(alice)).length).to.be.below(11);
    expect(await balance(alice)).to.equal(889);
  });

  it("buys traffic", async () => {
    const { traffic } = client.sdk.amulet;
    const before = await traffic.status();
    const utxos = await client.sdk.token.utxos.list({ partyId: own(operator) });
    const [command, disclosed] = await traffic.buy({
      buyer: own(operator),
      ccAmount: 500_000,
      inputUtxos: utxos.map((it) => it.contractId),
    });
    await submit(operator, command, disclosed);
    const after = await traffic.status();
    expect(after.traffic_status.target.total_purchased).to.equal(
      before.traffic_status.target.total_purchased + 500_000,
    );
  });

  it("finds out that a provider is featured", async () => {
    await server.call("POST", "/v0/wallet/self-grant-feature-app-right");
    const right = await client.sdk.amulet.featuredApp.rights({ partyId: own(operator) });
    expect(right?.contract_id).to.be.a("string");
  });

  it("reads the history of holdings", async () => {
    const { transactions } = await client.sdk.token.holdings({ partyId: own(bob) });
    const labels = transactions.flatMap(({ events }) => events.map(({ label }) => label.type));
    expect(labels).to.include.members(["TransferIn"]);
    expect(server.errors).to.deep.equal([]);
  });
});
