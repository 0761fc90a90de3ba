import fc from "fast-check";
import { coinInstrument } from "../../src/index.js";
import {
  BatchingUtility,
  BatchingUtility_ExecuteBatch,
  type TokenStandardAction,
} from "../../src/delegation/batching-utility.js";
import type { HoldingMap } from "../../src/delegation/holding-map.js";
import { basicAccount } from "../../src/token-standard/accounts.js";
import { senderSide } from "../../src/token-standard/legs.js";
import { coinLeg, settlementOf } from "../allocation-fixture.js";
import { dso, provider } from "../coin-fixture.js";
import { owner, rarely, steps, type V2Step, which } from "./v2-step.js";
import { accountOf, cents, noMeta, pick, type V2World } from "./v2-world.js";

type Action = TokenStandardAction;

/** The coins of a user as the inputs of a batch. */
export const holdingsOf = (user: string, coins: ReadonlyArray<string>) => ({
  byAdminAndAccount: [
    [{ admin: dso, account: basicAccount(user) }, new Map([["Amulet", coins]])] as const,
  ],
});

const drawn = fc.record({
  kind: fc.nat(11),
  which,
  other: owner,
  amount: fc.nat(400),
  odd: rarely,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer D> ? D : never;

/** A payment, in either version of the token standard; its inputs are the batch's. */
export const payment = (
  { ledger }: Pick<V2World, "ledger">,
  version: 1 | 2,
  user: string,
  other: string,
  amount: string,
  odd = false,
): Action => {
  const transfer = ledger.transferOf(user, other, amount, { inputHoldingCids: [] });
  const extraArgs = ledger.extraArgs();
  const cid = ledger.externalRules;
  if (version === 1) {
    const argument = { expectedAdmin: dso, transfer, extraArgs };
    return { tag: "TSA_TransferFactory_TransferV1", value: { cid, arg: argument } };
  }
  const between = { sender: basicAccount(user), receiver: accountOf(other, odd) };
  const arg = { transfer: { ...transfer, ...between }, actors: [user], extraArgs };
  return { tag: "TSA_TransferFactory_TransferV2", value: { cid, arg } };
};

const allocating = (
  { ledger, next }: { ledger: V2World["ledger"]; next: number },
  version: 1 | 2,
  user: string,
  { other, amount, odd }: Drawn,
): Action => {
  const cid = ledger.externalRules;
  const requestedAt = BigInt(ledger.now);
  const common = { requestedAt, inputHoldingCids: [], extraArgs: ledger.extraArgs() };
  const transferLegId = `batch ${next}`;
  const terms = { amount: cents(amount), meta: noMeta };
  if (version === 1) {
    const settlement = settlementOf(ledger);
    const transferLeg = coinLeg({ sender: user, receiver: other, ...terms });
    const allocation = { settlement, transferLegId, transferLeg };
    const arg = { ...common, expectedAdmin: dso, allocation };
    return { tag: "TSA_AllocationFactory_AllocateV1", value: { cid, arg } };
  }
  const [sender, receiver] = [accountOf(user, odd), basicAccount(other)];
  const leg = { ...terms, transferLegId, sender, receiver, instrumentId: "Amulet" };
  const allocation = {
    admin: dso,
    authorizer: sender,
    transferLegSides: [senderSide(leg)],
    settlementDeadline: undefined,
    nextIterationFunding: undefined,
    committed: false,
    meta: noMeta,
  };
  const settlement = { executors: [provider], id: "batch", cid: undefined, meta: noMeta };
  const arg = { ...common, settlement, allocation, actors: [user] };
  return { tag: "TSA_AllocationFactory_AllocateV2", value: { cid, arg } };
};

const ofV1 = [
  "TSA_TransferInstruction_AcceptV1",
  "TSA_TransferInstruction_RejectV1",
  "TSA_TransferInstruction_WithdrawV1",
  "TSA_Allocation_WithdrawV1",
] as const;
const ofV2 = [
  "TSA_TransferInstruction_AcceptV2",
  "TSA_TransferInstruction_RejectV2",
  "TSA_TransferInstruction_WithdrawV2",
  "TSA_Allocation_WithdrawV2",
] as const;

const actionOf = (world: V2World, user: string, each: Drawn): ReadonlyArray<Action> => {
  const { ledger } = world;
  const { kind, other, amount, odd } = each;
  if (kind < 2) return [payment(world, kind === 0 ? 1 : 2, user, other, `${amount}`, odd)];
  if (kind < 4) return [allocating({ ledger, next: world.next() }, kind === 2 ? 1 : 2, user, each)];
  const at = kind % 4;
  const cid = pick(at === 3 ? world.allocations : world.instructions, each.which);
  if (cid === undefined) return [];
  const extraArgs = ledger.extraArgs();
  return kind < 8
    ? [{ tag: ofV1[at] ?? ofV1[0], value: { cid, arg: { extraArgs } } }]
    : [{ tag: ofV2[at] ?? ofV2[0], value: { cid, arg: { extraArgs, actors: [user] } } }];
};

/** A user carries out several actions at once. */
const batch = steps(
  fc.record({
    user: owner,
    stranger: rarely,
    other: owner,
    gold: rarely,
    archiveAfterExecution: fc.boolean(),
    actions: fc.array(drawn, { maxLength: 4 }),
  }),
  (world, { user, stranger, other, gold, archiveAfterExecution, actions }) => {
    const { ledger } = world;
    const utility = ledger.create([user], BatchingUtility, { user });
    const [coins, others] = [ledger.coinsOf(user), ledger.coinsOf(other)];
    const own = holdingsOf(user, coins).byAdminAndAccount;
    const split = new Map([
      [coinInstrument(dso).id, coins.slice(1)],
      ["Gold", coins.slice(0, 1)],
    ]);
    const account = { admin: dso, account: basicAccount(user) };
    const inputHoldingMap: HoldingMap = {
      byAdminAndAccount: [
        ...(gold ? [[account, split] as const] : own),
        ...(stranger && other !== user ? holdingsOf(other, others).byAdminAndAccount : []),
      ],
    };
    world.attempt(
      () =>
        ledger.run([user], BatchingUtility_ExecuteBatch, utility, {
          inputHoldingMap,
          actions: actions.flatMap((each) => actionOf(world, user, each)),
          archiveAfterExecution,
        }).event,
    );
  },
);

/** Batches of actions. */
export const batchingOperations: ReadonlyArray<readonly [number, fc.Arbitrary<V2Step>]> = [
  [4, batch],
];
