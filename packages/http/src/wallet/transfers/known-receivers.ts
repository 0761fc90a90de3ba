import type { PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { counterpartiesOf, looksLike, ownChangeOf } from "@tallystick/wallet";

/** Items of a history that are looked at, and those read at once. */
const maxItems = 1_000;
const itemsAtOnce = 100;
/** Look-alikes that are named. */
const maxSimilar = 5;

/** What a party's history says of a receiver. */
interface KnownReceiver {
  /** When it last sent the receiver something; undefined: never, in what was looked at. */
  readonly lastSentAt: number | undefined;
  /** Other counterparties that the receiver can be taken for. */
  readonly similar: ReadonlyArray<PartyId>;
}

/** Looks into the newest items of the sender's history. */
export const knownReceiver = (
  { views }: Pick<Wallet, "views">,
  sender: PartyId,
  receiver: PartyId,
): KnownReceiver => {
  const next = views.searchHistory(sender, { terms: [] });
  const similar = new Set<PartyId>(looksLike(receiver, sender) ? [sender] : []);
  let lastSentAt: number | undefined;
  let before: number | undefined;
  for (let seen = 0; seen < maxItems; seen += itemsAtOnce) {
    const batch = next(before, itemsAtOnce);
    for (const { item, at } of batch.items) {
      const others = counterpartiesOf(item, sender);
      const wasSent = (ownChangeOf(item, sender) ?? 0n) < 0n;
      if (wasSent && others.includes(receiver)) lastSentAt ??= at;
      for (const other of others) if (looksLike(receiver, other)) similar.add(other);
    }
    if (batch.before === undefined) break;
    ({ before } = batch);
  }
  return { lastSentAt, similar: [...similar].sort().slice(0, maxSimilar) };
};
