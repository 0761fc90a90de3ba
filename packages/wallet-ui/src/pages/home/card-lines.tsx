import {
  atOfRow,
  keyOfRow,
  useHistoryLine,
  useRowAmount,
} from "../../components/lists/history-row.js";
import { textOf as textOfRow } from "../../components/lists/history-words.js";
import { LineList } from "../../components/lists/line-list.js";
import { WaitingLines } from "../../components/lists/waiting-lines.js";
import { useWallet } from "../../data/wallet-context.js";
import type { HistoryRow, WaitingItem } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

/** The newest of what waits, each in a line. */
export const InboxLines = ({ items }: { readonly items: ReadonlyArray<WaitingItem> }) => (
  <WaitingLines label={messages.inbox.title} items={items} />
);

/** The newest transactions, each in a line. */
export const RecentLines = ({ rows }: { readonly rows: ReadonlyArray<HistoryRow> }) => {
  const { party } = useWallet();
  return (
    <LineList
      label={messages.recent.title}
      items={rows}
      keyOf={keyOfRow}
      atOf={atOfRow}
      amountOf={useRowAmount(party)}
      lineOf={useHistoryLine(party, false)}
      textOf={textOfRow}
    />
  );
};
