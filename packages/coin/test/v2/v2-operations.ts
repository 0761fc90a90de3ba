import fc from "fast-check";
import {
  allocationInstructionV1,
  allocationInstructionV2,
  allocationV1,
  allocationV2,
  coinInstrument,
  LockedAmulet,
  transferInstructionV1,
  transferInstructionV2,
} from "../../src/index.js";
import { AmuletAllocationV2 } from "../../src/amulet/allocation/amulet-allocation-v2.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../src/amulet/holding/amulet.js";
import { basicAccount } from "../../src/token-standard/accounts.js";
import { receiverSide, senderSide } from "../../src/token-standard/legs.js";
import { dso, minute, provider, validator } from "../coin-fixture.js";
import {
  accountOf,
  cents,
  executors,
  noMeta,
  owners,
  pick,
  type Trade,
  type V2World,
} from "./v2-world.js";
import { type V2Step, owner, rarely, steps, which } from "./v2-step.js";
import { batchingOperations } from "./batching-operations.js";
import { walletV2Operations } from "./wallet-v2-operations.js";

const amount = fc.integer({ min: 1, max: 3_000 });
/** Minutes; some of it more than the 90 days that a transfer may take. */
const lasting = fc.constantFrom(60, 60, 60, 600, 600, 1, 0, 129_600, 129_601);

const tap = steps(fc.record({ owner, amount }), (world, drawn) => {
  world.attempt(() => world.ledger.tap(drawn.owner, (drawn.amount / 100).toString()));
});

const reasons = fc.constantFrom(
  noMeta,
  noMeta,
  noMeta,
  noMeta,
  { values: new Map([["splice.lfdecentralizedtrust.org/reason", "rent"]]) },
  { values: new Map([["cip-112/sender.provider", provider]]) },
);

const transfer = steps(
  fc.record({
    sender: owner,
    receiver: owner,
    amount,
    lasting,
    odd: rarely,
    meta: reasons,
    acting: fc.constantFrom("sender", "sender", "both", "receiver"),
    isV1: fc.boolean(),
    coins: fc.constantFrom(1, 2, 100, 100, 0),
  }),
  (world, { sender, receiver, acting, isV1, odd, ...drawn }) => {
    const { ledger } = world;
    const actors = { sender: [sender], both: [sender, receiver], receiver: [receiver] }[acting];
    const asked = {
      amount: cents(drawn.amount),
      instrumentId: coinInstrument(dso),
      requestedAt: BigInt(ledger.now),
      executeBefore: BigInt(ledger.now + drawn.lasting * minute),
      inputHoldingCids: ledger.coinsOf(sender).slice(0, drawn.coins),
      meta: drawn.meta,
    };
    const extraArgs = ledger.extraArgs();
    world.attempt(() =>
      isV1
        ? ledger.run(
            [sender],
            transferInstructionV1.TransferFactory_Transfer,
            ledger.externalRules,
            { expectedAdmin: dso, transfer: { ...asked, sender, receiver }, extraArgs },
          ).event
        : ledger.run(actors, transferInstructionV2.TransferFactory_Transfer, ledger.externalRules, {
            transfer: {
              ...asked,
              sender: accountOf(sender, odd),
              receiver: accountOf(receiver, false),
            },
            actors,
            extraArgs,
          }).event,
    );
  },
);

const endsV1 = [
  transferInstructionV1.TransferInstruction_Accept,
  transferInstructionV1.TransferInstruction_Reject,
  transferInstructionV1.TransferInstruction_Withdraw,
] as const;
const endsV2 = [
  transferInstructionV2.TransferInstruction_Accept,
  transferInstructionV2.TransferInstruction_Reject,
  transferInstructionV2.TransferInstruction_Withdraw,
] as const;

const endInstruction = steps(
  fc.record({ which, way: fc.nat(2), by: owner, isV1: fc.boolean() }),
  (world, { which: at, way, by, isV1 }) => {
    const { ledger } = world;
    const cid = pick(world.instructions, at);
    const [first, second] = [endsV1[way], endsV2[way]];
    if (cid === undefined || first === undefined || second === undefined) return;
    const extraArgs = ledger.extraArgs();
    world.attempt(() =>
      isV1
        ? ledger.run([by], first, cid, { extraArgs }).event
        : ledger.run([by], second, cid, { actors: [by], extraArgs }).event,
    );
  },
);

const legs = fc.array(fc.record({ sender: owner, receiver: owner, amount }), {
  minLength: 1,
  maxLength: 4,
});

const sidesOf = (of: ReadonlyArray<allocationV2.TransferLeg>, party: string) =>
  of.flatMap((leg) => [
    ...(leg.sender.owner === party ? [senderSide(leg)] : []),
    ...(leg.receiver.owner === party ? [receiverSide(leg)] : []),
  ]);

const cidOf = (
  output: allocationInstructionV2.AllocationInstructionResult["output"] | undefined,
): ReadonlyArray<string> =>
  output?.tag === "AllocationInstructionResult_Completed" ? [output.value.allocationCid] : [];

const terms = {
  lasting,
  committed: rarely,
  odd: rarely,
  coins: fc.constantFrom(100, 100, 100, 100, 1, 0),
  funding: fc.constantFrom(undefined, undefined, 0, 500),
};
type Terms = {
  readonly lasting: number;
  readonly committed: boolean;
  readonly odd: boolean;
  readonly coins: number;
  readonly funding: number | undefined;
};

/** One account authorises its sides of a trade. */
const allocateFor = (world: V2World, trade: Trade, party: string, drawn: Terms): void => {
  const { ledger } = world;
  const result = world.attempt(() =>
    ledger.exercise(
      [party],
      allocationInstructionV2.AllocationFactory_Allocate,
      ledger.externalRules,
      {
        settlement: trade.settlement,
        allocation: {
          admin: dso,
          authorizer: accountOf(party, drawn.odd),
          transferLegSides: sidesOf(trade.legs, party),
          settlementDeadline:
            drawn.lasting === 600 ? undefined : BigInt(ledger.now + drawn.lasting * minute),
          nextIterationFunding:
            drawn.funding === undefined ? undefined : new Map([["Amulet", cents(drawn.funding)]]),
          committed: drawn.committed,
          meta: noMeta,
        },
        requestedAt: BigInt(ledger.now),
        inputHoldingCids: ledger.coinsOf(party).slice(0, drawn.coins),
        extraArgs: ledger.extraArgs(),
        actors: [party],
      },
    ),
  );
  trade.allocations.push(...cidOf(result?.output));
};

/** The sender of a trade's only leg authorises it in the first version of the standard. */
const allocateV1 = (world: V2World, trade: Trade, drawn: Terms): void => {
  const { ledger } = world;
  const [leg] = trade.legs;
  const [executor, ...others] = trade.settlement.executors;
  const sender = leg?.sender.owner;
  if (leg === undefined || executor === undefined || sender === undefined) return;
  const before = BigInt(ledger.now + drawn.lasting * minute);
  const extra = others.length === 0 ? [] : [["cip-112/extra-executors", others.join()] as const];
  const result = world.attempt(() =>
    ledger.exercise(
      [sender],
      allocationInstructionV1.AllocationFactory_Allocate,
      ledger.externalRules,
      {
        expectedAdmin: dso,
        allocation: {
          settlement: {
            executor,
            settlementRef: { id: trade.settlement.id, cid: trade.settlement.cid },
            requestedAt: BigInt(ledger.now),
            allocateBefore: before,
            settleBefore: before,
            meta: { values: new Map(extra) },
          },
          transferLegId: leg.transferLegId,
          transferLeg: {
            sender,
            receiver: leg.receiver.owner ?? "",
            amount: leg.amount,
            instrumentId: coinInstrument(dso),
            meta: noMeta,
          },
        },
        requestedAt: BigInt(ledger.now),
        inputHoldingCids: ledger.coinsOf(sender).slice(0, drawn.coins),
        extraArgs: ledger.extraArgs(),
      },
    ),
  );
  trade.allocations.push(...cidOf(result?.output));
};

const trade = steps(
  fc.record({ legs, by: fc.constantFrom(...executors), isV1: rarely, twice: rarely, ...terms }),
  (world, { legs: drawnLegs, by, isV1, twice, ...drawn }) => {
    const id = `trade ${world.next()}`;
    const made: Trade = {
      settlement: { executors: by, id, cid: undefined, meta: noMeta },
      legs: drawnLegs.map((leg, index) => ({
        transferLegId: `leg ${twice ? 0 : index}`,
        sender: basicAccount(leg.sender),
        receiver: basicAccount(leg.receiver),
        amount: cents(leg.amount),
        instrumentId: "Amulet",
        meta: noMeta,
      })),
      allocations: [],
    };
    world.trades.push(made);
    const parties = new Set(drawnLegs.flatMap(({ sender, receiver }) => [sender, receiver]));
    const byV1 = isV1 && drawnLegs.length === 1;
    if (byV1) allocateV1(world, made, drawn);
    for (const party of parties)
      if (!byV1 || party !== drawnLegs[0]?.sender) allocateFor(world, made, party, drawn);
  },
);

const settle = steps(
  fc.record({
    which,
    without: rarely,
    by: fc.constantFrom("executors", "executors", "executors", "one"),
    extra: fc.constantFrom(undefined, undefined, undefined, 40),
    funding: fc.constantFrom(undefined, undefined, undefined, 200),
  }),
  (world, { which: at, without, by, extra, funding }) => {
    const { ledger } = world;
    const found = pick(world.trades, at);
    if (found === undefined) return;
    const { settlement, allocations } = found;
    const actors = by === "one" ? settlement.executors.slice(0, 1) : settlement.executors;
    const settled = without ? allocations.slice(1) : allocations;
    const isIterated = extra !== undefined || funding !== undefined;
    const further = {
      transferLegId: `extra ${world.next()}`,
      sender: found.legs[0]?.sender ?? basicAccount(provider),
      receiver: found.legs[0]?.receiver ?? basicAccount(provider),
      amount: cents(extra ?? 1),
      instrumentId: "Amulet",
      meta: noMeta,
    };
    const legsNow = extra === undefined ? found.legs : [...found.legs, further];
    const payloads = new Map(
      ledger.active(AmuletAllocationV2).map(({ contractId, payload }) => [contractId, payload]),
    );
    const sideFor = (cid: string) =>
      extra === undefined
        ? []
        : sidesOf([further], payloads.get(cid)?.allocation.authorizer.owner ?? "");
    const result = world.attempt(() =>
      ledger.exercise(actors, allocationV2.SettlementFactory_SettleBatch, ledger.externalRules, {
        settlement,
        transferLegs: legsNow,
        allocations: settled.map((allocationCid) => ({
          allocationCid,
          extraTransferLegSides: sideFor(allocationCid),
          nextIterationFunding:
            funding === undefined ? undefined : new Map([["Amulet", cents(funding)]]),
        })),
        actors,
        extraArgs: ledger.extraArgs(),
      }),
    );
    if (result === undefined) return;
    const next = result.allocationSettleResults.flatMap(({ output }) =>
      output.tag === "AllocationResult_Settled" &&
      output.value.nextIterationAllocationCid !== undefined
        ? [output.value.nextIterationAllocationCid]
        : [],
    );
    world.trades.splice(world.trades.indexOf(found), 1);
    if (isIterated && next.length > 0)
      world.trades.push({ settlement, legs: [], allocations: next });
  },
);

const allocationEnds = fc.record({
  which,
  way: fc.constantFrom("cancel", "withdraw", "expire", "expire many", "settle alone"),
  by: fc.constantFrom([provider], [provider, validator], [dso], ...owners.map((each) => [each])),
  isV1: rarely,
  gone: rarely,
});

const endAllocation = steps(allocationEnds, (world, { which: at, way, by, isV1, gone }) => {
  const { ledger } = world;
  const cid = pick(world.allocations, at);
  if (cid === undefined) return;
  const extraArgs = ledger.extraArgs({ "expire-lock": !gone });
  const argument = { actors: by, extraArgs };
  world.attempt(() => {
    switch (way) {
      case "cancel":
        return isV1
          ? ledger.run(by, allocationV1.Allocation_Cancel, cid, { extraArgs }).event
          : ledger.run(by, allocationV2.Allocation_Cancel, cid, argument).event;
      case "withdraw":
        return isV1
          ? ledger.run(by, allocationV1.Allocation_Withdraw, cid, { extraArgs }).event
          : ledger.run(by, allocationV2.Allocation_Withdraw, cid, argument).event;
      case "settle alone": {
        const settling = { extraTransferLegSides: [], nextIterationFunding: undefined };
        const all = { ...argument, actors: [dso, ...by], ...settling };
        return ledger.run(all.actors, allocationV2.Allocation_Settle, cid, all).event;
      }
      case "expire":
        return ledger.run([dso], allocationV2.Allocation_Cancel, cid, { actors: [dso], extraArgs })
          .event;
      default:
        return expireMany(world, [cid], by);
    }
  });
});

const expireMany = (
  { ledger }: V2World,
  cids: ReadonlyArray<string>,
  observers: ReadonlyArray<string>,
) =>
  ledger.submit(
    [dso],
    [
      {
        kind: "ExerciseCommand",
        templateId: "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
        contractId: ledger.externalRules,
        choice: "ExternalPartyAmuletRules_ExpireAmuletAllocationsV2",
        choiceArgument: {
          cancellations: cids.map((cid) => ({
            _1: cid,
            _2: allocationV2.Allocation_Cancel.argument.encode({
              actors: [dso],
              extraArgs: ledger.extraArgs(),
            }),
          })),
          observers,
        },
      },
    ],
  );

const unlock = steps(fc.record({ which }), (world, { which: at }) => {
  const { ledger } = world;
  const found = pick(ledger.active(LockedAmulet), at);
  if (found === undefined) return;
  const { owner: of } = found.payload.amulet;
  world.attempt(() => ledger.run([of], LockedAmulet_OwnerExpireLockV2, found.contractId, {}).event);
});

const pass = steps(fc.constantFrom(1, 30, 120, 130_000), ({ ledger }, minutes) =>
  ledger.pass(minutes * minute),
);

const weighted: ReadonlyArray<readonly [number, fc.Arbitrary<V2Step>]> = [
  [3, tap],
  [8, transfer],
  [5, endInstruction],
  [6, trade],
  [9, settle],
  [5, endAllocation],
  [1, unlock],
  [1, pass],
  ...walletV2Operations,
  ...batchingOperations,
];

/** Random histories of the token standard's second version. */
export const v2Histories = (maxLength: number): fc.Arbitrary<ReadonlyArray<V2Step>> =>
  fc.array(fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    maxLength,
    size: "max",
  });
