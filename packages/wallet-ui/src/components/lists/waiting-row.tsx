import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { StrangerText } from "../base/stranger-text.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { UnitAmount } from "../money/unit-amount.js";
import { Countdown } from "../time/countdown.js";
import { TimeStamp } from "../time/time-stamp.js";
import type { Line } from "./line.js";
import { WaitingActions } from "./waiting-actions.js";
import { reasonText, waitingKind, waitingTitle } from "./waiting-words.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

/** Whoever receives one of these is to pay. */
const requests: ReadonlySet<WaitingItem["kind"]> = new Set([
  "payment-request",
  "subscription-request",
  "allocation-request",
  "allocation-request-v2",
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

/** What is sent most says its memo alone. */
const isPlain = ({ kind }: WaitingItem): boolean =>
  kind === "transfer-offer" || kind === "transfer-instruction";

const What = ({ item }: { readonly item: WaitingItem }) => {
  const memo = item.description ?? "";
  const text = memo === "" ? null : <StrangerText text={memo} />;
  return (
    <>
      <Link to={`/wallet/inbox/${item.contract_id}`}>
        <span className="spoken">{waitingTitle(item)} </span>
        {isPlain(item) && text !== null ? (
          text
        ) : (
          <span aria-hidden="true">{waitingKind(item)}</span>
        )}
      </Link>{" "}
      {isPlain(item) ? null : text}
    </>
  );
};

const amountNode = (item: WaitingItem): ReactNode => {
  const change = changeOf(item);
  if (change !== undefined) return <Amount value={change} isChange />;
  return item.amount === undefined || item.amount === null ? null : (
    <UnitAmount amount={item.amount} />
  );
};

const nothing: ReadonlySet<string> = new Set();

/**
 * Makes lines of what waits: with whom, what it is, for how much, until when, and what can be done.
 *
 * @param busy items that are being decided together with others
 */
export const useWaitingLine = (busy = nothing): ((item: WaitingItem) => Line) => {
  const { coin } = useSiteConfig().names;
  const locale = useLocale();
  return useCallback(
    (item) => {
      const [party = ""] = item.counterparties;
      const until = item.expires_at ?? undefined;
      const hook = isTransfer(item) ? "transfer-offer" : undefined;
      const reason = reasonText(item.reason, coin, locale);
      return {
        who:
          party === "" ? null : (
            <PartyChip party={party} {...(hook === undefined ? {} : { hook: `${hook}-sender` })} />
          ),
        what: <What item={item} />,
        state: (
          <span
            title={reason}
            className={item.reason.code === "waiting-for-you" ? styles["plain"] : undefined}
          >
            {reason}
          </span>
        ),
        amount: amountNode(item),
        time:
          until === undefined ? <TimeStamp at={item.created_at} /> : <Countdown until={until} />,
        actions: busy.has(item.contract_id) ? (
          <span>{messages.action.busy}</span>
        ) : (
          <WaitingActions item={item} />
        ),
        hook,
        hooks: {
          state: styles["after"],
          time: hook === undefined ? undefined : `${hook}-expiry`,
        },
      };
    },
    [coin, locale, busy],
  );
};
