import type { WaitingItem } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { InboxItem } from "./inbox-item.js";
import { WaitingActions } from "./waiting-actions.js";
import { reasonText, waitingTitle } from "./waiting-words.js";

/** Whoever receives one of these is to pay. */
const requests: ReadonlySet<WaitingItem["kind"]> = new Set([
  "payment-request",
  "subscription-request",
  "allocation-request",
]);

/** What a change of the balance by this would be; undefined where it is in another unit. */
export const changeOf = ({ amount, direction, kind }: WaitingItem): string | undefined => {
  if (amount?.unit !== "AmuletUnit") return undefined;
  // who pays has received the request
  const comes = (direction === "received") !== requests.has(kind);
  return comes ? amount.amount : `-${amount.amount}`;
};

const isTransfer = ({ kind, direction }: WaitingItem): boolean =>
  direction === "received" && (kind === "transfer-offer" || kind === "transfer-instruction");

/** An item of the inbox with what can be done. */
export const Waiting = ({ item }: { readonly item: WaitingItem }) => {
  const { coin } = useSiteConfig().names;
  const amount = changeOf(item);
  const [party = ""] = item.counterparties;
  return (
    <InboxItem
      title={waitingTitle(item)}
      to={`/wallet/inbox/${item.contract_id}`}
      party={party}
      {...(amount === undefined ? {} : { amount })}
      memo={item.description ?? ""}
      expiresAt={item.expires_at ?? undefined}
      reason={reasonText(item.reason, coin, useLocale())}
      actions={<WaitingActions item={item} />}
      {...(isTransfer(item) ? { hook: "transfer-offer" } : {})}
    />
  );
};
