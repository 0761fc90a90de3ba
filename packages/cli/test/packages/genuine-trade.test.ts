import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  AmuletRules,
  defaultAmuletConfig,
  ExternalPartyAmuletRules,
  ExternalPartyConfigState,
  OpenMiningRound,
  transferConfigV2Of,
} from "@tallystick/coin";
import { type Json, numericFromText, type Template } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Node, startNode } from "../process.js";

// TALLYSTICK_DARS=FOLDER npm test -- genuine-trade: compiled packages of the network, over HTTP

const folder = process.env["TALLYSTICK_DARS"];

const darIn = (from: string, name: string): string => {
  const found = readdirSync(from).find((file) => file.startsWith(name) && file.endsWith(".dar"));
  if (found === undefined) throw new Error(`${from} has no ${name}`);
  return join(from, found);
};

const decimal = (text: string) => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new Error(text);
  return read.right;
};

interface Created {
  readonly contractId: string;
  readonly templateId: string;
  readonly createArgument: Readonly<Record<string, unknown>>;
}

const minuteMs = 60_000;
const isoAt = (ms: number): string => new Date(ms).toISOString();
const noMeta = { values: {} };

/** Commands to a node without a login, each with the contracts it creates. */
class Market {
  #commands = 0;
  constructor(readonly base: string) {}

  async end(): Promise<number> {
    const answer = await fetch(`${this.base}/v2/state/ledger-end`);
    return JSON.parse(await answer.text()).offset;
  }

  async post(path: string, body: unknown) {
    const answer = await fetch(`${this.base}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 600)}`);
    return JSON.parse(text);
  }

  async party(partyIdHint: string): Promise<string> {
    return (await this.post("/v2/parties", { partyIdHint })).partyDetails.party;
  }

  async submit(
    actAs: ReadonlyArray<string>,
    command: Json,
    readAs: ReadonlyArray<string> = [],
  ): Promise<ReadonlyArray<Created>> {
    const commandId = `command-${++this.#commands}`;
    const commands = { commandId, userId: "trader", actAs, readAs, commands: [command] };
    const { transaction } = await this.post("/v2/commands/submit-and-wait-for-transaction", {
      commands,
    });
    return transaction.events.flatMap((event: Readonly<Record<string, Created>>) =>
      event["CreatedEvent"] === undefined ? [] : [event["CreatedEvent"]],
    );
  }

  async create<P>(actAs: ReadonlyArray<string>, of: Template<P>, payload: P): Promise<string> {
    const createArguments = of.payload.encode(payload);
    const templateId = `#splice-amulet:${of.name}`;
    const made = await this.submit(actAs, { CreateCommand: { templateId, createArguments } });
    return made[0]?.contractId ?? "";
  }
}

const exercise = (
  templateId: string,
  contractId: string,
  choice: string,
  choiceArgument: Json,
): Json => ({ ExerciseCommand: { templateId, contractId, choice, choiceArgument } });

const only = (made: ReadonlyArray<Created>, name: string): string => {
  const found = made.filter(({ templateId }) => templateId.endsWith(`:${name}`));
  if (found.length !== 1) throw new Error(`${found.length} of ${name} were created`);
  return found[0]?.contractId ?? "";
};

/** The DSO's rules, an open round and what transfers of the token standard look at. */
const network = async (market: Market, dso: string) => {
  const config = defaultAmuletConfig("global-domain::1220");
  const now = Date.now() * 1000;
  const [minute, day] = [60_000_000, 86_400_000_000];
  const rules = await market.create([dso], AmuletRules, {
    dso,
    configSchedule: { initialValue: config, futureValues: [] },
    isDevNet: true,
    contractStateSchemaVersion: undefined,
  });
  const factory = await market.create([dso], ExternalPartyAmuletRules, { dso });
  const number = 1n as never;
  const round = await market.create([dso], OpenMiningRound, {
    dso,
    round: { number },
    amuletPrice: decimal("0.1"),
    opensAt: now - minute,
    targetClosesAt: now + day,
    issuingFor: config.tickDuration,
    transferConfigUsd: config.transferConfig,
    issuanceConfig: config.issuanceCurve.initialValue,
    tickDuration: config.tickDuration,
  });
  const configState = await market.create([dso], ExternalPartyConfigState, {
    dso,
    holdingFeesOpenRoundNumber: { number },
    amuletPrice: decimal("0.1"),
    transferConfig: transferConfigV2Of(config.transferConfig),
    targetArchiveAfter: now + day,
  });
  return { rules, factory, round, configState };
};

const app = (name: string): string =>
  `#splice-token-test-trading-app:Splice.Testing.Apps.TradingApp:${name}`;
const rulesId = "#splice-amulet:Splice.AmuletRules:AmuletRules";
const factoryId =
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationFactory";

interface Traders {
  readonly dso: string;
  readonly alice: string;
  readonly bob: string;
  readonly venue: string;
}

type Legs = Readonly<Record<"leg0" | "leg1", ReturnType<typeof legOf>>>;

const legOf = (dso: string, sender: string, receiver: string, amount: string) => {
  const instrumentId = { admin: dso, id: "Amulet" };
  return { sender, receiver, amount, instrumentId, meta: noMeta };
};

/** Both traders agree, and the venue asks for allocations: the trade and its terms. */
const agreed = async (
  market: Market,
  { alice, bob, venue }: Traders,
  transferLegs: Legs,
): Promise<{ readonly trade: string; readonly settlement: Json }> => {
  const templateId = app("OTCTradeProposal");
  const createArguments = { venue, tradeCid: null, transferLegs, approvers: [alice] };
  const proposed = await market.submit([alice], { CreateCommand: { templateId, createArguments } });
  const proposal = only(proposed, "OTCTradeProposal");
  const accept = exercise(templateId, proposal, "OTCTradeProposal_Accept", { approver: bob });
  const accepted = only(await market.submit([bob], accept), "OTCTradeProposal");
  const [allocateBefore, settleBefore] = [
    isoAt(Date.now() + 10 * minuteMs),
    isoAt(Date.now() + 20 * minuteMs),
  ];
  const times = { prepareUntil: allocateBefore, settleBefore };
  const initiate = "OTCTradeProposal_InitiateSettlement";
  const made = await market.submit([venue], exercise(templateId, accepted, initiate, times));
  const trade = made.find((each) => each.templateId.endsWith(":OTCTrade"));
  const requestedAt = trade?.createArgument["createdAt"];
  const cid = trade?.createArgument["tradeCid"];
  if (trade === undefined || typeof requestedAt !== "string" || typeof cid !== "string")
    throw new Error("no trade");
  const settlementRef = { id: "OTCTradeProposal", cid };
  const terms = { executor: venue, settlementRef, requestedAt, allocateBefore, settleBefore };
  return { trade: trade.contractId, settlement: { ...terms, meta: noMeta } };
};

/** Trades 30 CC of alice for 2 CC of bob; the amounts of the coins at the end, by their owners. */
const traded = async (market: Market): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const traders: Traders = {
    dso: await market.party("dso"),
    alice: await market.party("alice"),
    bob: await market.party("bob"),
    venue: await market.party("venue"),
  };
  const { dso, alice, bob, venue } = traders;
  const { rules, factory, round, configState } = await network(market, dso);
  const tap = async (receiver: string): Promise<string> => {
    const argument = { receiver, amount: "100.0", openRound: round };
    const command = exercise(rulesId, rules, "AmuletRules_DevNet_Tap", argument);
    return only(await market.submit([receiver], command, [dso]), "Amulet");
  };
  const coins = new Map([
    [alice, await tap(alice)],
    [bob, await tap(bob)],
  ]);
  const transferLegs: Legs = {
    leg0: legOf(dso, alice, bob, "30.0"),
    leg1: legOf(dso, bob, alice, "2.0"),
  };
  const { trade, settlement } = await agreed(market, traders, transferLegs);
  const state = { tag: "AV_ContractId", value: configState };
  const context = { values: { "external-party-config-state": state } };
  const extraArgs = { context, meta: noMeta };
  const allocate = async (id: "leg0" | "leg1"): Promise<string> => {
    const transferLeg = transferLegs[id];
    const argument = {
      expectedAdmin: dso,
      allocation: { settlement, transferLegId: id, transferLeg },
      requestedAt: isoAt(Date.now() - minuteMs),
      inputHoldingCids: [coins.get(transferLeg.sender) ?? ""],
      extraArgs,
    };
    const command = exercise(factoryId, factory, "AllocationFactory_Allocate", argument);
    return only(await market.submit([transferLeg.sender], command, [dso]), "AmuletAllocation");
  };
  const allocationsWithContext = {
    leg0: { _1: await allocate("leg0"), _2: extraArgs },
    leg1: { _1: await allocate("leg1"), _2: extraArgs },
  };
  const settle = exercise(app("OTCTrade"), trade, "OTCTrade_Settle", { allocationsWithContext });
  await market.submit([venue], settle, [dso, alice, bob]);
  return coinsOf(market, dso, { alice, bob });
};

interface Coin {
  readonly createArgument: {
    readonly owner: string;
    readonly amount: { readonly initialAmount: string };
  };
}

const coinsOf = async (
  market: Market,
  dso: string,
  owners: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const templateId = "#splice-amulet:Splice.Amulet:Amulet";
  const filter = { TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } } };
  const active: ReadonlyArray<{
    readonly contractEntry: { readonly JsActiveContract: { readonly createdEvent: Coin } };
  }> = await market.post("/v2/state/active-contracts", {
    activeAtOffset: await market.end(),
    eventFormat: {
      filtersByParty: { [dso]: { cumulative: [{ identifierFilter: filter }] } },
      verbose: false,
    },
  });
  const coins = active.map((each) => each.contractEntry.JsActiveContract.createdEvent);
  return Object.fromEntries(
    Object.entries(owners).map(([hint, owner]) => [
      hint,
      coins
        .filter(({ createArgument }) => createArgument.owner === owner)
        .map(({ createArgument }) => createArgument.amount.initialAmount)
        .sort(),
    ]),
  );
};

describe("The compiled packages of the network", function () {
  this.timeout(180_000);

  it("are named by a folder", () => {
    if (folder === undefined)
      process.stdout.write("TALLYSTICK_DARS is not set: no genuine coins are traded\n");
    else expect(darIn(folder, "splice-token-test-trading-app")).to.match(/\.dar$/);
  });

  if (folder === undefined) return;

  it("settle a trade of genuine coins over HTTP", async () => {
    const dars = ["splice-amulet-0", "splice-token-test-trading-app"];
    const flags = dars.flatMap((name) => ["--packages", darIn(folder, name)]);
    const node: Node = await startNode(":memory:", [...flags, "--network", "off", "--auth", "off"]);
    try {
      expect(await traded(new Market(node.base))).to.deep.equal({
        alice: ["2.0000000000", "70.0000000000"],
        bob: ["30.0000000000", "98.0000000000"],
      });
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
  });
});
