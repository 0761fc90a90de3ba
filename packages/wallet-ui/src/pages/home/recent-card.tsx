import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { HistoryLine } from "../../components/lists/history-line.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { useRecentTransactions } from "../../data/wallet-queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { messages } from "./messages.js";

const shown = 10;

/** The newest transactions. */
export const RecentCard = () => {
  const recent = useRecentTransactions(shown);
  const { party } = useWallet();
  return (
    <Card title={messages.lastTransactions}>
      <QueryView
        query={recent}
        what={messages.theHistory}
        lines={5}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState icon="history" title={messages.noTransactionsYet}>
            {messages.whatYouSendAndReceive}
          </EmptyState>
        }
      >
        {(rows) => (
          <InboxList>
            {rows.map((row) => (
              <HistoryLine key={row.event_id} row={row} party={party} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Card>
  );
};
