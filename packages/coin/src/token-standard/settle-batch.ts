import {
  type ChoiceProgram,
  exercise,
  fetchView,
  list,
  numeric,
  party,
  text,
} from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import { zero } from "../model/arithmetic.js";
import { pair } from "../model/pair.js";
import {
  named,
  requireActors,
  requireExpected,
  requireRelated,
  requireUnique,
} from "../model/require-related.js";
import { setOf } from "../model/set-of.js";
import { accountParties } from "./accounts.js";
import {
  Allocation,
  Allocation_Settle,
  type AllocationView,
  type FinalizedAllocation,
  type SettleBatchArgument,
  type SettleBatchResult,
  SettlementInfo,
  TransferLegSide,
  TransferSide,
} from "./allocation-v2.js";
import { Account } from "./holding-v2.js";
import { receiverSide, senderSide } from "./legs.js";
import { emptyMetadata } from "./metadata-v1.js";
import { triple } from "../model/triple.js";

/** An account and what it authorises. */
const Authorization = pair(Account, TransferLegSide);
const Authorizations = setOf(Authorization);

interface Finalized {
  readonly finalized: FinalizedAllocation;
  readonly view: AllocationView;
}

const requirePositive = (name: string, amount: SettleAmount): ChoiceProgram<void> =>
  requireRelated(
    amount > 0n,
    named(name, numeric, amount),
    "is not greater than",
    named("zero", numeric, zero),
  );
type SettleAmount = TransferLegSide["amount"];

/** Stops the command when an allocation is not to be settled in iterations and yet is so. */
function* requireIteration(
  { extraTransferLegSides }: FinalizedAllocation,
  nextIterationFunding: AllocationView["allocation"]["nextIterationFunding"],
): ChoiceProgram<void> {
  if (nextIterationFunding === undefined) {
    yield* requireExpected(
      "finalizedAllocation.extraTransferLegSides",
      list(TransferLegSide),
      extraTransferLegSides,
      [],
    );
  }
  const funding = [...(nextIterationFunding ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, amount] of funding)
    yield* requirePositive("finalizedAllocation.nextIterationFunding.amount", amount);
  for (const { amount } of extraTransferLegSides)
    yield* requirePositive("finalizedAllocation.extraTransferLegSides.amount", amount);
}

function* fetchFinalized(
  finalized: FinalizedAllocation,
  admin: string,
  settlement: SettlementInfo,
): ChoiceProgram<Finalized> {
  const view = yield* fetchView(Allocation, finalized.allocationCid);
  const { allocation } = view;
  yield* requireExpected("allocation.settlement", SettlementInfo, view.settlement, settlement);
  yield* requireExpected("allocation.admin", party, allocation.admin, admin);
  yield* requireIteration(finalized, allocation.nextIterationFunding);
  return { finalized, view };
}

type Authorized = readonly [account: Account, side: TransferLegSide];

const authorizedBy = ({ finalized, view: { allocation } }: Finalized): ReadonlyArray<Authorized> =>
  [...allocation.transferLegSides, ...finalized.extraTransferLegSides].map((side) => [
    allocation.authorizer,
    side,
  ]);

/** Authorisations by how Daml shows them. */
const byText = (of: ReadonlyArray<Authorized>) =>
  new Map(of.map(([_1, _2]) => [Authorization.show({ _1, _2 }), { _1, _2 }]));

type Shown = ReturnType<typeof byText>;

/** Stops the command when some authorisations are not among others. */
function* requireAmong(what: string, some: Shown, others: Shown): ChoiceProgram<void> {
  const left = [...some].flatMap(([shown, each]) => (others.has(shown) ? [] : [each]));
  yield* requireRelated(left.length === 0, [what, () => shownSet(left)], "is not equal to", [
    "empty set",
    () => "Set []",
  ]);
}

/** A set as Daml shows it, in the order of its elements. */
const shownSet = (of: ReadonlyArray<Shown extends ReadonlyMap<string, infer E> ? E : never>) => {
  const map = of.map((each) => [each, {}] as const);
  const sorted = Authorizations.decode(Authorizations.encode({ map }));
  return Authorizations.show(isRight(sorted) ? sorted.right : { map });
};

const LegSides = triple(Account, text, TransferSide);

/** Stops the command unless allocations authorise exactly the legs of a batch. */
function* requireAuthorized(
  legs: SettleBatchArgument["transferLegs"],
  allocations: ReadonlyArray<Finalized>,
): ChoiceProgram<void> {
  const authorized = allocations.flatMap(authorizedBy);
  yield* requireUnique(
    "transferLegIds of allocated authorizations",
    LegSides,
    authorized.map(([_1, { transferLegId: _2, side: _3 }]) => ({ _1, _2, _3 })),
  );
  const needed = byText(
    legs.flatMap((leg) => [
      [leg.sender, senderSide(leg)] as const,
      [leg.receiver, receiverSide(leg)] as const,
    ]),
  );
  const given = byText(authorized);
  yield* requireAmong("missing authorizations", needed, given);
  yield* requireAmong("superfluous authorizations", given, needed);
}

/**
 * Settles a batch of an administrator: checks that the allocations authorise the legs, all of them
 * and nothing else, and settles one allocation after the other. For factories of settlements.
 */
export function* settleBatch(
  admin: string,
  { settlement, transferLegs, allocations, actors, extraArgs }: SettleBatchArgument,
): ChoiceProgram<SettleBatchResult> {
  yield* requireActors(actors, [settlement.executors]);
  yield* requireUnique(
    "SettleBatch.transferLegsIds",
    text,
    transferLegs.map(({ transferLegId }) => transferLegId),
  );
  for (const { amount } of transferLegs) yield* requirePositive("transferLeg.amount", amount);
  const fetched: Array<Finalized> = [];
  for (const each of allocations) fetched.push(yield* fetchFinalized(each, admin, settlement));
  yield* requireAuthorized(transferLegs, fetched);
  const allocationSettleResults = [];
  for (const { finalized, view } of fetched) {
    const { allocationCid, extraTransferLegSides, nextIterationFunding } = finalized;
    allocationSettleResults.push(
      yield* exercise(Allocation_Settle, allocationCid, {
        actors: [view.allocation.admin, ...view.settlement.executors],
        extraTransferLegSides,
        nextIterationFunding,
        extraArgs,
      }),
    );
  }
  return { allocationSettleResults, meta: emptyMetadata };
}

/** Who sees a batch of an instrument whose transfers are public: both sides of each leg. */
export const settleBatchObservers = (
  admin: string,
  { transferLegs }: SettleBatchArgument,
): ReadonlyArray<string> =>
  transferLegs.flatMap(({ sender, receiver }) => [
    ...accountParties(admin, sender),
    ...accountParties(admin, receiver),
  ]);
