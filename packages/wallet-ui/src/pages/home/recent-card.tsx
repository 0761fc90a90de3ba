import { lazy, Suspense } from "react";
import { Skeleton } from "../../components/base/skeleton.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { loadPart } from "../../data/load-part.js";
import { useRecentTransactions } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

const shown = 10;

const RecentLines = lazy(async () => ({
  default: (await loadPart(() => import("./card-lines.js"))).RecentLines,
}));

/** The newest transactions. */
export const RecentCard = () => {
  const recent = useRecentTransactions(shown);
  return (
    <Card title={messages.recent.title}>
      <QueryView
        query={recent}
        what={messages.recent.what}
        lines={5}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState icon="history" title={messages.recent.empty}>
            {messages.recent.emptyHint}
          </EmptyState>
        }
      >
        {(rows) => (
          <Suspense fallback={<Skeleton lines={5} />}>
            <RecentLines rows={rows} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
};
