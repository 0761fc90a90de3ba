import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDar } from "@tallystick/node";
import { expect } from "chai";
import { createCommand, darBytes, exerciseCommand } from "../../fixtures/daml-server.js";
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

// The calls of the public example programs of the wallet SDK that upload DARs. Those of packages
// of the network run with TALLYSTICK_DARS=FOLDER npm test -- wallet-sdk-dars

const folder = process.env["TALLYSTICK_DARS"];

const genuine = (name: string): Buffer => {
  const found = readdirSync(folder ?? "").find(
    (file) => file.startsWith(name) && file.endsWith(".dar"),
  );
  if (found === undefined) throw new Error(`${folder} has no ${name}`);
  return readFileSync(join(folder ?? "", found));
};

const assets = (name: string): string => `#assets:Assets:${name}`;
const asset = "#assets-api:Assets.Api:Asset";
const app = (name: string): string =>
  `#splice-token-test-trading-app:Splice.Testing.Apps.TradingApp:${name}`;
const noMeta = { values: {} };

describe("The official wallet SDK with DARs", () => {
  let server: WalletServer;
  let sdk: WalletSdk;
  let registryUrl: URL;

  before(async () => {
    server = await walletServer({}, undefined, () => Date.now() * 1_000);
    registryUrl = new URL(server.base);
    sdk = await walletSdk(server.base);
  });
  after(() => server.close());

  const upload = async (bytes: Uint8Array): Promise<string> => {
    const { packageId } = await readDar(bytes);
    await sdk.ledger.dar.upload(Buffer.from(bytes), packageId);
    expect(await sdk.ledger.dar.check(packageId)).to.equal(true);
    // what is there is not uploaded again
    await sdk.ledger.dar.upload(Buffer.from(bytes), packageId);
    return packageId;
  };
  const active = ({ party }: SdkWallet, templateId: string) =>
    sdk.ledger.acs.read({
      templateIds: [templateId],
      parties: [own(party)],
      filterByParty: true,
    });
  const tap = async (by: SdkWallet, amount: string) =>
    signedBy(sdk, by, await sdk.amulet.tap(own(by.party), amount));
  const amounts = async ({ party }: SdkWallet): Promise<ReadonlyArray<number>> =>
    (await sdk.token.utxos.list({ partyId: own(party) })).map((each) =>
      Number(each.interfaceViewValue.amount),
    );
  const sumOf = async (by: SdkWallet): Promise<number> =>
    (await amounts(by)).reduce((sum, each) => sum + each, 0);

  it("uploads one, makes contracts of it by signed transactions, and reads them", async () => {
    const bytes = darBytes("writer/data/assets-1.0.0.dar");
    const { packageId: itsId } = await readDar(bytes);
    expect(await sdk.ledger.dar.check(itsId)).to.equal(false);
    const packageId = await upload(bytes);
    expect(packageId).to.equal(itsId);
    const alice = await onboarded(sdk, "alice");
    const payload = { issuer: alice.party, owner: alice.party, amount: "5.0" };
    await signedBy(sdk, alice, createCommand(assets("Bond"), payload));
    const [bond] = await active(alice, assets("Bond"));
    expect(bond?.templateId).to.equal(`${packageId}:Assets:Bond`);
    const given = exerciseCommand(asset, bond?.contractId ?? "", "Asset_Give", {
      newOwner: alice.party,
    });
    await signedBy(sdk, alice, given);
    const found = await sdk.ledger.acs.read({
      interfaceIds: [asset],
      parties: [own(alice.party)],
      filterByParty: true,
    });
    expect(found.map((each) => at(each, "interfaceViews", 0, "viewValue", "amount"))).to.deep.equal(
      ["5.0000000000"],
    );
    expect(found[0]?.contractId).to.not.equal(bond?.contractId);
  });

  it("uploads packages of the network where a folder of them is named", () => {
    if (folder !== undefined) expect(genuine("splice-util-0").length).to.be.above(0);
    else process.stdout.write("TALLYSTICK_DARS is not set: the SDK uploads none of the network\n");
  });

  if (folder === undefined) return;

  interface Traders {
    readonly alice: SdkWallet;
    readonly bob: SdkWallet;
    readonly venue: SdkWallet;
  }
  const amuletOf = () => sdk.asset.find("Amulet", registryUrl);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  /** Alice proposes 100 for 20, bob accepts, the venue begins to settle. */
  const agreed = async ({ alice, bob, venue }: Traders): Promise<void> => {
    const { admin } = await amuletOf();
    const leg = (sender: SdkWallet, receiver: SdkWallet, amount: string) => ({
      sender: sender.party,
      receiver: receiver.party,
      amount,
      instrumentId: { admin, id: "Amulet" },
      meta: noMeta,
    });
    const proposed = {
      venue: venue.party,
      tradeCid: null,
      transferLegs: { leg0: leg(alice, bob, "100"), leg1: leg(bob, alice, "20") },
      approvers: [alice.party],
    };
    await signedBy(sdk, alice, createCommand(app("OTCTradeProposal"), proposed));
    const onProposal = async (by: SdkWallet, choice: string, argument: object) => {
      const [proposal] = await active(by, app("OTCTradeProposal"));
      const id = proposal?.contractId ?? "";
      await signedBy(sdk, by, exerciseCommand(app("OTCTradeProposal"), id, choice, argument));
    };
    await onProposal(bob, "OTCTradeProposal_Accept", { approver: bob.party });
    await onProposal(venue, "OTCTradeProposal_InitiateSettlement", {
      prepareUntil: inMinutes(60),
      settleBefore: inMinutes(120),
    });
  };

  /** Locks what a trader gives, as the app's request says. */
  const allocated = async (by: SdkWallet, transferLegId: "leg0" | "leg1"): Promise<void> => {
    const [request] = await sdk.token.allocation.request.pending(own(by.party));
    const { settlement, transferLegs } = request?.interfaceViewValue ?? own({});
    const transferLeg = transferLegs[transferLegId];
    const allocationSpecification = { settlement, transferLegId, transferLeg };
    const asset = await amuletOf();
    await signedBy(
      sdk,
      by,
      await sdk.token.allocation.instruction.create(own({ allocationSpecification, asset })),
    );
  };

  /** What the venue settles with: the allocations, and the contracts that they need. */
  const settlementOf = async (venue: SdkWallet) => {
    const disclosed = new Map<unknown, unknown>();
    const allocationsWithContext: Record<string, unknown> = {};
    for (const each of await sdk.token.allocation.pending(own(venue.party))) {
      const { contractId, interfaceViewValue } = each;
      const context = await sdk.token.allocation.context.execute({
        allocationCid: own(contractId),
        registryUrl,
      });
      for (const one of context.disclosedContracts ?? []) disclosed.set(one.contractId, one);
      allocationsWithContext[interfaceViewValue.allocation.transferLegId] = {
        _1: contractId,
        _2: { context: { values: context.choiceContextData?.values ?? {} }, meta: noMeta },
      };
    }
    return { allocationsWithContext, disclosed: [...disclosed.values()] };
  };

  it("settles a trade by the trading app with allocations", async () => {
    await upload(genuine("splice-token-test-trading-app"));
    const [alice, bob, venue] = [
      await onboarded(sdk, "alice"),
      await onboarded(sdk, "bob"),
      await onboarded(sdk, "venue"),
    ];
    for (const each of [alice, bob]) await tap(each, "2000000");
    await agreed({ alice, bob, venue });
    await allocated(alice, "leg0");
    await allocated(bob, "leg1");
    const [trade] = await active(venue, app("OTCTrade"));
    const { allocationsWithContext, disclosed } = await settlementOf(venue);
    expect(Object.keys(allocationsWithContext).sort()).to.deep.equal(["leg0", "leg1"]);
    const argument = { allocationsWithContext };
    const tradeId = trade?.contractId ?? "";
    const settle = exerciseCommand(app("OTCTrade"), tradeId, "OTCTrade_Settle", argument);
    await signedBy(sdk, venue, [[settle], disclosed]);
    expect([await sumOf(alice), await sumOf(bob)]).to.deep.equal([1_999_920, 2_000_080]);
    const { transactions } = await sdk.token.holdings({ partyId: own(bob.party) });
    const labels = transactions.flatMap(({ events }) => events.map(({ label }) => label.type));
    expect(labels).to.include("TransferIn");
  });

  it("merges coins by the delegation of the token-standard wallet", async () => {
    await upload(genuine("splice-util-token-standard-wallet"));
    const alice = await onboarded(sdk, "alice");
    await Promise.all(Array.from({ length: 15 }, () => tap(alice, "20")));
    const { delegatedMerge } = sdk.token.utxos;
    await delegatedMerge.setup();
    await signedBy(sdk, alice, delegatedMerge.command.propose({ owner: own(alice.party) }));
    await delegatedMerge.approve({ owner: own(alice.party) });
    await delegatedMerge.execute({ party: own(alice.party) });
    expect(await amounts(alice)).to.deep.equal([300]);
  });

  it("accepts and rejects deposits through the proxies of a featured app", async () => {
    await upload(genuine("splice-util-featured-app-proxies"));
    const [alice, treasury] = [await onboarded(sdk, "alice"), await onboarded(sdk, "treasury")];
    const featuredAppRight = await sdk.amulet.featuredApp.grant();
    expect(featuredAppRight).to.not.equal(undefined);
    for (const each of [alice, treasury]) await tap(each, "1000");
    const proxyOf = async () => {
      await sdk.token.transfer.delegatedProxy.create(own(treasury.party));
      const name = "#splice-util-featured-app-proxies:Splice.Util.FeaturedApp.DelegateProxy";
      const [proxy] = await active(treasury, `${name}:DelegateProxy`);
      return proxy?.contractId ?? "";
    };
    for (const [action, expected] of [
      ["reject", [1_000, 1_000]],
      ["accept", [900, 1_100]],
    ] as const) {
      const proxyCid = await proxyOf();
      await signedBy(
        sdk,
        alice,
        await sdk.token.transfer.create({
          sender: own(alice.party),
          recipient: own(treasury.party),
          amount: "100",
          instrumentId: "Amulet",
          registryUrl,
        }),
      );
      const [pending] = await sdk.token.transfer.pending(own(alice.party));
      const command = await sdk.token.transfer.delegatedProxy.commands[action](
        own({
          proxyCid,
          transferInstructionCid: pending?.contractId,
          featuredAppRight,
          registryUrl,
        }),
      );
      await signedBy(sdk, treasury, command);
      expect([await sumOf(alice), await sumOf(treasury)], action).to.deep.equal(expected);
    }
  });
});
