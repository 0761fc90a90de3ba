import { useCallback } from "react";
import { Link } from "wouter";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { readAmount } from "../../money/read-amount.js";
import { useSiteConfig } from "../../session/site-config.js";
import { Icon } from "../base/icon.js";
import { StrangerText } from "../base/stranger-text.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { TimeOfDay } from "../time/time-of-day.js";
import { TimeStamp } from "../time/time-stamp.js";
import type { Line } from "./line.js";
import {
  changeFor,
  directionOf,
  offeredTo,
  otherPartiesOf,
  settledBy,
  subjectOf,
  textOf,
} from "./history-words.js";
import { messages } from "./messages.js";
import lines from "./lines.module.css";
import styles from "./lists.module.css";

const historyPath = (row: HistoryRow): string =>
  `/wallet/history/${encodeURIComponent(row.event_id)}`;

export const keyOfRow = (row: HistoryRow): string => row.event_id;
export const atOfRow = (row: HistoryRow): string => row.date;

/** By how much a row changed the balance, or would; nothing where it changed nothing. */
const Change = ({ row, party }: { readonly row: HistoryRow; readonly party: string }) => {
  const change = changeFor(row, party);
  const offered = offeredTo(row, party);
  const settled = settledBy(row, party);
  if (settled !== undefined) {
    return (
      <span className={`tx-amount-amulet ${styles["settled"]}`}>
        <Amount value={settled} />
      </span>
    );
  }
  if (readAmount(change) === 0n && offered === undefined)
    return <span className={styles["reason"]}>–</span>;
  return (
    <span className="tx-amount-amulet">
      <Amount value={offered ?? change} isChange isPending={offered !== undefined} />
    </span>
  );
};

/** With whom it was; where there is no one, what it was. */
const Who = ({
  others,
  subject,
}: {
  readonly others: ReadonlyArray<string>;
  readonly subject: string;
}) => {
  const [other, ...more] = others;
  if (other === undefined) {
    return (
      <span className={lines["event"]}>
        <Icon name="coins" size={18} />
        {subject}
      </span>
    );
  }
  return more.length === 0 ? (
    <PartyChip party={other} hook="sender-or-receiver" />
  ) : (
    <span>{messages.table.parties({ count: more.length + 1 })}</span>
  );
};

/** The amount of a row that has its place among the others. */
export const useRowAmount = (party: string): ((row: HistoryRow) => string) =>
  useCallback(
    (row) => settledBy(row, party) ?? offeredTo(row, party) ?? changeFor(row, party),
    [party],
  );

/**
 * Makes lines of transactions, as they concern a party.
 *
 * @param isByDay whether the day is told by a heading
 */
export const useHistoryLine = (party: string, isByDay: boolean): ((row: HistoryRow) => Line) => {
  const { coin, nameService } = useSiteConfig().names;
  return useCallback(
    (row) => {
      const said = textOf(row);
      const others = otherPartiesOf(row, party);
      const direction = directionOf(row, party);
      const subject = subjectOf(row, { coin, names: nameService });
      return {
        hook: ["tx-row", `tx-row-${row.transaction_type}`].join(" "),
        hooks: {
          who: "tx-row-cell-receiver",
          state: "tx-row-cell-type",
          amount: "tx-row-cell-balance-change",
          time: "tx-row-cell-date",
        },
        who: <Who others={others} subject={subject} />,
        what: said === "" && others.length > 0 ? subject : <StrangerText text={said} />,
        state: (
          <>
            <Link to={historyPath(row)} className="tx-action" title={subject}>
              {direction}
            </Link>{" "}
            {subject === direction ? null : <span className="spoken tx-subtype">{subject}</span>}
          </>
        ),
        amount: <Change row={row} party={party} />,
        time: isByDay ? <TimeOfDay at={row.date} /> : <TimeStamp at={row.date} />,
      };
    },
    [party, coin, nameService, isByDay],
  );
};
