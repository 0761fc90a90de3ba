import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { Skeleton } from "../../components/base/skeleton.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { loadPart } from "../../data/load-part.js";
import { useInbox } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

const shown = 5;

const InboxLines = lazy(async () => ({
  default: (await loadPart(() => import("./card-lines.js"))).InboxLines,
}));

/** The newest of what waits. */
export const InboxCard = () => {
  const inbox = useInbox();
  const count = inbox.data?.length ?? 0;
  return (
    <Card
      title={count === 0 ? messages.inbox.title : messages.inbox.titleCount({ count })}
      actions={count === 0 ? null : <Link to="/wallet/inbox">{messages.inbox.all}</Link>}
    >
      <QueryView
        query={inbox}
        what={messages.inbox.what}
        isEmpty={(items) => items.length === 0}
        empty={
          <EmptyState icon="inbox" title={messages.inbox.empty}>
            {messages.inbox.emptyHint}
          </EmptyState>
        }
      >
        {(items) => (
          <Suspense fallback={<Skeleton />}>
            <InboxLines items={items.slice(0, shown)} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
};
