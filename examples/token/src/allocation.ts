import {
  type allocationInstructionV2,
  allocationV2,
  metadataV1,
  tokenHelpers,
} from "@tallystick/coin";
import {
  archive,
  type ChoiceProgram,
  contractId,
  create,
  instance,
  int64,
  list,
  type Numeric,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { goldId, lockFor, pay, release, reserve, rulesIn, take } from "./token.js";

const {
  availableActions,
  burnAccount,
  cancelled,
  constantInt,
  isBasicAccount,
  isSameAccount,
  logAccountChange,
  minus,
  mintAccount,
  netCredit,
  plus,
  plusInt,
  principalOf,
  requireActors,
  requireBefore,
  requireReached,
  requireThat,
  requireWithdrawable,
  zero,
} = tokenHelpers;
const { Allocation } = allocationV2;
const { emptyMetadata } = metadataV1;

type Specification = allocationV2.AllocationSpecification;
type Result = allocationV2.AllocationResult;

const AllocationPayload = record({
  /** One token, or none where the account sends nothing. */
  locked: list(contractId),
  settlement: allocationV2.SettlementInfo,
  allocation: allocationV2.AllocationSpecification,
  createdAt: timestamp,
  numIterations: int64,
});
type AllocationPayload = Static<typeof AllocationPayload>;

const principal = ({ admin, authorizer }: Specification): string => principalOf(admin, authorizer);

/** What an account authorises in a settlement, with what it sends locked. */
export const TokenAllocation = template("Gold.Allocation:TokenAllocation", {
  payload: AllocationPayload,
  signatories: ({ allocation }) => [allocation.admin, principal(allocation)],
  observers: ({ settlement }) => settlement.executors,
  ensure: ({ settlement }) => settlement.executors.length > 0,
});

/**
 * Stops the command unless legs are of this instrument, each once, and to and from accounts of
 * owners: only a mint may come from the account of mints, and only a burn go to that of burns.
 */
function* requireLegs(
  { authorizer }: Specification,
  legs: Specification["transferLegSides"],
): ChoiceProgram<void> {
  const isKnown = authorizer.owner === undefined || isBasicAccount(authorizer);
  yield* requireThat(isKnown, "The account is basic, or the administrator's");
  const names = legs.map(({ transferLegId, side }) => `${side} ${transferLegId}`);
  yield* requireThat(new Set(names).size === names.length, "Each side of a leg is there once");
  for (const { side, otherside, amount, instrumentId } of legs) {
    yield* requireThat(instrumentId === goldId && amount > 0n, "Legs are over an amount of ours");
    const [from, to] = side === "SenderSide" ? [authorizer, otherside] : [otherside, authorizer];
    const fromGood = isBasicAccount(from) || isSameAccount(from, mintAccount);
    const toGood = isBasicAccount(to) || isSameAccount(to, burnAccount);
    yield* requireThat(fromGood && toGood, "The accounts are basic, or those of mints and burns");
  }
}

/** What an account sets aside for later iterations. */
function* fundingOf(funding: Specification["nextIterationFunding"]): ChoiceProgram<Numeric> {
  for (const [id, amount] of funding ?? [])
    yield* requireThat(id === goldId && amount >= 0n, "The funding is an amount of ours");
  return funding?.get(goldId) ?? zero;
}

const reasonOf = ({ id }: allocationV2.SettlementInfo): string => `settlement of ${id}`;

/** Reserves what an account sends and sets aside, less what it receives. */
export function* allocate(
  admin: string,
  argument: allocationInstructionV2.AllocationFactoryAllocateArgument,
): ChoiceProgram<allocationInstructionV2.AllocationInstructionResult> {
  const { settlement, allocation, requestedAt, inputHoldingCids: cids, actors } = argument;
  const {
    authorizer,
    transferLegSides: legs,
    settlementDeadline,
    nextIterationFunding,
  } = allocation;
  yield* requireActors(actors, [[principalOf(admin, authorizer)]]);
  yield* requireThat(allocation.admin === admin, "The administrator is that of the rules");
  yield* requireReached("requestedAt", requestedAt);
  if (settlementDeadline !== undefined)
    yield* requireBefore("allocation.settlementDeadline", settlementDeadline);
  const isEmpty = legs.length === 0 && nextIterationFunding === undefined;
  yield* requireThat(!isEmpty, "There are legs, or funds for later ones");
  yield* requireLegs(allocation, legs);
  const rules = yield* rulesIn(argument.extraArgs.context, admin);
  const net = yield* netCredit(authorizer, legs, goldId);
  const amount = yield* minus(yield* fundingOf(nextIterationFunding), net);
  const { locked, change } =
    amount > 0n
      ? yield* reserve(rules, admin, authorizer, { cids, amount, reason: reasonOf(settlement) })
      : { locked: [], change: cids };
  const allocationCid = yield* create(TokenAllocation, {
    locked,
    settlement,
    allocation,
    createdAt: requestedAt,
    numIterations: constantInt(0n),
  });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    authorizerChangeCids: byInstrument(change),
    meta: emptyMetadata,
  };
}

const byInstrument = (cids: ReadonlyArray<string>): Result["authorizerHoldingCids"] =>
  new Map(cids.length === 0 ? [] : [[goldId, cids]]);

/** What is left of an account's funds after a settlement: paid out, and set aside. */
function* payOut(
  { locked, settlement, allocation: { admin, authorizer } }: AllocationPayload,
  legs: Specification["transferLegSides"],
  setAside: Numeric,
): ChoiceProgram<{ paid: ReadonlyArray<string>; kept: ReadonlyArray<string> }> {
  const funds = yield* take(admin, authorizer, locked, "locked");
  const left = yield* plus(funds, yield* netCredit(authorizer, legs, goldId));
  const payout = yield* minus(left, setAside);
  yield* requireThat(payout >= 0n, "The funds are enough for the legs and the next iteration");
  return {
    paid: yield* pay(admin, authorizer, payout),
    kept: yield* pay(admin, authorizer, setAside, lockFor(admin, reasonOf(settlement))),
  };
}

/** Settles an account's sides; the batch has checked that they fit those of the others. */
function* settle(
  self: string,
  payload: AllocationPayload,
  {
    actors,
    extraTransferLegSides,
    nextIterationFunding,
    extraArgs,
  }: allocationV2.AllocationSettleArgument,
): ChoiceProgram<Result> {
  const { allocation, settlement, locked } = payload;
  const { admin, authorizer: account, settlementDeadline } = allocation;
  yield* requireActors(actors, [[admin, ...settlement.executors]]);
  if (settlementDeadline !== undefined)
    yield* requireBefore("allocation.settlementDeadline", settlementDeadline);
  const hasMore = extraTransferLegSides.length > 0 || nextIterationFunding !== undefined;
  const iterates = allocation.nextIterationFunding !== undefined;
  yield* requireThat(iterates || !hasMore, "Only iterated allocations take more legs and funding");
  const transferLegSides = [...allocation.transferLegSides, ...extraTransferLegSides];
  yield* requireLegs(allocation, transferLegSides);
  const rules = yield* rulesIn(extraArgs.context, admin);
  yield* archive(TokenAllocation, self, Allocation);
  const setAside = yield* fundingOf(nextIterationFunding);
  const { paid, kept } = yield* payOut(payload, transferLegSides, setAside);
  const outputHoldingCids = [...kept, ...paid];
  const change = { admin, account, inputHoldingCids: locked, transferLegSides, outputHoldingCids };
  yield* logAccountChange(rules, change, reasonOf(settlement));
  const next =
    nextIterationFunding === undefined
      ? undefined
      : yield* create(TokenAllocation, {
          ...payload,
          locked: kept,
          allocation: { ...allocation, transferLegSides: [], nextIterationFunding },
          numIterations: yield* plusInt(payload.numIterations, constantInt(1n)),
        });
  return {
    output: { tag: "AllocationResult_Settled", value: { nextIterationAllocationCid: next } },
    authorizerHoldingCids: byInstrument(outputHoldingCids),
    meta: emptyMetadata,
  };
}

/** Ends an allocation and gives back what it locked. */
function* giveBack(
  self: string,
  { locked, allocation: { admin, authorizer } }: AllocationPayload,
  { context }: metadataV1.ExtraArgs,
): ChoiceProgram<Result["authorizerHoldingCids"]> {
  const rules = yield* rulesIn(context, admin);
  yield* archive(TokenAllocation, self, Allocation);
  return byInstrument(yield* release(rules, admin, authorizer, locked));
}

const methodsOf = (payload: AllocationPayload): allocationV2.AllocationMethods => {
  const { allocation, settlement } = payload;
  const { executors } = settlement;
  const parties = (): ReadonlyArray<string> => executors;
  return {
    settle: (self, argument) => settle(self, payload, argument),
    *cancel(self, argument) {
      yield* requireActors(argument.actors, [executors, [allocation.admin]]);
      const given = yield* giveBack(self, payload, argument.extraArgs);
      return yield* cancelled(argument, settlement, allocation.settlementDeadline, given);
    },
    *withdraw(self, { actors, extraArgs }) {
      yield* requireActors(actors, [[principal(allocation)]]);
      yield* requireWithdrawable(allocation);
      return {
        output: { tag: "AllocationResult_Withdrawn", value: {} } as const,
        authorizerHoldingCids: yield* giveBack(self, payload, extraArgs),
        meta: emptyMetadata,
      };
    },
    settleObservers: parties,
    cancelObservers: parties,
    withdrawObservers: parties,
  };
};

export const allocationInstance = instance(TokenAllocation, Allocation, {
  view: ({ locked, settlement, allocation, createdAt, numIterations }) => ({
    originalAllocationCid: undefined,
    settlement,
    allocation,
    holdingCids: locked,
    createdAt,
    numIterations,
    expiresAt: allocation.settlementDeadline,
    availableActions: availableActions(settlement.executors, allocation),
    meta: emptyMetadata,
  }),
  methods: methodsOf,
});
