import { Link } from "wouter";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { StrangerText } from "../base/stranger-text.js";
import { Amount } from "../money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { PartyChip } from "../people/party-chip.js";
import { TimeStamp } from "../time/time-stamp.js";
import type { Row } from "./rows.js";
import { changeFor, directionOf, otherPartiesOf, subjectOf, textOf } from "./history-words.js";
import styles from "./lists.module.css";

export const historyPath = (row: Pick<HistoryRow, "event_id">): string =>
  `/wallet/history/${encodeURIComponent(row.event_id)}`;

/** By how much a row changed the balance; nothing where it changed nothing. */
export const Change = ({ row, party }: { readonly row: HistoryRow; readonly party: string }) => {
  const change = changeFor(row, party);
  return readAmount(change) === 0n ? (
    <span className={styles["reason"]}>–</span>
  ) : (
    <span className="tx-amount-amulet">
      <Amount value={change} isChange />
    </span>
  );
};

/** Makes rows of transactions, as they concern a party. */
export const useHistoryRow = (party: string): ((row: HistoryRow) => Row) => {
  const { names } = useSiteConfig();
  return (row) => {
    const [other, ...more] = otherPartiesOf(row, party);
    const direction = directionOf(row, party);
    const subject = subjectOf(row, { coin: names.coin, names: names.nameService });
    const said = textOf(row);
    // where no one else is named, the words say what it was
    const isBare = said === "" && other === undefined && subject !== direction;
    const text = isBare ? subject : said;
    return {
      key: row.event_id,
      hook: ["tx-row", `tx-row-${row.transaction_type}`].join(" "),
      title: (
        <span className="tx-action">
          <Link to={historyPath(row)}>{direction}</Link>{" "}
          {other === undefined || more.length > 0 ? null : <PartyChip party={other} />}
        </span>
      ),
      end: <Change row={row} party={party} />,
      lines: [
        <>
          <TimeStamp at={row.date} />
          {text === "" ? null : (
            <>
              {" · "}
              <StrangerText text={text} />
            </>
          )}
        </>,
      ],
    };
  };
};
