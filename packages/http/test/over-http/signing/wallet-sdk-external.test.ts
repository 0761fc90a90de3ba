import { SDK } from "@canton-network/wallet-sdk";
import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const auth = {
  method: "self_signed",
  issuer: "unsafe-auth",
  credentials: {
    clientId: "ledger-api-user",
    clientSecret: "unsafe",
    audience: "https://canton.network.global",
    scope: "",
  },
} as const;

const clientOf = (base: string) => {
  const validatorUrl = `${base}/api/validator`;
  return SDK.create({
    auth,
    ledgerClientUrl: base,
    logAdapter: { log: () => {} } as never,
    token: { validatorUrl, auth, registries: [base] },
    amulet: { validatorUrl, scanApiUrl: `${base}/api/scan`, auth, registryUrl: base },
  });
};
type Client = Awaited<ReturnType<typeof clientOf>>;

// border: the client's party ids and commands are types of its own
const own = (value: unknown): never => value as never;

describe("The official wallet SDK with external parties", () => {
  let server: WalletServer;
  let sdk: Client;

  before(async () => {
    server = await walletServer({}, undefined, () => Date.now() * 1_000);
    sdk = await clientOf(server.base);
  });
  after(() => server.close());

  const onboard = async (partyHint: string) => {
    const keys = sdk.keys.generate();
    const created = await sdk.party.external
      .create(keys.publicKey, { partyHint })
      .sign(keys.privateKey)
      .execute();
    return { keys, party: created.partyId };
  };
  type Wallet = Awaited<ReturnType<typeof onboard>>;

  const signed = ({ keys, party }: Wallet, prepared: unknown) => {
    const [commands, disclosedContracts] = Array.isArray(prepared) ? prepared : [prepared, []];
    return sdk.ledger
      .prepare({
        partyId: own(party),
        commands: own(commands),
        disclosedContracts: own(disclosedContracts),
      })
      .sign(keys.privateKey)
      .execute({ partyId: own(party) });
  };

  const holdingsOf = async ({ party }: Wallet): Promise<ReadonlyArray<string>> =>
    (await sdk.token.utxos.list({ partyId: own(party) })).map((each: unknown) =>
      String(at(each, "interfaceViewValue", "amount")),
    );

  it("taps, transfers and accepts with keys that never enter the node", async () => {
    const alice = await onboard("alice");
    const bob = await onboard("bob");
    const tapped = await signed(alice, await sdk.amulet.tap(own(alice.party), "1000"));
    expect(tapped.updateId).to.match(/^1220[0-9a-f]{64}$/);
    const registryUrl = new URL(server.base);
    const transfer = await sdk.token.transfer.create({
      sender: own(alice.party),
      recipient: own(bob.party),
      amount: "100",
      instrumentId: "Amulet",
      registryUrl,
    });
    await signed(alice, transfer);
    const [pending] = await sdk.token.transfer.pending(own(bob.party));
    const transferInstructionCid = own(String(pending?.contractId));
    await signed(bob, await sdk.token.transfer.accept({ transferInstructionCid, registryUrl }));
    expect(await holdingsOf(bob)).to.deep.equal(["100.0000000000"]);
    expect(await holdingsOf(alice)).to.deep.equal(["900.0000000000"]);
  });
});
