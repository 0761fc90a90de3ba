import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Complete,
  AcceptedTransferOffer_Expire,
  AcceptedTransferOffer_Withdraw,
  AmuletRules_BuyMemberTraffic,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Expire,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
} from "../../src/index.js";
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
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { nearest, one } from "./naive-model.js";

const bytesPerMb = 1_000_000n;

/**
 * What traffic costs: MB times the price per MB, at the price of the coin; rounded to ten places
 * each time.
 */
export const trafficCost = ({ ledger, round }: LawWorld, bytes: bigint): bigint => {
  const { extraTrafficPrice } = ledger.config.decentralizedSynchronizer.fees;
  const usd = nearest(nearest(bytes * one, bytesPerMb) * extraTrafficPrice, one);
  return nearest(usd * one, round.price);
};

const buyTraffic = operation({
  name: "buy traffic",
  weight: 4,
  flow: "burns",
  data: fc.record({
    buyer: user,
    by: actor,
    bytes: fc.oneof(
      fc.bigInt({ min: 199_999n, max: 200_001n }),
      fc.bigInt({ min: 0n, max: 3_000_000n }),
    ),
    picks,
  }),
  plan: (world, { buyer, by = buyer, bytes, picks: picked }) => {
    const { ledger, model } = world;
    const chosen = chosenBy(world, buyer, picked);
    const cost = trafficCost(world, bytes);
    return attempt(
      by === buyer &&
        world.roundIsOpen &&
        bytes >= ledger.config.decentralizedSynchronizer.fees.minTopupAmount &&
        chosen.spendable &&
        cost <= chosen.sum,
      () =>
        ledger.run([by], AmuletRules_BuyMemberTraffic, ledger.rules, {
          inputs: chosen.inputs,
          context: ledger.context,
          provider: buyer,
          memberId: "PAR::law::1220",
          synchronizerId,
          migrationId: rightOf(int64From(0n)),
          trafficAmount: rightOf(int64From(bytes)),
          expectedDso: dso,
        }),
      () => {
        unlockSpent(world, chosen);
        model.burn(buyer, cost);
      },
    );
  },
});

interface Offer {
  readonly sender: string;
  readonly receiver: string;
  readonly units: bigint;
  readonly inUsd: boolean;
  readonly expiresAt: number;
}

const offersOf = (world: LawWorld) => world.notesOf<Offer>("offers");
const acceptedOf = (world: LawWorld) => world.notesOf<Offer>("accepted offers");

const offer = happening({
  name: "make an offer",
  weight: 5,
  data: fc.record({
    sender: user,
    receiver: user,
    amount: fc.bigInt({ min: 1n, max: 50n * one }),
    inUsd: fc.boolean(),
    expiresIn: fromNow,
  }),
  act: (world, { sender, receiver, amount, inUsd, expiresIn }) => {
    const { ledger } = world;
    const expiresAt = ledger.now + expiresIn;
    const contractId = ledger.create([sender], TransferOffer, {
      sender,
      receiver,
      dso,
      amount: { amount: numericOf(amount), unit: inUsd ? "USDUnit" : "AmuletUnit" },
      description: "law",
      expiresAt: BigInt(expiresAt),
      trackingId: `law ${ledger.now} ${amount}`,
    });
    offersOf(world).set(contractId, { sender, receiver, units: amount, inUsd, expiresAt });
  },
});

const answer = operation({
  name: "answer an offer",
  weight: 8,
  data: fc.record({
    which: index,
    way: fc.constantFrom("accept", "accept", "accept", "reject", "withdraw", "expire"),
    by: actor,
  }),
  plan: (world, { which, way, by }) => {
    const { ledger } = world;
    const found = pick([...offersOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, made] = found;
    const isOver = ledger.now >= made.expiresAt;
    const needed = way === "withdraw" ? made.sender : made.receiver;
    const acting = by ?? needed;
    const mayAct =
      way === "expire" ? [made.sender, made.receiver].includes(acting) : acting === needed;
    return attempt<{ readonly acceptedTransferOffer?: string }>(
      mayAct && (way === "accept" ? !isOver : way !== "expire" || isOver),
      () => {
        if (way === "accept") return ledger.run([acting], TransferOffer_Accept, contractId, {});
        if (way === "reject")
          return { ...ledger.run([acting], TransferOffer_Reject, contractId, {}), result: {} };
        const done =
          way === "withdraw"
            ? ledger.run([acting], TransferOffer_Withdraw, contractId, { reason: "law" })
            : ledger.run([acting], TransferOffer_Expire, contractId, { actor: acting });
        return { ...done, result: {} };
      },
      ({ acceptedTransferOffer }) => {
        offersOf(world).delete(contractId);
        if (acceptedTransferOffer !== undefined) acceptedOf(world).set(acceptedTransferOffer, made);
      },
    );
  },
});

const pay = operation({
  name: "pay an accepted offer",
  weight: 12,
  data: fc.record({ which: index, by: actor, picks }),
  plan: (world, { which, by, picks: picked }) => {
    const { ledger, model } = world;
    const found = pick([...acceptedOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { sender, receiver, units: asked, inUsd, expiresAt }] = found;
    const chosen = chosenBy(world, sender, picked);
    const amount = inUsd ? nearest(asked * one, world.round.price) : asked;
    // the wallet provider acts too, and may be the sender itself
    const acting = [by ?? sender, validator];
    return attempt(
      acting.includes(sender) &&
        ledger.now < expiresAt &&
        world.roundIsOpen &&
        chosen.spendable &&
        amount > 0n &&
        amount <= chosen.sum,
      () =>
        ledger.run(acting, AcceptedTransferOffer_Complete, contractId, {
          inputs: chosen.inputs,
          transferContext: ledger.paymentContext(),
          walletProvider: validator,
        }),
      () => {
        acceptedOf(world).delete(contractId);
        unlockSpent(world, chosen);
        model.move(sender, receiver, amount);
      },
    );
  },
});

const giveUp = operation({
  name: "end an accepted offer",
  weight: 3,
  data: fc.record({
    which: index,
    way: fc.constantFrom("abort", "withdraw", "expire"),
    by: actor,
  }),
  plan: (world, { which, way, by }) => {
    const { ledger } = world;
    const found = pick([...acceptedOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { sender, receiver, expiresAt }] = found;
    const needed = way === "withdraw" ? receiver : sender;
    const acting = by ?? needed;
    const mayAct = way === "expire" ? [sender, receiver].includes(acting) : acting === needed;
    const reason = "law";
    return attempt<unknown>(
      mayAct && (way !== "expire" || ledger.now >= expiresAt),
      () => {
        if (way === "abort")
          return ledger.run([acting], AcceptedTransferOffer_Abort, contractId, { reason });
        return way === "withdraw"
          ? ledger.run([acting], AcceptedTransferOffer_Withdraw, contractId, { reason })
          : ledger.run([acting], AcceptedTransferOffer_Expire, contractId, { actor: acting });
      },
      () => void acceptedOf(world).delete(contractId),
    );
  },
});

/** What wallets do: offers of the older kind, and traffic. */
export const walletOperations: ReadonlyArray<Operation> = [buyTraffic, offer, answer, pay, giveUp];
