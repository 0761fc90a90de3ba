import { Link, useSearch } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Waiting } from "../../components/lists/waiting-item.js";
import { Page } from "../../components/page/page.js";
import { useInbox, type WaitingItem } from "../../data/wallet-queries.js";
import styles from "./inbox.module.css";

const shows = [
  ["all", "All", () => true],
  ["you", "Waits for you", ({ reason }: WaitingItem) => reason.code === "waiting-for-you"],
  ["received", "Received", ({ direction }: WaitingItem) => direction === "received"],
  ["sent", "Sent", ({ direction }: WaitingItem) => direction === "sent"],
] as const;

/** Items that are drawn at once. */
const mostShown = 200;

const Choices = ({
  items,
  chosen,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly chosen: string;
}) => (
  <nav aria-label="Which items" className={styles["choices"]}>
    {shows.map(([show, title, matches]) => (
      <Link
        key={show}
        to={show === "all" ? "/wallet/inbox" : `/wallet/inbox?show=${show}`}
        aria-current={show === chosen ? "true" : undefined}
      >
        {title} ({items.filter(matches).length})
      </Link>
    ))}
  </nav>
);

/** Everything that waits: received and sent, of each kind. */
export const InboxPage = () => {
  const inbox = useInbox();
  const wanted = new URLSearchParams(useSearch()).get("show") ?? "all";
  const [chosen, , matches] = shows.find(([show]) => show === wanted) ?? shows[0];
  return (
    <Page title="Inbox">
      <Card title="What waits">
        <QueryView
          query={inbox}
          what="the inbox"
          lines={8}
          isEmpty={(items) => items.length === 0}
          empty={
            <EmptyState
              icon="inbox"
              title="Nothing waits"
              action={<ButtonLink to="/wallet/request">Request money</ButtonLink>}
            >
              Transfers that you receive or send, and requests for payments, wait here until someone
              decides.
            </EmptyState>
          }
        >
          {(items) => {
            const found = items.filter(matches);
            return (
              <>
                <Choices items={items} chosen={chosen} />
                {found.length === 0 ? (
                  <EmptyState icon="inbox" title="Nothing of this kind waits" />
                ) : (
                  <InboxList>
                    {found.slice(0, mostShown).map((item) => (
                      <Waiting key={item.contract_id} item={item} />
                    ))}
                  </InboxList>
                )}
                {found.length > mostShown ? (
                  <p>
                    The newest {mostShown} of {found.length} are shown.
                  </p>
                ) : null}
              </>
            );
          }}
        </QueryView>
      </Card>
    </Page>
  );
};
