import { allocationV2, metadataKeys } from "@tallystick/coin";
import type { ExerciseNode } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type {
  BalanceChangeItem,
  HistoryEntry,
  HistoryItem,
  SettledLeg,
  TransactionSubtype,
  TransferItem,
} from "./history-item.js";
import { noAmount, shownAmount } from "./shown-amount.js";

/** The most legs with items of their own; what further ones move is in the rest of each owner. */
const maxLegs = 1_000;

/** The most characters of the ids of settlements and legs. */
const maxIdLength = 255;

type Base = Pick<HistoryItem, "transaction_subtype" | "event_id" | "date">;

/** The sum of amounts by party. */
class Sums {
  readonly #units = new Map<string, bigint>();

  parties(): ReadonlyArray<string> {
    return [...this.#units.keys()].sort();
  }

  of(party: string): bigint {
    return this.#units.get(party) ?? 0n;
  }

  add(party: string | undefined, units: bigint): void {
    if (party !== undefined) this.#units.set(party, this.of(party) + units);
  }
}

/**
 * How much of what was locked for a settlement is used by it: what owners have now, less what they
 * received, plus what they sent. Negative where more is locked for a further iteration.
 */
const releasedBy = (
  legs: ReadonlyArray<allocationV2.TransferLeg>,
  changes: ReadonlyMap<string, bigint>,
): Sums => {
  const released = new Sums();
  for (const [party, units] of changes) released.add(party, units);
  for (const { sender, receiver, amount } of legs) {
    released.add(sender.owner, amount);
    released.add(receiver.owner, -amount);
  }
  return released;
};

const legOf = (
  settlement: allocationV2.SettlementInfo,
  { transferLegId, amount, meta }: allocationV2.TransferLeg,
): { readonly settlement: SettledLeg; readonly description?: string } => {
  const description = meta.values.get(metadataKeys.reason);
  return {
    settlement: {
      id: settlement.id.slice(0, maxIdLength),
      leg_id: transferLegId.slice(0, maxIdLength),
      amount: shownAmount(amount),
    },
    ...(description === undefined ? {} : { description }),
  };
};

/** The item of a leg from an owner; the sender's amount is without what was locked for it. */
const sentEntry = (
  base: Base,
  leg: Partial<ReturnType<typeof legOf>>,
  sender: { readonly party: string; readonly units: bigint },
  receiver: { readonly party: string | undefined; readonly units: bigint },
): HistoryEntry => {
  const to = receiver.party;
  const item: TransferItem = {
    transaction_type: "transfer",
    ...base,
    sender: { party: sender.party, amount: shownAmount(sender.units) },
    receivers: to === undefined ? [] : [{ party: to, amount: shownAmount(receiver.units) }],
    holding_fees: noAmount,
    app_rewards_used: noAmount,
    validator_rewards_used: noAmount,
    sv_rewards_used: noAmount,
    development_fund_coupons_used: noAmount,
    ...leg,
  };
  const parties = [...new Set([sender.party, ...(to === undefined ? [] : [to])])].sort();
  return { item, parties };
};

const changeEntry = (
  base: Base,
  party: string,
  units: bigint,
  leg: Partial<ReturnType<typeof legOf>> = {},
): HistoryEntry => {
  const item: BalanceChangeItem = {
    transaction_type: "balance_change",
    ...base,
    receivers: [{ party, amount: shownAmount(units) }],
    ...leg,
  };
  return { item, parties: [party] };
};

/**
 * The items of a batch settlement: one of each leg, for its two parties, and one for each owner to
 * whom more or less is unlocked than legs explain. Together they are what the batch changed, to the
 * last unit.
 *
 * @param base of the items; a leg's place is added to its event id
 * @param unlocking how the unlocking of a rest is named
 * @param changes of each owner's unlocked coins
 */
export const settlementEntries = (
  { argument }: ExerciseNode,
  base: Base,
  unlocking: TransactionSubtype,
  changes: ReadonlyMap<string, bigint>,
): ReadonlyArray<HistoryEntry> => {
  const read = allocationV2.SettlementFactory_SettleBatch.argument.decode(argument);
  if (isLeft(read)) return [];
  const { settlement, transferLegs } = read.right;
  const [released, rest] = [releasedBy(transferLegs, changes), new Sums()];
  for (const [party, units] of changes) rest.add(party, units);
  const legs = transferLegs.slice(0, maxLegs).flatMap((leg, place): HistoryEntry[] => {
    const of = { ...base, event_id: `${base.event_id}:${place}` };
    const [sender, receiver, said] = [leg.sender.owner, leg.receiver.owner, legOf(settlement, leg)];
    rest.add(receiver, -leg.amount);
    if (sender === undefined)
      return receiver === undefined ? [] : [changeEntry(of, receiver, leg.amount, said)];
    const left = released.of(sender);
    const covered = left <= 0n ? 0n : left < leg.amount ? left : leg.amount;
    released.add(sender, -covered);
    rest.add(sender, leg.amount - covered);
    return [
      sentEntry(
        of,
        said,
        { party: sender, units: covered - leg.amount },
        { party: receiver, units: leg.amount },
      ),
    ];
  });
  const rests = rest.parties().flatMap((party, place): HistoryEntry[] => {
    const units = rest.of(party);
    if (units === 0n) return [];
    const of = { ...base, event_id: `${base.event_id}:rest:${place}` };
    // less than nothing is left over where more is locked for a further iteration
    return units < 0n
      ? [sentEntry(of, {}, { party, units }, { party: undefined, units: 0n })]
      : [changeEntry({ ...of, transaction_subtype: unlocking }, party, units)];
  });
  return [...legs, ...rests];
};
