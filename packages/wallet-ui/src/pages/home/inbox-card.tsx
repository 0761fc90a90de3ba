import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Waiting } from "../../components/lists/waiting-item.js";
import { useInbox } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

const shown = 5;

/** The newest of what waits. */
export const InboxCard = () => {
  const inbox = useInbox();
  const count = inbox.data?.length ?? 0;
  return (
    <Card
      title={count === 0 ? messages.inbox : messages.inboxCount({ count })}
      actions={count === 0 ? null : <Link to="/wallet/inbox">{messages.showAll}</Link>}
    >
      <QueryView
        query={inbox}
        what={messages.theInbox}
        isEmpty={(items) => items.length === 0}
        empty={
          <EmptyState icon="inbox" title={messages.nothingWaits}>
            {messages.transfersThatYouReceive}
          </EmptyState>
        }
      >
        {(items) => (
          <InboxList>
            {items.slice(0, shown).map((item) => (
              <Waiting key={item.contract_id} item={item} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Card>
  );
};
