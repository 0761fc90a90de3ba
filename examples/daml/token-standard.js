// The coin of the network and its token standard, in Daml: sets a coin up, taps, transfers in two
// steps, and settles a trade.
// Usage: TALLYSTICK_DARS=FOLDER node examples/daml/token-standard.js [BASE_URL], see README.md
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, exercise, only } from "./client.js";
import { setUp } from "./coin-set-up.js";

const folder = process.env.TALLYSTICK_DARS;
if (folder === undefined) {
  console.error("TALLYSTICK_DARS is not set: it names the folder with the DARs of the network");
  process.exit(2);
}

const node = new Client(process.argv[2] ?? "http://127.0.0.1:7575");
const minutes = (count) => new Date(Date.now() + count * 60_000).toISOString();
const meta = { values: {} };

// interfaces of the token standard, and templates of an app that was written against them alone
const standard = "#splice-api-token";
const Holding = `${standard}-holding-v1:Splice.Api.Token.HoldingV1:Holding`;
const transfers = `${standard}-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1`;
const allocations = `${standard}-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1`;
const Allocation = `${standard}-allocation-v1:Splice.Api.Token.AllocationV1:Allocation`;
const Request = `${standard}-allocation-request-v1:Splice.Api.Token.AllocationRequestV1:AllocationRequest`;
const app = "#splice-token-test-trading-app:Splice.Testing.Apps.TradingApp";

for (const name of ["splice-amulet-0", "splice-token-test-trading-app"]) {
  const file = readdirSync(folder).find((each) => each.startsWith(name) && each.endsWith(".dar"));
  if (file === undefined) throw new Error(`${folder} has no DAR ${name}`);
  await node.upload(readFileSync(join(folder, file)));
  console.log("uploaded", file);
}

const [dso, alice, bob, venue] = [
  await node.party("dso"),
  await node.party("alice"),
  await node.party("bob"),
  await node.party("venue"),
];
const coin = await setUp(node, dso);
// the contracts of the DSO that its coin needs: a registry gives them to everybody
const disclosed = await node.disclosed(dso);
const extraArgs = { context: coin.context, meta };

/** What an interface shows of a party's contracts, with their ids. */
const views = async (party, interfaceId) => {
  const value = { interfaceId, includeInterfaceView: true, includeCreatedEventBlob: true };
  const found = await node.active(party, { InterfaceFilter: { value } });
  return found.map(({ interfaceViews, ...event }) => ({
    ...event,
    ...interfaceViews[0].viewValue,
  }));
};
const holdings = async (party) =>
  (await views(party, Holding)).filter(({ owner, lock }) => owner === party && !lock);
const inputs = async (party) => (await holdings(party)).map(({ contractId }) => contractId);
const amounts = async (party) =>
  (await holdings(party)).map(({ amount }) => Number(amount).toFixed(1)).join(" + ");
const show = async (what) =>
  console.log(`${what}: alice ${await amounts(alice)}, bob ${await amounts(bob)}`);

for (const receiver of [alice, bob]) {
  const argument = { receiver, amount: "100.0", openRound: coin.round };
  const tap = exercise(coin.AmuletRules, coin.rules, "AmuletRules_DevNet_Tap", argument);
  await node.submit([receiver], tap, disclosed);
}
await show("tapped");

// a transfer: alice offers, bob accepts
const transfer = {
  sender: alice,
  receiver: bob,
  amount: "10.0",
  instrumentId: coin.instrumentId,
  requestedAt: minutes(-1),
  executeBefore: minutes(10),
  inputHoldingCids: await inputs(alice),
  meta,
};
const offer = exercise(`${transfers}:TransferFactory`, coin.factory, "TransferFactory_Transfer", {
  expectedAdmin: dso,
  transfer,
  extraArgs,
});
await node.submit([alice], offer, disclosed);
const [pending] = await views(bob, `${transfers}:TransferInstruction`);
const accept = { extraArgs };
await node.submit(
  [bob],
  exercise(
    `${transfers}:TransferInstruction`,
    pending.contractId,
    "TransferInstruction_Accept",
    accept,
  ),
  [...disclosed, ...(await node.disclosed(alice))],
);
await show(`transferred ${pending.transfer.amount}`);

// a trade: alice proposes, bob accepts, and the venue asks both to lock what they give
const leg = (sender, receiver, amount) => ({
  sender,
  receiver,
  amount,
  instrumentId: coin.instrumentId,
  meta,
});
const transferLegs = { leg0: leg(alice, bob, "30.0"), leg1: leg(bob, alice, "2.0") };
const proposed = { venue, tradeCid: null, transferLegs, approvers: [alice] };
let proposal = await node.create([alice], `${app}:OTCTradeProposal`, proposed);
const onProposal = (party, choice, argument) =>
  node.submit([party], exercise(`${app}:OTCTradeProposal`, proposal, choice, argument));
const accepted = await onProposal(bob, "OTCTradeProposal_Accept", { approver: bob });
proposal = only(accepted, "OTCTradeProposal");
await onProposal(venue, "OTCTradeProposal_InitiateSettlement", {
  prepareUntil: minutes(10),
  settleBefore: minutes(20),
});

for (const [party, transferLegId] of [
  [alice, "leg0"],
  [bob, "leg1"],
]) {
  const [request] = await views(party, Request);
  const allocate = exercise(
    `${allocations}:AllocationFactory`,
    coin.factory,
    "AllocationFactory_Allocate",
    {
      expectedAdmin: dso,
      allocation: {
        settlement: request.settlement,
        transferLegId,
        transferLeg: request.transferLegs[transferLegId],
      },
      requestedAt: minutes(-1),
      inputHoldingCids: await inputs(party),
      extraArgs,
    },
  );
  await node.submit([party], allocate, disclosed);
}
await show("allocated");

// the venue settles both legs in one transaction, or none
const [trade] = await views(venue, Request);
const ready = await views(venue, Allocation);
const allocationsWithContext = Object.fromEntries(
  ready.map(({ contractId, allocation }) => [
    allocation.transferLegId,
    { _1: contractId, _2: extraArgs },
  ]),
);
const settle = exercise(`${app}:OTCTrade`, trade.contractId, "OTCTrade_Settle", {
  allocationsWithContext,
});
await node.submit([venue], settle, [
  ...disclosed,
  ...(await node.disclosed(alice)),
  ...(await node.disclosed(bob)),
]);
await show("settled");
