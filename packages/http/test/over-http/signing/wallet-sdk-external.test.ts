import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import {
  onboarded,
  own,
  type SdkWallet,
  signedBy,
  walletSdk,
  type WalletSdk,
} from "../../fixtures/wallet-sdk.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

describe("The official wallet SDK with external parties", () => {
  let server: WalletServer;
  let sdk: WalletSdk;

  before(async () => {
    server = await walletServer({}, undefined, () => Date.now() * 1_000);
    sdk = await walletSdk(server.base);
  });
  after(() => server.close());

  const signed = (by: SdkWallet, prepared: unknown) => signedBy(sdk, by, prepared);

  const holdingsOf = async ({ party }: SdkWallet): Promise<ReadonlyArray<string>> =>
    (await sdk.token.utxos.list({ partyId: own(party) })).map((each: unknown) =>
      String(at(each, "interfaceViewValue", "amount")),
    );

  it("taps, transfers and accepts with keys that never enter the node", async () => {
    const alice = await onboarded(sdk, "alice");
    const bob = await onboarded(sdk, "bob");
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
