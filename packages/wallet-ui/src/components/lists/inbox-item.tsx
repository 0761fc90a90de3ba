import type { ReactNode } from "react";
import { Link } from "wouter";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { Countdown } from "../time/countdown.js";
import { StrangerText } from "../base/stranger-text.js";
import styles from "./lists.module.css";

/** Something that waits for someone: what it is, for how much, until when, and what can be done. */
export const InboxItem = ({
  title,
  to,
  party,
  amount,
  memo,
  expiresAt,
  reason,
  actions,
  hook = "",
}: {
  /** "Transfer from" or "You sent to" */
  readonly title: string;
  /** The page of the item. */
  readonly to?: string;
  readonly party: string;
  /** With its sign, as it changes the balance. */
  readonly amount?: string;
  readonly memo?: string;
  readonly expiresAt?: string | undefined;
  /** Why it waits, and what comes next. */
  readonly reason: string;
  readonly actions?: ReactNode;
  /** A class by which clients of the public wallet find it. */
  readonly hook?: string;
}) => (
  <li className={`${styles["inboxItem"]} ${hook}`}>
    <div className={styles["inboxHead"]}>
      {to === undefined ? <span>{title}</span> : <Link to={to}>{title}</Link>}{" "}
      {party === "" ? null : (
        <PartyChip party={party} {...(hook === "" ? {} : { hook: `${hook}-sender` })} />
      )}
    </div>
    {amount === undefined ? null : <Amount value={amount} isChange />}
    {memo === undefined || memo === "" ? null : (
      <p className={styles["memo"]}>
        <StrangerText text={memo} />
      </p>
    )}
    <p className={styles["reason"]}>
      {reason}
      {expiresAt === undefined ? null : (
        <>
          {" · "}
          <span className={hook === "" ? undefined : `${hook}-expiry`}>
            <Countdown until={expiresAt} />
          </span>
        </>
      )}
    </p>
    {actions}
  </li>
);

export const InboxList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles["plain"]}>{children}</ul>
);
