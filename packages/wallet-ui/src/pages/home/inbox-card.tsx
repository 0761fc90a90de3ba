import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Rows } from "../../components/lists/rows.js";
import { useWaitingRow } from "../../components/lists/waiting-row.js";
import { useInbox } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

const shown = 5;

/** The newest of what waits. */
export const InboxCard = () => {
  const inbox = useInbox();
  const rowOf = useWaitingRow();
  const count = inbox.data?.length ?? 0;
  return (
    <Card
      title={count === 0 ? messages.inbox.title : messages.inbox.titleCount({ count })}
      actions={count === 0 ? null : <Link to="/wallet/inbox">{messages.inbox.all}</Link>}
    >
      <QueryView query={inbox} what={messages.inbox.what}>
        {(items) => (
          <Rows
            rows={items.map(rowOf)}
            most={shown}
            isExcerpt
            empty={
              <EmptyState icon="inbox" title={messages.inbox.empty}>
                {messages.inbox.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};
