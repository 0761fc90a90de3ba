import { useParams } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { changeFor, directionOf } from "../../components/lists/history-words.js";
import { JsonView } from "../../components/lists/json-view.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import type { HistoryRow } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";
import styles from "./history.module.css";
import { TransactionFacts } from "./transaction-facts.js";

const useTransaction = (eventId: string) =>
  usePartyQuery("transactions", { eventId }, (api) =>
    answerOf(
      api.wallet.GET("/v0/wallet/transactions/{event_id}", {
        params: { path: { event_id: eventId } },
      }),
    ),
  );

/** By how much the balance changed; of what is only offered, how much that is. */
const Change = ({ row, party }: { readonly row: HistoryRow; readonly party: string }) => {
  if (row.transaction_type === "notification") return null;
  const change = changeFor(row, party);
  if (readAmount(change) !== 0n) {
    return (
      <p className={styles["change-large"]}>
        <Amount value={change} isChange size="large" decimals="full" />
      </p>
    );
  }
  const offered = row.transaction_type === "transfer" ? row.transfer_instruction_amount : undefined;
  return (
    <p className={styles["change-large"]}>
      {offered ? <Amount value={offered} size="large" decimals="full" /> : null}
      <span className={styles["muted"]}>
        {offered ? messages.transaction.offered : messages.transaction.unchanged}
      </span>
    </p>
  );
};

/** One item of the history with all that the node knows of it. */
export const TransactionPage = () => {
  const { eventId = "" } = useParams();
  const { party } = useWallet();
  const id = decodeURIComponent(eventId);
  const query = useTransaction(id);
  return (
    <Page
      title={messages.transaction.title}
      width="narrow"
      actions={
        <>
          {query.data?.transaction_type === "transfer" ? (
            <ButtonLink to={`/wallet/receipts/${encodeURIComponent(id)}`}>
              {messages.transaction.receipt}
            </ButtonLink>
          ) : null}
          <ButtonLink to="/wallet/history">{messages.transaction.all}</ButtonLink>
        </>
      }
    >
      <QueryView query={query} what={messages.transaction.what} lines={6}>
        {(row) => (
          <>
            <Card title={directionOf(row, party)}>
              <Change row={row} party={party} />
              <TransactionFacts row={row} />
            </Card>
            <Card title={messages.transaction.raw}>
              <JsonView label={messages.transaction.item} value={row} />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
};
