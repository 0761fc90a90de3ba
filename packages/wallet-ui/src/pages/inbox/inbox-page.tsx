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
  ["all", messages.all, () => true],
  ["you", messages.waitsForYou, ({ reason }: WaitingItem) => reason.code === "waiting-for-you"],
  ["received", messages.received, ({ direction }: WaitingItem) => direction === "received"],
  ["sent", messages.sent, ({ direction }: WaitingItem) => direction === "sent"],
] as const;

const Choices = ({
  items,
  chosen,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly chosen: string;
}) => (
  <nav aria-label={messages.whichItems} className={styles["choices"]}>
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
    <Page title={messages.title}>
      <Card title={messages.whatWaits}>
        <QueryView
          query={inbox}
          what={messages.theInbox}
          lines={8}
          isEmpty={(items) => items.length === 0}
          empty={
            <EmptyState
              icon="inbox"
              title={messages.nothingWaits}
              action={<ButtonLink to="/wallet/request">{messages.requestMoney}</ButtonLink>}
            >
              {messages.transfersThatYouReceive}
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
                  empty={<EmptyState icon="inbox" title={messages.nothingOfThisKindWaits} />}
                />
              </>
            );
          }}
        </QueryView>
      </Card>
    </Page>
  );
};
