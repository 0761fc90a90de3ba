import type { ComponentProps } from "react";
import { Link } from "wouter";
import { StrangerText } from "../../components/base/stranger-text.js";
import type { DataTable } from "../../components/lists/data-table.js";
import { Change, historyPath } from "../../components/lists/history-row.js";
import {
  directionOf,
  otherPartiesOf,
  subjectOf,
  textOf,
} from "../../components/lists/history-words.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";
import styles from "./history.module.css";

type Network = Parameters<typeof subjectOf>[1];
type Columns = ComponentProps<typeof DataTable<HistoryRow>>["columns"];

const Other = ({ row, party }: { readonly row: HistoryRow; readonly party: string }) => {
  const [other, ...more] = otherPartiesOf(row, party);
  if (other === undefined) return <span className={styles["muted"]}>–</span>;
  return more.length === 0 ? (
    <PartyChip party={other} canCopy={false} hook="sender-or-receiver" />
  ) : (
    <span>{messages.table.parties({ count: more.length + 1 })}</span>
  );
};

const What = ({
  row,
  party,
  network,
}: {
  readonly row: HistoryRow;
  readonly party: string;
  readonly network: Network;
}) => {
  const [direction, subject] = [directionOf(row, party), subjectOf(row, network)];
  const hasOther = otherPartiesOf(row, party).length > 0;
  return (
    <div className={styles["what"]}>
      <Link to={historyPath(row)} className="tx-action">
        {direction}
      </Link>
      {subject === direction ? null : (
        <span className={`${styles["muted"]} ${hasOther ? styles["wideOnly"] : ""} tx-subtype`}>
          {subject}
        </span>
      )}
      {hasOther ? (
        <span className={styles["narrowOnly"]}>
          <Other row={row} party={party} />
        </span>
      ) : null}
    </div>
  );
};

export const historyColumns = (party: string, network: Network): Columns => [
  {
    title: messages.table.subject,
    width: "1.4fr",
    hook: "tx-row-cell-type",
    render: (row) => <What row={row} party={party} network={network} />,
  },
  {
    title: messages.table.with,
    width: "1.3fr",
    isMinor: true,
    hook: "tx-row-cell-receiver",
    render: (row) => <Other row={row} party={party} />,
  },
  {
    title: messages.table.memo,
    width: "1.6fr",
    isMinor: true,
    render: (row) => (
      <span className={styles["memo"]}>
        <StrangerText text={textOf(row)} />
      </span>
    ),
  },
  {
    title: messages.table.when,
    width: "0.9fr",
    isMinor: true,
    hook: "tx-row-cell-date",
    render: (row) => <TimeStamp at={row.date} />,
  },
  {
    title: messages.table.change,
    width: "1.5fr",
    narrowWidth: "auto",
    hook: "tx-row-cell-balance-change",
    align: "end",
    render: (row) => (
      <div className={styles["change"]}>
        <Change row={row} party={party} />
        <span className={styles["narrowOnly"]}>
          <TimeStamp at={row.date} />
        </span>
      </div>
    ),
  },
];
