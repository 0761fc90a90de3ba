import { Link } from "wouter";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { StrangerText } from "../base/stranger-text.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { Countdown } from "../time/countdown.js";
import type { Row } from "./rows.js";
import { WaitingActions } from "./waiting-actions.js";
import { reasonText, waitingTitle } from "./waiting-words.js";

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

const lineOf = (item: WaitingItem, reason: string, hook: string | undefined) => {
  const until = item.expires_at ?? undefined;
  if (until === undefined) return reason;
  return (
    <>
      {reason} ·{" "}
      <span className={hook === undefined ? undefined : `${hook}-expiry`}>
        <Countdown until={until} />
      </span>
    </>
  );
};

/** Makes rows of what waits: what it is, for how much, until when, and what can be done. */
export const useWaitingRow = (): ((item: WaitingItem) => Row) => {
  const { coin } = useSiteConfig().names;
  const locale = useLocale();
  return (item) => {
    const amount = changeOf(item);
    const [party = ""] = item.counterparties;
    const memo = item.description ?? "";
    const hook = isTransfer(item) ? "transfer-offer" : undefined;
    return {
      key: item.contract_id,
      title: (
        <>
          <Link to={`/wallet/inbox/${item.contract_id}`}>{waitingTitle(item)}</Link>{" "}
          {party === "" ? null : (
            <PartyChip party={party} {...(hook === undefined ? {} : { hook: `${hook}-sender` })} />
          )}
        </>
      ),
      end: amount === undefined ? null : <Amount value={amount} isChange />,
      lines: [
        memo === "" ? undefined : <StrangerText text={memo} />,
        lineOf(item, reasonText(item.reason, coin, locale), hook),
      ],
      actions: <WaitingActions item={item} />,
      ...(hook === undefined ? {} : { hook }),
    };
  };
};
