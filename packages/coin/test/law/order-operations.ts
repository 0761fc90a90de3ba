import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Complete,
  BuyTrafficRequest_Expire,
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand_Expire,
  TransferCommand_Send,
  TransferCommandCounter,
} from "../../src/index.js";
import { TransferCommand_Withdraw } from "../../src/amulet/command/transfer-command.js";
import { dso, rightOf, synchronizerId, validator } from "../coin-fixture.js";
import {
  actor,
  chosenBy,
  fromNow,
  happening,
  index,
  numericOf,
  operation,
  type Operation,
  pick,
  picks,
  rarely,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { one } from "./naive-model.js";
import { preapprovalsOf } from "./preapproval-operations.js";
import { trafficCost } from "./wallet-operations.js";

const int = (value: number | bigint) => rightOf(int64From(value));

interface Ordered {
  readonly sender: string;
  readonly receiver: string;
  readonly delegate: string;
  readonly units: bigint;
  readonly nonce: number;
  readonly expiresAt: number;
}

const ordersOf = (world: LawWorld) => world.notesOf<Ordered>("transfer commands");
const noncesOf = (world: LawWorld) => world.notesOf<number>("next nonces");

/** The counter of a sender, which the DSO makes once. */
const counterOf = (world: LawWorld, sender: string): string => {
  const { ledger } = world;
  const known = ledger
    .active(TransferCommandCounter)
    .find(({ payload }) => payload.sender === sender);
  if (known !== undefined) return known.contractId;
  noncesOf(world).set(sender, 0);
  return ledger.create([dso], TransferCommandCounter, { dso, sender, nextNonce: int(0) });
};

const order = operation({
  name: "order a transfer",
  weight: 6,
  data: fc.record({
    sender: user,
    approval: index,
    delegate: user,
    amount: fc.bigInt({ min: 0n, max: 30n * one }),
    early: rarely(fc.constantFrom(-1, 1), 6),
    expiresIn: fromNow,
    by: actor,
  }),
  plan: (world, { sender, approval, delegate, amount, early = 0, expiresIn, by = sender }) => {
    const { ledger } = world;
    // mostly to someone with a preapproval, where there is one
    const receiver = pick([...preapprovalsOf(world).values()], approval)?.receiver ?? sender;
    counterOf(world, sender);
    const nonce = Math.max(0, (noncesOf(world).get(sender) ?? 0) + early);
    const expiresAt = ledger.now + expiresIn;
    const ordered = { sender, receiver, delegate, nonce, expiresAt, units: amount };
    return attempt(
      by === sender && expiresIn > 0,
      () =>
        ledger.run([by], ExternalPartyAmuletRules_CreateTransferCommand, ledger.externalRules, {
          sender,
          receiver,
          delegate,
          amount: numericOf(amount),
          expiresAt: BigInt(expiresAt),
          nonce: int(nonce),
          description: undefined,
          expectedDso: dso,
        }),
      ({ transferCommandCid }) => void ordersOf(world).set(transferCommandCid, ordered),
    );
  },
});

const send = operation({
  name: "send an ordered transfer",
  weight: 9,
  data: fc.record({ which: index, picks, without: rarely(fc.constant(true), 6), by: actor }),
  plan: (world, { which, picks: picked, without, by }) => {
    const { ledger, model } = world;
    const found = pick([...ordersOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { sender, receiver, delegate, units, nonce, expiresAt }] = found;
    const chosen = chosenBy(world, sender, picked);
    const approval =
      without === true
        ? undefined
        : [...preapprovalsOf(world)].find(([, it]) => it.receiver === receiver);
    const counter = counterOf(world, sender);
    const next = noncesOf(world).get(sender) ?? 0;
    const acting = by ?? delegate;
    const isTurn = nonce === next;
    const sends = isTurn && approval !== undefined;
    const canSend =
      approval !== undefined &&
      ledger.now < expiresAt &&
      ledger.now < approval[1].expiresAt &&
      world.roundIsOpen &&
      chosen.spendable &&
      units > 0n &&
      units <= chosen.sum;
    return attempt(
      acting === delegate && nonce <= next && (!sends || canSend),
      () =>
        ledger.run(
          [acting],
          TransferCommand_Send,
          contractId,
          {
            context: ledger.paymentContext(),
            inputs: chosen.inputs,
            transferPreapprovalCidO: approval?.[0],
            transferCounterCid: counter,
          },
          { readAs: [dso, sender, receiver] },
        ),
      ({ result }) => {
        ordersOf(world).delete(contractId);
        if (isTurn) noncesOf(world).set(sender, next + 1);
        const succeeded = result.tag === "TransferCommandResultSuccess";
        if (succeeded !== sends) throw new Error(`${result.tag} of nonce ${nonce} at ${next}`);
        if (!sends) return;
        unlockSpent(world, chosen);
        model.move(sender, receiver, units);
      },
    );
  },
});

const endOrder = operation({
  name: "end an ordered transfer",
  weight: 2,
  data: fc.record({ which: index, withdraws: fc.boolean(), by: actor }),
  plan: (world, { which, withdraws, by }) => {
    const { ledger } = world;
    const found = pick([...ordersOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { sender, delegate, expiresAt }] = found;
    const acting = by ?? sender;
    return attempt<unknown>(
      withdraws
        ? acting === sender
        : [dso, sender, delegate].includes(acting) && expiresAt <= ledger.now,
      () =>
        withdraws
          ? ledger.run([acting], TransferCommand_Withdraw, contractId, {})
          : ledger.run([acting], TransferCommand_Expire, contractId, { p: acting }),
      () => void ordersOf(world).delete(contractId),
    );
  },
});

interface Requested {
  readonly buyer: string;
  readonly bytes: bigint;
  readonly expiresAt: number;
}

const requestsOf = (world: LawWorld) => world.notesOf<Requested>("traffic requests");

const request = happening({
  name: "request traffic",
  weight: 4,
  data: fc.record({
    buyer: user,
    bytes: fc.bigInt({ min: 150_000n, max: 2_000_000n }),
    expiresIn: fromNow,
  }),
  act: (world, { buyer, bytes, expiresIn }) => {
    const { ledger } = world;
    const expiresAt = ledger.now + expiresIn;
    const contractId = ledger.create([buyer], BuyTrafficRequest, {
      dso,
      endUserParty: buyer,
      expiresAt: BigInt(expiresAt),
      trackingId: `law ${ledger.now} ${bytes}`,
      trafficAmount: int(bytes),
      memberId: "PAR::law::1220",
      synchronizerId,
      migrationId: int(0),
    });
    requestsOf(world).set(contractId, { buyer, bytes, expiresAt });
  },
});

const buyRequested = operation({
  name: "buy requested traffic",
  weight: 7,
  flow: "burns",
  data: fc.record({ which: index, picks, by: actor }),
  plan: (world, { which, picks: picked, by }) => {
    const { ledger, model } = world;
    const found = pick([...requestsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { buyer, bytes, expiresAt }] = found;
    const chosen = chosenBy(world, buyer, picked);
    const cost = trafficCost(world, bytes);
    const acting = [by ?? buyer, validator];
    return attempt(
      acting.includes(buyer) &&
        ledger.now < expiresAt &&
        world.roundIsOpen &&
        bytes >= ledger.config.decentralizedSynchronizer.fees.minTopupAmount &&
        chosen.spendable &&
        cost <= chosen.sum,
      () =>
        ledger.run(acting, BuyTrafficRequest_Complete, contractId, {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: validator,
        }),
      () => {
        requestsOf(world).delete(contractId);
        unlockSpent(world, chosen);
        model.burn(buyer, cost);
      },
    );
  },
});

const endRequest = operation({
  name: "end a request for traffic",
  weight: 2,
  data: fc.record({ which: index, cancels: fc.boolean(), by: actor }),
  plan: (world, { which, cancels, by }) => {
    const { ledger } = world;
    const found = pick([...requestsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { buyer, expiresAt }] = found;
    const acting = by ?? buyer;
    return attempt<unknown>(
      acting === buyer && (cancels ? ledger.now < expiresAt : expiresAt <= ledger.now),
      () =>
        cancels
          ? ledger.run([acting], BuyTrafficRequest_Cancel, contractId, { reason: "law" })
          : ledger.run([acting], BuyTrafficRequest_Expire, contractId, {}),
      () => void requestsOf(world).delete(contractId),
    );
  },
});

/** What is ordered first and carried out later: transfers of external parties, and traffic. */
export const orderOperations: ReadonlyArray<Operation> = [
  order,
  send,
  endOrder,
  request,
  buyRequested,
  endRequest,
];
