import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { useHistoryRow } from "../../components/lists/history-row.js";
import { Rows } from "../../components/lists/rows.js";
import { useRecentTransactions } from "../../data/wallet-queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { messages } from "./messages.js";

const shown = 10;

/** The newest transactions. */
export const RecentCard = () => {
  const recent = useRecentTransactions(shown);
  const { party } = useWallet();
  const rowOf = useHistoryRow(party);
  return (
    <Card title={messages.recent.title}>
      <QueryView query={recent} what={messages.recent.what} lines={5}>
        {(rows) => (
          <Rows
            rows={rows.map(rowOf)}
            empty={
              <EmptyState icon="history" title={messages.recent.empty}>
                {messages.recent.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};
