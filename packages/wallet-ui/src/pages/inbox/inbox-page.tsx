import { Link, useSearch } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Rows } from "../../components/lists/rows.js";
import { useWaitingRow } from "../../components/lists/waiting-row.js";
import { Page } from "../../components/page/page.js";
import { useInbox, type WaitingItem } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";
import styles from "./inbox.module.css";

const shows = [
  ["all", messages.show.all, () => true],
  ["you", messages.show.you, ({ reason }: WaitingItem) => reason.code === "waiting-for-you"],
  ["received", messages.show.received, ({ direction }: WaitingItem) => direction === "received"],
  ["sent", messages.show.sent, ({ direction }: WaitingItem) => direction === "sent"],
] as const;

const Choices = ({
  items,
  chosen,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly chosen: string;
}) => (
  <nav aria-label={messages.show.label} className={styles["choices"]}>
    {shows.map(([show, title, matches]) => (
      <Link
        key={show}
        to={show === "all" ? "/wallet/inbox" : `/wallet/inbox?show=${show}`}
        aria-current={show === chosen ? "true" : undefined}
      >
        {title} (
        <span className={show === "received" ? "transfer-offers-count" : undefined}>
          {items.filter(matches).length}
        </span>
        )
      </Link>
    ))}
  </nav>
);

/** Everything that waits: received and sent, of each kind. */
export const InboxPage = () => {
  const inbox = useInbox();
  const rowOf = useWaitingRow();
  const wanted = new URLSearchParams(useSearch()).get("show") ?? "all";
  const [chosen, , matches] = shows.find(([show]) => show === wanted) ?? shows[0];
  return (
    <Page title={messages.page.title}>
      <Card title={messages.list.title}>
        <QueryView
          query={inbox}
          what={messages.list.what}
          lines={8}
          isEmpty={(items) => items.length === 0}
          empty={
            <EmptyState
              icon="inbox"
              title={messages.list.empty}
              action={<ButtonLink to="/wallet/request">{messages.list.request}</ButtonLink>}
            >
              {messages.list.emptyHint}
            </EmptyState>
          }
        >
          {(items) => {
            const found = items.filter(matches);
            return (
              <>
                <Choices items={items} chosen={chosen} />
                <Rows
                  rows={found.map(rowOf)}
                  empty={<EmptyState icon="inbox" title={messages.list.noneOfKind} />}
                />
              </>
            );
          }}
        </QueryView>
      </Card>
    </Page>
  );
};
