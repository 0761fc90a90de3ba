import fc from "fast-check";
import {
  TransferPreapproval_Cancel,
  TransferPreapproval_Expire,
  TransferPreapproval_Send,
  TransferPreapproval_SendV2,
} from "../../src/index.js";
import { TransferPreapproval_Renew } from "../../src/amulet/preapproval/transfer-preapproval.js";
import { AmuletRules_CreateTransferPreapproval } from "../../src/amulet/preapproval/amulet-rules-preapproval.js";
import { cc, dso, minute } from "../coin-fixture.js";
import {
  actor,
  chosenBy,
  index,
  numericOf,
  operation,
  type Operation,
  partOf,
  pick,
  picks,
  rarely,
  share,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { nearest, one } from "./naive-model.js";

interface Preapproval {
  readonly receiver: string;
  readonly provider: string;
  readonly expiresAt: number;
}

/** The preapprovals there are, by contract id. */
export const preapprovalsOf = (world: LawWorld) => world.notesOf<Preapproval>("preapprovals");

const microsPerDay = 86_400_000_000n;

/** What a lifetime costs: days times the fee, at the price; rounded to ten places each time. */
const feeOf = ({ ledger, round }: LawWorld, lifetimeMicros: number): bigint => {
  const days = nearest(BigInt(lifetimeMicros) * one, microsPerDay);
  const usd = nearest(days * (ledger.config.transferPreapprovalFee ?? cc("0.00274")), one);
  return nearest(usd * one, round.price);
};

const lifetime = fc.integer({ min: -2, max: 200_000 }).map((minutes) => minutes * minute);

const create = operation({
  name: "create a preapproval",
  weight: 5,
  flow: "burns",
  data: fc.record({
    provider: user,
    receiver: user,
    lifetime,
    picks,
    alone: fc.constantFrom(false, false, false, true),
  }),
  plan: (world, { provider, receiver, lifetime: lifetimeMicros, picks: picked, alone }) => {
    const { ledger, model } = world;
    const chosen = chosenBy(world, provider, picked);
    const expiresAt = ledger.now + lifetimeMicros;
    const fee = lifetimeMicros > 0 ? feeOf(world, lifetimeMicros) : 0n;
    return attempt(
      (!alone || provider === receiver) &&
        lifetimeMicros > 0 &&
        world.roundIsOpen &&
        chosen.spendable &&
        fee <= chosen.sum,
      () =>
        ledger.run(
          alone ? [provider] : [provider, receiver],
          AmuletRules_CreateTransferPreapproval,
          ledger.rules,
          {
            context: ledger.paymentContext(),
            inputs: chosen.inputs,
            receiver,
            provider,
            expiresAt: BigInt(expiresAt),
            expectedDso: dso,
          },
        ),
      ({ transferPreapprovalCid }) => {
        unlockSpent(world, chosen);
        if (fee > 0n) model.burn(provider, fee);
        preapprovalsOf(world).set(transferPreapprovalCid, { receiver, provider, expiresAt });
      },
    );
  },
});

const renew = operation({
  name: "renew a preapproval",
  weight: 6,
  flow: "burns",
  data: fc.record({ which: index, lifetime, picks, by: actor }),
  plan: (world, { which, lifetime: more, picks: picked, by }) => {
    const { ledger, model } = world;
    const found = pick([...preapprovalsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, preapproval] = found;
    const { provider, expiresAt } = preapproval;
    const chosen = chosenBy(world, provider, picked);
    const fee = more > 0 ? feeOf(world, more) : 0n;
    const acting = by ?? provider;
    return attempt(
      acting === provider &&
        ledger.now < expiresAt &&
        more > 0 &&
        world.roundIsOpen &&
        chosen.spendable &&
        fee <= chosen.sum,
      () =>
        ledger.run([acting], TransferPreapproval_Renew, contractId, {
          context: ledger.paymentContext(),
          inputs: chosen.inputs,
          newExpiresAt: BigInt(expiresAt + more),
        }),
      ({ transferPreapprovalCid }) => {
        unlockSpent(world, chosen);
        if (fee > 0n) model.burn(provider, fee);
        preapprovalsOf(world).delete(contractId);
        const renewed = { ...preapproval, expiresAt: expiresAt + more };
        preapprovalsOf(world).set(transferPreapprovalCid, renewed);
      },
    );
  },
});

const end = operation({
  name: "end a preapproval",
  weight: 3,
  data: fc.record({ which: index, by: actor, byProvider: fc.boolean(), wrongTime: rarely(index) }),
  plan: (world, { which, by, byProvider, wrongTime }) => {
    const { ledger } = world;
    const found = pick([...preapprovalsOf(world)], which);
    if (found === undefined) return undefined;

    const [contractId, { receiver, provider, expiresAt }] = found;
    const isOver = ledger.now >= expiresAt;
    const expires = wrongTime === undefined ? isOver : !isOver;
    const acting = by ?? (expires ? dso : byProvider ? provider : receiver);
    return attempt(
      expires ? isOver && acting === dso : !isOver && [receiver, provider].includes(acting),
      () =>
        expires
          ? ledger.run([acting], TransferPreapproval_Expire, contractId, {})
          : ledger.run([acting], TransferPreapproval_Cancel, contractId, { p: acting }),
      () => void preapprovalsOf(world).delete(contractId),
    );
  },
});

const send = operation({
  name: "transfer in one step",
  weight: 6,
  data: fc.record({ from: user, which: index, picks, part: share, by: actor, newer: fc.boolean() }),
  plan: (world, { from, which, picks: picked, part, by = from, newer }) => {
    const { ledger, model } = world;
    const found = pick([...preapprovalsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { receiver, expiresAt }] = found;
    const chosen = chosenBy(world, from, picked);
    const units = partOf(chosen.sum, part);
    const argument = {
      inputs: chosen.inputs,
      amount: numericOf(units),
      sender: from,
      description: undefined,
    };
    return attempt<unknown>(
      by === from &&
        ledger.now < expiresAt &&
        (newer || world.roundIsOpen) &&
        chosen.spendable &&
        units > 0n &&
        units <= chosen.sum,
      () =>
        newer
          ? ledger.run([by], TransferPreapproval_SendV2, contractId, {
              ...argument,
              context: {
                externalPartyConfigState: ledger.configState,
                featuredAppRight: undefined,
              },
            })
          : ledger.run([by], TransferPreapproval_Send, contractId, {
              ...argument,
              context: ledger.paymentContext(),
            }),
      () => {
        unlockSpent(world, chosen);
        model.move(from, receiver, units);
      },
    );
  },
});

/** Preapprovals, and the transfers in one step that they allow. */
export const preapprovalOperations: ReadonlyArray<Operation> = [create, renew, end, send];
