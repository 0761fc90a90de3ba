import { useCallback } from "react";
import { Link } from "wouter";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { StrangerText } from "../base/stranger-text.js";
import { PartyChip } from "../people/party-chip.js";
import { Countdown } from "../time/countdown.js";
import { TimeStamp } from "../time/time-stamp.js";
import { itemAmount } from "./item-amount.js";
import type { Line } from "./line.js";
import { WaitingActions } from "./waiting-actions.js";
import { reasonText, waitingKind, waitingTitle } from "./waiting-words.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

const isTransfer = ({ kind, direction }: WaitingItem): boolean =>
  direction === "received" && (kind === "transfer-offer" || kind === "transfer-instruction");

/** What is sent most says its memo alone. */
const isPlain = ({ kind }: WaitingItem): boolean =>
  kind === "transfer-offer" || kind === "transfer-instruction" || kind === "token-transfer";

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
        amount: itemAmount(item, true),
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
