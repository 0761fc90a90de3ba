import type { HistoryRow } from "../../data/wallet-queries.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { StrangerText } from "../base/stranger-text.js";
import { TimeStamp } from "../time/time-stamp.js";
import { sumOf } from "../money/sums.js";
import styles from "./lists.module.css";

/** By how much a row changed the party's balance. */
const changeFor = (row: HistoryRow, party: string): string =>
  sumOf(
    [...(row.sender === undefined ? [] : [row.sender]), ...(row.receivers ?? [])]
      .filter((each) => each.party === party)
      .map(({ amount }) => amount),
  );

/** The other party of a row; undefined when there is none, or several. */
const otherPartyOf = ({ sender, receivers = [] }: HistoryRow, party: string) => {
  if (sender !== undefined && sender.party !== party) return sender.party;
  const others = receivers.filter((each) => each.party !== party);
  return others.length === 1 ? others[0]?.party : undefined;
};

const titleOf = (row: HistoryRow, party: string): string => {
  switch (row.transaction_type) {
    case "notification":
      return "Notice";
    case "balance_change":
      return row.transaction_subtype.choice === "AmuletRules_DevNet_Tap" ? "Tap" : "Balance change";
    case "transfer":
      return row.sender?.party === party ? "Sent" : "Received";
  }
};

/** A row of the history in two lines. */
export const HistoryLine = ({
  row,
  party,
}: {
  readonly row: HistoryRow;
  readonly party: string;
}) => {
  const other = otherPartyOf(row, party);
  const text = row.description ?? row.details ?? "";
  return (
    <li className={styles["inboxItem"]}>
      <div className={styles["inboxHead"]}>
        <span>{titleOf(row, party)}</span>
        {other === undefined ? null : <PartyChip party={other} />}
      </div>
      {row.transaction_type === "notification" ? null : (
        <Amount value={changeFor(row, party)} isChange />
      )}
      <p className={styles["reason"]}>
        <TimeStamp at={row.date} />
        {text === "" ? null : (
          <>
            {" · "}
            <StrangerText text={text} />
          </>
        )}
      </p>
    </li>
  );
};
