// Gold, the network's test token and the coin in one trade of the network's trading app, over HTTP.
// Needs the node of examples/token. Usage:
// TALLYSTICK_DARS=FOLDER node examples/daml/token-trade.js [BASE_URL], see examples/token/README.md
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, exercise } from "./client.js";

const folder = process.env.TALLYSTICK_DARS;
if (folder === undefined) {
  console.error("TALLYSTICK_DARS is not set: it names the folder with the DARs of the network");
  process.exit(2);
}

const node = new Client(process.argv[2] ?? "http://127.0.0.1:7575");
const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();
const meta = { values: {} };
const noArgs = { context: { values: {} }, meta };
const basic = (owner) => ({ owner, provider: null, id: "" });

const standard = "#splice-api-token";
const transfers = `${standard}-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2`;
const allocations = `${standard}-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2`;
const Request = `${standard}-allocation-request-v2:Splice.Api.Token.AllocationRequestV2:AllocationRequest`;
const Holding = `${standard}-holding-v2:Splice.Api.Token.HoldingV2:Holding`;
const TestRules = "#splice-test-token-v2:Splice.Testing.Tokens.TestTokenV2:TokenRules";
const Trade = "#splice-token-test-trading-app-v2:Splice.Testing.Apps.TradingAppV2:OTCTrade";

for (const name of ["splice-test-token-v2-1.0.0", "splice-token-test-trading-app-v2-1.0.0"]) {
  await node.upload(readFileSync(join(folder, `${name}.dar`)));
  console.log("uploaded", name);
}
const [alice, bob, tester, venue] = [
  await node.party("alice"),
  await node.party("bob"),
  await node.party("tester"),
  await node.party("venue"),
];

/** What an interface shows of a party's contracts, with their ids. */
const views = async (party, interfaceId) => {
  const value = { interfaceId, includeInterfaceView: true };
  const found = await node.active(party, { InterfaceFilter: { value } });
  return found.map(({ contractId, interfaceViews }) => ({
    contractId,
    ...interfaceViews[0].viewValue,
  }));
};
const holdings = async (party, admin) =>
  (await views(party, Holding)).filter(
    ({ account, instrumentId }) => account.owner === party && instrumentId.admin === admin,
  );

/** An answer of a registry as what a command takes. */
const withContext = ({ choiceContextData, disclosedContracts }) => ({
  extraArgs: { context: choiceContextData, meta },
  disclosed: disclosedContracts,
});

/** An instrument whose registry is below a path: how to allocate and to settle it. */
const ofRegistry = async (base) => {
  const { adminId } = await node.get(`${base}/registry/metadata/v1/info`);
  const ask = (path) => async (choiceArguments) => {
    const asked = { ...choiceArguments, extraArgs: noArgs };
    const answer = await node.post(`${base}/registry/${path}`, { choiceArguments: asked });
    return { factory: answer.factoryId, ...withContext(answer.choiceContext) };
  };
  return {
    admin: adminId,
    transfer: ask("transfer-instruction/v2/transfer-factory"),
    allocate: ask("allocation-instruction/v2/allocation-factory"),
    settle: ask("allocation/v2/settlement-factory"),
  };
};

const accept = async (party, cid, { extraArgs, disclosed }) => {
  const argument = { actors: [party], extraArgs };
  const choice = "TransferInstruction_Accept";
  await node.submit(
    [party],
    exercise(`${transfers}:TransferInstruction`, cid, choice, argument),
    disclosed,
  );
};

// gold: its administrator offers new gold to alice
const gold = await ofRegistry("/registries/gold");
await node.actAs(gold.admin);
const mint = {
  transfer: {
    sender: { owner: null, provider: null, id: "cip-112/mint" },
    receiver: basic(alice),
    amount: "100.0",
    instrumentId: { admin: gold.admin, id: "Gold" },
    requestedAt: minutes(-1),
    executeBefore: minutes(10),
    inputHoldingCids: [],
    meta,
  },
  actors: [gold.admin],
};
const { factory, extraArgs } = await gold.transfer(mint);
const minting = { ...mint, extraArgs };
const [goldOffer] = await node.submit(
  [gold.admin],
  exercise(`${transfers}:TransferFactory`, factory, "TransferFactory_Transfer", minting),
);
const offerPath = `/registries/gold/registry/transfer-instruction/v2/${goldOffer.contractId}`;
const context = await node.post(`${offerPath}/choice-contexts/accept`, {});
await accept(alice, goldOffer.contractId, withContext(context));

// the test token has no registry: what one would say
const rules = await node.create([tester], TestRules, { admin: tester });
const testArgs = {
  factory: rules,
  extraArgs: {
    context: { values: { "testTokenV2/tokenRules": { tag: "AV_ContractId", value: rules } } },
    meta,
  },
};
const fromTester = async () => ({ ...testArgs, disclosed: await node.disclosed(tester) });
const test = { admin: tester, allocate: fromTester, settle: fromTester };
const everybody = { canInitiate: true, mustApprove: true };
const [testOffer] = await node.submit(
  [tester],
  exercise(TestRules, rules, "TokenRules_OfferMint", {
    receiver: basic(bob),
    amount: "50.0",
    instrumentId: { admin: tester, id: "TTK" },
    offeredAt: minutes(-1),
    receiverConfig: {
      admin: tester,
      account: basic(bob),
      ownerConfig: everybody,
      providerConfig: { canInitiate: false, mustApprove: false },
    },
  }),
);
await accept(bob, testOffer.contractId, await fromTester());

// the coin: bob taps
const coin = await ofRegistry("");
const usable = ({ template_id, contract_id, created_event_blob }) => ({
  templateId: template_id,
  contractId: contract_id,
  createdEventBlob: created_event_blob,
  synchronizerId: "",
});
const amulet = usable((await node.get("/v0/scan-proxy/amulet-rules")).amulet_rules.contract);
const { open_mining_rounds: open } = await node.get(
  "/v0/scan-proxy/open-and-issuing-mining-rounds",
);
const rounds = open.filter(({ contract }) => new Date(contract.payload.opensAt) <= new Date());
const round = usable(rounds.at(-1).contract);
const tap = { receiver: bob, amount: "100.0", openRound: round.contractId };
await node.submit(
  [bob],
  exercise(amulet.templateId, amulet.contractId, "AmuletRules_DevNet_Tap", tap),
  [amulet, round],
);

const instruments = { gold, test, coin };
const show = async (what) => {
  for (const [name, party] of Object.entries({ alice, bob })) {
    const amounts = [];
    for (const [instrument, { admin }] of Object.entries(instruments)) {
      const found = await holdings(party, admin);
      const texts = found.map(({ amount, lock }) => `${Number(amount)}${lock ? " locked" : ""}`);
      amounts.push(`${instrument} ${texts.sort().join(" + ") || "0"}`);
    }
    console.log(`${what}: ${name} has ${amounts.join(", ")}`);
  }
};
await show("minted");

// the trade: 30 gold against 5 gold, 20 of the test token and 12.5 CC
const leg = (admin, instrumentId, transferLegId, sender, receiver, amount) => ({
  admin,
  leg: {
    transferLegId,
    sender: basic(sender),
    receiver: basic(receiver),
    amount,
    instrumentId,
    meta,
  },
});
const trade = await node.create([venue], Trade, {
  venue,
  tradeLegs: [
    leg(gold.admin, "Gold", "gold", alice, bob, "30.0"),
    leg(gold.admin, "Gold", "gold back", bob, alice, "5.0"),
    leg(tester, "TTK", "test token", bob, alice, "20.0"),
    leg(coin.admin, "Amulet", "coin", bob, alice, "12.5"),
  ],
  createdAt: minutes(-1),
  settleAt: minutes(10),
  settlementDeadline: minutes(10),
});
await node.submit([venue], exercise(Trade, trade, "OTCTrade_RequestAllocations", {}));

const allocated = new Map(Object.values(instruments).map(({ admin }) => [admin, []]));
for (const party of [alice, bob]) {
  const [{ settlement, allocations: asked }] = await views(party, Request);
  for (const allocation of asked) {
    const { admin } = allocation;
    const { allocate } = Object.values(instruments).find((each) => each.admin === admin);
    const inputHoldingCids = (await holdings(party, admin)).map(({ contractId }) => contractId);
    const requestedAt = minutes(-1);
    const argument = { settlement, allocation, requestedAt, inputHoldingCids, actors: [party] };
    const with_ = await allocate(argument);
    const made = await node.submit(
      [party],
      exercise(`${allocations}:AllocationFactory`, with_.factory, "AllocationFactory_Allocate", {
        ...argument,
        extraArgs: with_.extraArgs,
      }),
      with_.disclosed,
    );
    const { contractId } = made.find(({ templateId }) => /Allocation(V2)?$/.test(templateId));
    allocated.get(admin).push(contractId);
  }
}
await show("allocated");

const batches = [];
const disclosed = new Map();
for (const { admin, settle } of Object.values(instruments)) {
  const allocationCids = allocated.get(admin);
  const parts = { extraTransferLegSides: [], nextIterationFunding: null };
  const found = await settle({
    settlement: { executors: [venue], id: "OTCTradeProposal", cid: trade, meta },
    transferLegs: [],
    allocations: allocationCids.map((allocationCid) => ({ allocationCid, ...parts })),
    actors: [venue],
  });
  for (const contract of found.disclosed) disclosed.set(contract.contractId, contract);
  const value = {
    allocationCids,
    missingAllocations: [],
    factoryCid: found.factory,
    extraArgs: found.extraArgs,
  };
  batches.push([admin, { tag: "SettlementBatchV2", value }]);
}
const settling = { batchesByAdmin: batches, allocationRequests: [] };
await node.submit([venue], exercise(Trade, trade, "OTCTrade_Settle", settling), [
  ...disclosed.values(),
]);
await show("settled");
