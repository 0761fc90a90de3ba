import {
  archive,
  type ChoiceProgram,
  contractId,
  create,
  instance,
  int64,
  numeric,
  type Numeric,
  optional,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { constantInt, minus, plus, plusInt, zero } from "../../model/arithmetic.js";
import { fetchChecked, forOwner } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { named, requireActors, requireRelated } from "../../model/require-related.js";
import { basicAccount, isBasicAccount, principalOf } from "../../token-standard/accounts.js";
import type { ByActors } from "../../token-standard/acting-parties.js";
import {
  Allocation,
  type AllocationResult,
  type AllocationSettleArgument,
  AllocationSpecification,
  type AllocationView,
  SettlementInfo,
} from "../../token-standard/allocation-v2.js";
import { logSettlement } from "../../token-standard/holdings-change.js";
import { type ChoiceContext, emptyMetadata } from "../../token-standard/metadata-v1.js";
import { coinInstrumentName } from "../holding/amulet-payload.js";
import { Amulet, LockedAmulet } from "../holding/amulet.js";
import { coinTermsIn, type CoinTerms } from "../instruction/coin-terms.js";
import { abortLock } from "../instruction/two-step-transfer.js";
import {
  availableActions,
  expiryOf,
  fundingOf,
  isValidSettlement,
  isValidSpecification,
  netCoins,
  requireLegs,
  settlementLockContext,
} from "./allocation-rules.js";
import {
  cancelled,
  type GivenBack,
  requireWithdrawable,
  settledMetadata,
} from "./end-allocation.js";

const AllocationPayload = record({
  lockedAmulet: optional(contractId),
  settlement: SettlementInfo,
  allocation: AllocationSpecification,
  expiresAt: timestamp,
  numIterations: int64,
  createdAt: timestamp,
});
/** The contents of an allocation. */
export type AllocationV2Payload = Static<typeof AllocationPayload>;

/** An account's authorisation of its sides of a settlement; what it sends is in a locked coin. */
export const AmuletAllocationV2 = template("Splice.AmuletAllocationV2:AmuletAllocationV2", {
  payload: AllocationPayload,
  signatories: ({ allocation: { admin, authorizer } }) => [admin, principalOf(admin, authorizer)],
  observers: ({ settlement }) => settlement.executors,
  ensure: ({ settlement, allocation }) =>
    isBasicAccount(allocation.authorizer) &&
    isValidSettlement(settlement) &&
    isValidSpecification(allocation),
});

const ownerOf = ({ allocation: { admin, authorizer } }: AllocationV2Payload): string =>
  principalOf(admin, authorizer);

/** Archives the allocation, and checks who did it. */
function* taken(
  self: string,
  actors: ReadonlyArray<string>,
  allowed: ReadonlyArray<ReadonlyArray<string>>,
): ChoiceProgram<void> {
  yield* archive(AmuletAllocationV2, self, Allocation);
  yield* requireActors(actors, allowed);
}

/** Gives the locked CC back. */
function* released(
  { lockedAmulet, expiresAt }: AllocationV2Payload,
  context: ChoiceContext,
): ChoiceProgram<GivenBack> {
  if (lockedAmulet === undefined) return new Map();
  const cids = yield* abortLock(expiresAt, lockedAmulet, context);
  return new Map([[coinInstrumentName, cids]]);
}

function* withdraw(
  self: string,
  payload: AllocationV2Payload,
  { actors, extraArgs }: ByActors,
): ChoiceProgram<AllocationResult> {
  yield* taken(self, actors, [[ownerOf(payload)]]);
  yield* requireWithdrawable(payload.allocation);
  return {
    output: { tag: "AllocationResult_Withdrawn", value: {} },
    authorizerHoldingCids: yield* released(payload, extraArgs.context),
    meta: emptyMetadata,
  };
}

function* cancel(
  self: string,
  payload: AllocationV2Payload,
  argument: ByActors,
): ChoiceProgram<AllocationResult> {
  const { settlement, allocation, expiresAt } = payload;
  yield* taken(self, argument.actors, [settlement.executors, [allocation.admin]]);
  const holdings = yield* released(payload, argument.extraArgs.context);
  return yield* cancelled(argument, settlement, expiresAt, holdings);
}

/** What goes into a settlement: the locked coin, which is archived. */
function* fundsOf(
  payload: AllocationV2Payload,
): ChoiceProgram<{ readonly amount: Numeric; readonly cids: ReadonlyArray<string> }> {
  const { lockedAmulet: cid, allocation } = payload;
  if (cid === undefined) return { amount: zero, cids: [] };
  const group = forOwner(allocation.admin, ownerOf(payload));
  const { amulet } = yield* fetchChecked(LockedAmulet, cid, group, ({ amulet: of }) =>
    forOwner(of.dso, of.owner),
  );
  yield* archive(LockedAmulet, cid);
  return { amount: amulet.amount.initialAmount, cids: [cid] };
}

/** A coin of the account; none over nothing. */
function* payOut(
  payload: AllocationV2Payload,
  amount: Numeric,
  { amountOf }: CoinTerms,
): ChoiceProgram<ReadonlyArray<string>> {
  if (amount <= 0n) return [];
  const { admin: dso } = payload.allocation;
  const coin = { dso, owner: ownerOf(payload), amount: yield* amountOf(amount) };
  return [yield* create(Amulet, coin)];
}

/** A locked coin of the account for the next iteration; none over nothing. */
function* lockAgain(
  payload: AllocationV2Payload,
  amount: Numeric,
  expiresAt: bigint,
  { amountOf }: CoinTerms,
): ChoiceProgram<string | undefined> {
  if (amount <= 0n) return undefined;
  const { admin: dso } = payload.allocation;
  const owner = ownerOf(payload);
  const optContext = settlementLockContext(payload.settlement);
  const lock = { holders: [owner, dso], expiresAt, optContext };
  const amulet = { dso, owner, amount: yield* amountOf(amount) };
  return yield* create(LockedAmulet, { lock, amulet });
}

/** Stops the command when an allocation is not to be settled in iterations and yet is so. */
function* requireIteration(
  { nextIterationFunding: allowed }: AllocationSpecification,
  { extraTransferLegSides, nextIterationFunding }: AllocationSettleArgument,
): ChoiceProgram<void> {
  if (allowed !== undefined) return;
  yield* requireThat(
    extraTransferLegSides.length === 0,
    "no extra transfer legs allowed when iterated settlement is disabled",
  );
  yield* requireThat(
    nextIterationFunding === undefined,
    "no next iteration funding allowed when iterated settlement is disabled",
  );
}

/** The allocation for the next iteration, if there is to be one. */
function* nextAllocation(
  payload: AllocationV2Payload,
  { nextIterationFunding }: AllocationSettleArgument,
  lockedAmulet: string | undefined,
  expiresAt: bigint,
): ChoiceProgram<string | undefined> {
  if (nextIterationFunding === undefined) return undefined;
  return yield* create(AmuletAllocationV2, {
    ...payload,
    lockedAmulet,
    allocation: { ...payload.allocation, transferLegSides: [], nextIterationFunding },
    expiresAt,
    numIterations: yield* plusInt(payload.numIterations, constantInt(1n)),
  });
}

/** Settles the account's sides: what it has left over is paid out or set aside. */
function* settle(
  self: string,
  payload: AllocationV2Payload,
  argument: AllocationSettleArgument,
): ChoiceProgram<AllocationResult> {
  const { settlement, allocation } = payload;
  yield* taken(self, argument.actors, [[allocation.admin, ...settlement.executors]]);
  const { settlementDeadline } = allocation;
  if (settlementDeadline !== undefined)
    yield* requireBefore("allocation.settlement.settlementDeadline", settlementDeadline);
  const legs = [...allocation.transferLegSides, ...argument.extraTransferLegSides];
  yield* requireIteration(allocation, argument);
  yield* requireLegs(legs);
  const setAside = yield* fundingOf(argument.nextIterationFunding);
  const funds = yield* fundsOf(payload);
  const net = yield* netCoins(basicAccount(ownerOf(payload)), legs);
  const input = yield* plus(funds.amount, net);
  const payout = yield* minus(input, setAside);
  yield* requireRelated(
    input >= setAside,
    named("inputAmount", numeric, input),
    "is less than",
    named("minimal outputAmount", numeric, setAside),
  );
  const terms = yield* coinTermsIn(argument.extraArgs.context, allocation.admin);
  const paid = yield* payOut(payload, payout, terms);
  const expiresAt = yield* expiryOf(terms.config, payload.expiresAt, settlementDeadline);
  const locked = yield* lockAgain(payload, setAside, expiresAt, terms);
  const next = yield* nextAllocation(payload, argument, locked, expiresAt);
  const outputs = locked === undefined ? paid : [locked, ...paid];
  const actual = { ...allocation, transferLegSides: legs };
  yield* logSettlement(terms.configStateCid, actual, funds.cids, outputs);
  return {
    output: { tag: "AllocationResult_Settled", value: { nextIterationAllocationCid: next } },
    authorizerHoldingCids: new Map(outputs.length === 0 ? [] : [[coinInstrumentName, outputs]]),
    meta: settledMetadata,
  };
}

export const amuletAllocationV2Module = modulePart({
  later: {
    templates: [AmuletAllocationV2],
    instances: [
      instance(AmuletAllocationV2, Allocation, {
        view: ({ lockedAmulet, settlement, allocation, ...times }): AllocationView => ({
          originalAllocationCid: undefined,
          settlement,
          allocation,
          holdingCids: lockedAmulet === undefined ? [] : [lockedAmulet],
          ...times,
          availableActions: availableActions(settlement.executors, allocation),
          meta: emptyMetadata,
        }),
        methods: (payload) => ({
          settle: (self, argument) => settle(self, payload, argument),
          cancel: (self, argument) => cancel(self, payload, argument),
          withdraw: (self, argument) => withdraw(self, payload, argument),
          settleObservers: () => payload.settlement.executors,
          cancelObservers: () => payload.settlement.executors,
          withdrawObservers: () => payload.settlement.executors,
        }),
      }),
    ],
  },
});
