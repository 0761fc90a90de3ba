import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  definePackage,
  exercise,
  failWith,
  fetchView,
  instance,
  ledgerTime,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  textMap,
  timestamp,
  unit,
} from "@tallystick/core";
import { allocationRequestV1, allocationV1, metadataV1 } from "../../src/index.js";

// The trading app of the recorded histories. The coin's library does not have it; what it asks of
// allocations is what those histories are about.

const { AllocationSpecification, TransferLeg } = allocationV1;
const { emptyMetadata } = metadataV1;

const moduleName = "Splice.Testing.Apps.TradingApp";
const legs = textMap(TransferLeg);
type Legs = Static<typeof legs>;

const thrown = (exception: string, message: string): ChoiceProgram<never> =>
  failWith({ errorId: `UNHANDLED_EXCEPTION/DA.Exception.${exception}:${exception}`, message });

function* requireThat(what: string, isMet: boolean): ChoiceProgram<void> {
  if (!isMet) yield* thrown("AssertionFailed", `The requirement '${what}' was not met.`);
}

const tradersOf = (of: Legs): ReadonlyArray<string> => [
  ...new Set([...of.values()].flatMap(({ sender, receiver }) => [sender, receiver])),
];

const Proposal = template(`${moduleName}:OTCTradeProposal`, {
  payload: record({
    venue: party,
    tradeCid: optional(contractId),
    transferLegs: legs,
    approvers: list(party),
  }),
  signatories: ({ approvers }) => approvers,
  observers: ({ venue, transferLegs }) => [venue, ...tradersOf(transferLegs)],
});

const Trade = template(`${moduleName}:OTCTrade`, {
  payload: record({
    venue: party,
    transferLegs: legs,
    tradeCid: contractId,
    createdAt: timestamp,
    prepareUntil: timestamp,
    settleBefore: timestamp,
  }),
  signatories: ({ venue, transferLegs }) => [venue, ...tradersOf(transferLegs)],
});
type TradePayload = Static<(typeof Trade)["payload"]>;

const Accept = choice(Proposal, "OTCTradeProposal_Accept", {
  argument: record({ approver: party }),
  result: contractId,
  controllers: (_proposal, { approver }) => [approver],
  *body({ self, payload }, { approver }) {
    const isTrader = tradersOf(payload.transferLegs).includes(approver);
    yield* requireThat("Approver is a trading party", isTrader);
    yield* requireThat("Approver is new", !payload.approvers.includes(approver));
    const approvers = [approver, ...payload.approvers];
    return yield* create(Proposal, { ...payload, tradeCid: payload.tradeCid ?? self, approvers });
  },
});

const Reject = choice(Proposal, "OTCTradeProposal_Reject", {
  argument: record({ trader: party }),
  result: unit,
  controllers: (_proposal, { trader }) => [trader],
  *body({ payload }, { trader }) {
    const isTrader = tradersOf(payload.transferLegs).includes(trader);
    yield* requireThat("Trader is a trading party", isTrader);
    return {};
  },
});

const InitiateSettlement = choice(Proposal, "OTCTradeProposal_InitiateSettlement", {
  argument: record({ prepareUntil: timestamp, settleBefore: timestamp }),
  result: contractId,
  controllers: ({ venue }) => [venue],
  *body({ self, payload }, { prepareUntil, settleBefore }) {
    const { venue, transferLegs, approvers } = payload;
    const sorted = (parties: ReadonlyArray<string>) => [...new Set(parties)].sort().join();
    const allApproved = sorted(approvers) === sorted(tradersOf(transferLegs));
    yield* requireThat("All trading parties have approved", allApproved);
    const createdAt = yield* ledgerTime();
    yield* requireThat("Preparation time has not passed", createdAt < prepareUntil);
    yield* requireThat("Preparation time before settlement time", prepareUntil < settleBefore);
    const tradeCid = payload.tradeCid ?? self;
    const trade = { venue, transferLegs, tradeCid, createdAt, prepareUntil, settleBefore };
    return yield* create(Trade, trade);
  },
});

const settlementOf = (trade: TradePayload): Static<typeof allocationV1.SettlementInfo> => ({
  executor: trade.venue,
  settlementRef: { id: "OTCTradeProposal", cid: trade.tradeCid },
  requestedAt: trade.createdAt,
  allocateBefore: trade.prepareUntil,
  settleBefore: trade.settleBefore,
  meta: emptyMetadata,
});

const Allocations = textMap(record({ _1: contractId, _2: metadataV1.ExtraArgs }));

const shownSpecification = (of: allocationV1.AllocationSpecification): string =>
  JSON.stringify(AllocationSpecification.encode(of));

type Given = Static<typeof Allocations>;

/**
 * Stops the command unless every allocation given is for a leg and, where all are needed, every leg
 * has one. Daml finds that out from the last leg to the first, before it looks at any.
 */
function* requireLegs(trade: TradePayload, given: Given, areAllNeeded: boolean) {
  for (const leg of [...legIdsOf(trade, given)].reverse()) {
    if (areAllNeeded && !given.has(leg))
      yield* thrown("GeneralError", `Allocation cid and extra arg is missing for leg ${leg}`);
    if (given.has(leg) && !trade.transferLegs.has(leg))
      yield* thrown("GeneralError", `Allocation with context provided for unexpected leg ${leg}`);
  }
}

/** Stops the command unless an allocation is for that leg of the trade. */
function* requireForLeg(
  trade: TradePayload,
  transferLegId: string,
  cid: string,
): ChoiceProgram<void> {
  const transferLeg = trade.transferLegs.get(transferLegId);
  const { allocation } = yield* fetchView(allocationV1.Allocation, cid);
  if (transferLeg === undefined) return;
  const expected = { settlement: settlementOf(trade), transferLegId, transferLeg };
  const isSame = shownSpecification(allocation) === shownSpecification(expected);
  yield* requireThat("Allocation matches expected allocation", isSame);
}

const legIdsOf = (
  { transferLegs }: TradePayload,
  given: ReadonlyMap<string, unknown>,
): ReadonlyArray<string> => [...new Set([...transferLegs.keys(), ...given.keys()])].sort();

const Settle = choice(Trade, "OTCTrade_Settle", {
  argument: record({ allocationsWithContext: Allocations }),
  result: textMap(allocationV1.Allocation_ExecuteTransferResult),
  controllers: ({ venue }) => [venue],
  *body({ payload }, { allocationsWithContext }) {
    const inTime = (yield* ledgerTime()) < payload.settleBefore;
    yield* requireThat("Settlement deadline has not passed", inTime);
    yield* requireLegs(payload, allocationsWithContext, true);
    const results = new Map<string, Static<typeof allocationV1.Allocation_ExecuteTransferResult>>();
    for (const leg of legIdsOf(payload, allocationsWithContext)) {
      const given = allocationsWithContext.get(leg);
      if (given === undefined) continue;
      yield* requireForLeg(payload, leg, given._1);
      const argument = { extraArgs: given._2 };
      const result = yield* exercise(allocationV1.Allocation_ExecuteTransfer, given._1, argument);
      results.set(leg, result);
    }
    return results;
  },
});

const Cancel = choice(Trade, "OTCTrade_Cancel", {
  argument: record({ allocationsWithContext: Allocations }),
  result: textMap(optional(allocationV1.Allocation_CancelResult)),
  controllers: ({ venue }) => [venue],
  *body({ payload }, { allocationsWithContext }) {
    yield* requireLegs(payload, allocationsWithContext, false);
    type Cancelled = Static<typeof allocationV1.Allocation_CancelResult>;
    const results = new Map<string, Cancelled | undefined>();
    for (const leg of legIdsOf(payload, allocationsWithContext)) {
      const given = allocationsWithContext.get(leg);
      results.set(leg, undefined);
      if (given === undefined) continue;
      yield* requireForLeg(payload, leg, given._1);
      const argument = { extraArgs: given._2 };
      results.set(leg, yield* exercise(allocationV1.Allocation_Cancel, given._1, argument));
    }
    return results;
  },
});

/** An app whose trades are settled by allocations. */
export const tradingAppPackage = definePackage({
  name: "splice-token-test-trading-app",
  version: "1.0.1",
  packageId: "833ea19115848d050341dfd9f10cb7813ffa17b8d8dc40d702b2b6adbbe31697",
  templates: [Proposal, Trade],
  choices: [Accept, Reject, InitiateSettlement, Settle, Cancel],
  instances: [
    instance(Trade, allocationRequestV1.AllocationRequest, {
      view: (trade) => ({
        settlement: settlementOf(trade),
        transferLegs: trade.transferLegs,
        meta: emptyMetadata,
      }),
      methods: ({ transferLegs }) => ({
        *reject({ actor }) {
          const isSender = [...transferLegs.values()].some(({ sender }) => sender === actor);
          yield* requireThat("Actor is a sender", isSender);
          return { meta: emptyMetadata };
        },
        *withdraw() {
          return { meta: emptyMetadata };
        },
      }),
    }),
  ],
});
