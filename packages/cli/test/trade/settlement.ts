import { basic, inMinutes, type Instrument, meta, noArgs } from "./instruments.js";
import { at, type KilledNode, listAt } from "./killed-node.js";
import { tradeApp } from "./trade-app.js";
import type { Actor } from "./trader.js";
import { amountOf, disclosedBy, exercise, interfaces, type Viewed, viewsOf } from "./views.js";

/** What one party sends another in a settlement. */
export interface Leg {
  readonly instrument: Instrument;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

const legOf = ({ instrument, id, from, to, units }: Leg) => ({
  transferLegId: id,
  sender: basic(from),
  receiver: basic(to),
  amount: amountOf(units),
  instrumentId: instrument.id,
  meta,
});

/** A party's sides of legs over an instrument. */
const sidesOf = (party: string, legs: ReadonlyArray<Leg>) =>
  legs.flatMap((leg) => {
    const { sender, receiver, ...common } = legOf(leg);
    if (leg.from === party) return [{ ...common, side: "SenderSide", otherside: receiver }];
    return leg.to === party ? [{ ...common, side: "ReceiverSide", otherside: sender }] : [];
  });

const over = (legs: ReadonlyArray<Leg>, { admin }: Instrument): ReadonlyArray<Leg> =>
  legs.filter(({ instrument }) => instrument.admin === admin);

/** What a party authorises over an instrument. */
const specificationOf = (
  party: string,
  { admin, id }: Instrument,
  legs: ReadonlyArray<Leg>,
  funding?: bigint,
) => ({
  admin,
  authorizer: basic(party),
  transferLegSides: sidesOf(party, legs),
  settlementDeadline: null,
  nextIterationFunding: funding === undefined ? null : { [id]: amountOf(funding) },
  committed: funding !== undefined,
  meta,
});

/** A batch of one instrument, as the executor settles it. */
export interface Batch {
  readonly instrument: Instrument;
  readonly contractId: string;
  readonly extraArgs: object;
  readonly legs: ReadonlyArray<object>;
  readonly allocations: ReadonlyArray<object>;
}

/** Who asks for a trade and settles it: an app in TypeScript, or the network's own. */
export interface TradingApp {
  /** Asks the parties; the settlement of which they are asked for. */
  request(legs: ReadonlyArray<Leg>, parties: ReadonlyArray<string>): Promise<object>;
  /** The commands that settle all batches. */
  settle(settlement: object, batches: ReadonlyArray<Batch>): ReadonlyArray<object>;
}

const settleBatch = (venue: string, settlement: object) => (batch: Batch) =>
  exercise(interfaces.settlementFactory, batch.contractId, "SettlementFactory_SettleBatch", {
    settlement,
    transferLegs: batch.legs,
    allocations: batch.allocations,
    actors: [venue],
    extraArgs: batch.extraArgs,
  });

/** The app of `trade-app.ts`. */
export const appInTypeScript = (
  venue: Actor,
  instruments: ReadonlyArray<Instrument>,
): TradingApp => {
  const settlement = { executors: [venue.party], id: "trade", cid: null, meta };
  return {
    async request(legs, parties) {
      const commands = parties.map((party) => ({
        CreateCommand: {
          templateId: `#${tradeApp.name}:Test.Trade:Trade`,
          createArguments: {
            originalRequestCid: null,
            settlement,
            allocations: instruments.map((instrument) =>
              specificationOf(party, instrument, over(legs, instrument)),
            ),
            requestedAt: inMinutes(-1),
            settleAt: null,
            availableActions: [],
            meta,
          },
        },
      }));
      await venue.submit("request", { commands, disclosed: [] });
      return settlement;
    },
    settle: (of, batches) => batches.map(settleBatch(venue.party, of)),
  };
};

const OTCTrade = "#splice-token-test-trading-app-v2:Splice.Testing.Apps.TradingAppV2:OTCTrade";

/** The network's own app, of a DAR. */
export const genuineApp = (node: KilledNode, venue: Actor): TradingApp => {
  const tradeCid = async (): Promise<string> => {
    const all = await disclosedBy(node, venue.party);
    const trade = all.find((each) => String(at(each, "templateId")).endsWith(":OTCTrade"));
    return String(at(trade, "contractId"));
  };
  return {
    async request(legs) {
      const createArguments = {
        venue: venue.party,
        tradeLegs: legs.map((leg) => ({ admin: leg.instrument.admin, leg: legOf(leg) })),
        createdAt: inMinutes(-1),
        settleAt: inMinutes(60),
        settlementDeadline: inMinutes(60),
      };
      const create = { CreateCommand: { templateId: OTCTrade, createArguments } };
      await venue.submit("trade", { commands: [create], disclosed: [] });
      const cid = await tradeCid();
      const ask = exercise(OTCTrade, cid, "OTCTrade_RequestAllocations", {});
      await venue.submit("request", { commands: [ask], disclosed: [] });
      return { executors: [venue.party], id: "OTCTradeProposal", cid, meta };
    },
    settle: (settlement, batches) => {
      const batchesByAdmin = batches.map(({ instrument, contractId, extraArgs, allocations }) => {
        const allocationCids = allocations.map((each) => at(each, "allocationCid"));
        const value = { allocationCids, missingAllocations: [], factoryCid: contractId, extraArgs };
        return [instrument.admin, { tag: "SettlementBatchV2", value }];
      });
      const argument = { batchesByAdmin, allocationRequests: [] };
      return [exercise(OTCTrade, String(at(settlement, "cid")), "OTCTrade_Settle", argument)];
    },
  };
};

const once = (contracts: ReadonlyArray<unknown>): ReadonlyArray<unknown> => [
  ...new Map(contracts.map((each) => [at(each, "contractId"), each])).values(),
];

/** Trades of some instruments on a node. */
export class Settlements {
  constructor(
    private readonly node: KilledNode,
    private readonly venue: Actor,
    private readonly instruments: ReadonlyArray<Instrument>,
  ) {}

  /** The holdings of a party that are free. */
  async #freeOf(party: string, admin: string): Promise<ReadonlyArray<string>> {
    const found = await viewsOf(this.node, party, interfaces.holding);
    return found
      .filter(
        ({ view }) =>
          at(view, "account", "owner") === party &&
          at(view, "instrumentId", "admin") === admin &&
          at(view, "lock") === null,
      )
      .map(({ contractId }) => contractId);
  }

  /** Has a party allocate what it is asked for, by one command each: it signs no two together. */
  async #allocate(
    trader: Actor,
    name: string,
    settlement: unknown,
    asked: ReadonlyArray<unknown>,
  ): Promise<void> {
    const { party } = trader;
    for (const [place, allocation] of asked.entries()) {
      const admin = at(allocation, "admin");
      const instrument = this.instruments.find((each) => each.admin === admin);
      if (instrument === undefined) throw new Error(`unknown instrument of ${String(admin)}`);
      const argument = {
        settlement,
        allocation,
        requestedAt: inMinutes(-1),
        inputHoldingCids: await this.#freeOf(party, instrument.admin),
        actors: [party],
      };
      const factory = await instrument.allocate(argument);
      const { contractId, extraArgs } = factory;
      const choice = "AllocationFactory_Allocate";
      const full = { ...argument, extraArgs };
      const command = exercise(interfaces.allocationFactory, contractId, choice, full);
      const disclosed = factory.disclosed;
      await trader.submit(`${name} ${place} ${party}`, { commands: [command], disclosed });
    }
  }

  /** Allocates all that a party is asked for, and accepts the request. */
  async accept(trader: Actor): Promise<void> {
    const { party } = trader;
    const [request] = await viewsOf(this.node, party, interfaces.request);
    const settlement = at(request?.view, "settlement");
    await this.#allocate(trader, "allocate", settlement, listAt(request?.view, "allocations"));
    const argument = { actors: [party], extraArgs: noArgs };
    const accepting = exercise(
      interfaces.request,
      request?.contractId ?? "",
      "AllocationRequest_Accept",
      argument,
    );
    await trader.submit(`accept ${party}`, { commands: [accepting], disclosed: [] });
  }

  /** Commits a party to a settlement that goes on, with funds of each instrument. */
  async commit(trader: Actor, settlement: object, units: bigint): Promise<void> {
    const asked = this.instruments.map((instrument) =>
      specificationOf(trader.party, instrument, [], units),
    );
    await this.#allocate(trader, "commit", settlement, asked);
  }

  /** The allocations for a settlement. */
  async allocationsFor(settlement: object): Promise<ReadonlyArray<Viewed>> {
    const all = await viewsOf(this.node, this.venue.party, interfaces.allocation);
    return all.filter(({ view }) => at(view, "settlement", "id") === at(settlement, "id"));
  }

  /**
   * Settles legs in one transaction.
   *
   * @param funding what each party sets aside of each instrument for the next iteration, where the
   *   legs come only now
   */
  async settle(
    commandId: string,
    app: TradingApp,
    settlement: object,
    legs: ReadonlyArray<Leg>,
    iterated?: { readonly funding: bigint | undefined },
  ): Promise<void> {
    const all = await this.allocationsFor(settlement);
    const batches: Array<Batch> = [];
    const disclosed: Array<unknown> = [];
    for (const instrument of this.instruments) {
      const ofIt = over(legs, instrument);
      const allocations = all
        .filter(({ view }) => at(view, "allocation", "admin") === instrument.admin)
        .map(({ contractId, view }) => {
          const owner = String(at(view, "allocation", "authorizer", "owner"));
          return {
            allocationCid: contractId,
            extraTransferLegSides: iterated === undefined ? [] : sidesOf(owner, ofIt),
            nextIterationFunding:
              iterated?.funding === undefined
                ? null
                : { [instrument.id]: amountOf(iterated.funding) },
          };
        });
      const transferLegs = ofIt.map(legOf);
      const argument = { settlement, transferLegs, allocations, actors: [this.venue.party] };
      const factory = await instrument.settle(argument);
      batches.push({ ...factory, instrument, legs: transferLegs, allocations });
      disclosed.push(...factory.disclosed);
    }
    const commands = app.settle(settlement, batches);
    await this.venue.submit(commandId, { commands, disclosed: once(disclosed) });
  }
}
