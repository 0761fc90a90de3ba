import type { ReactNode } from "react";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { Amount } from "../money/amount.js";
import { TokenAmount } from "../money/token-amount.js";
import { UnitAmount } from "../money/unit-amount.js";

/** Whoever receives one of these is to pay. */
const requests: ReadonlySet<WaitingItem["kind"]> = new Set([
  "payment-request",
  "subscription-request",
  "allocation-request",
  "allocation-request-v2",
]);

/** An amount with the sign that it has for the party: who pays has received the request. */
const asChange = ({ direction, kind }: WaitingItem, amount: string): string =>
  (direction === "received") !== requests.has(kind) ? amount : `-${amount}`;

/** What a change of the balance by this would be; undefined where it is in another unit. */
export const changeOf = (item: WaitingItem): string | undefined =>
  item.amount?.unit === "AmuletUnit" ? asChange(item, item.amount.amount) : undefined;

/**
 * How much an item is about, in its own unit; undefined where it has no amount.
 *
 * @param isChange with the sign that it has for the party
 */
export const itemAmount = (
  item: WaitingItem,
  isChange: boolean,
  decimals: "short" | "full" = "short",
): ReactNode => {
  const { amount, token } = item;
  const signed = (text: string): string => (isChange ? asChange(item, text) : text);
  if (token !== undefined && token !== null) {
    const { amount: text, instrument_admin: admin, instrument_id: id } = token;
    const how = { isChange, decimals };
    return <TokenAmount amount={signed(text)} admin={admin} id={id} {...how} />;
  }
  if (amount === undefined || amount === null) return undefined;
  return amount.unit === "AmuletUnit" ? (
    <Amount value={signed(amount.amount)} isChange={isChange} decimals={decimals} />
  ) : (
    <UnitAmount amount={amount} />
  );
};
