import { useParams } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { changeFor, directionOf } from "../../components/lists/history-words.js";
import { JsonView } from "../../components/lists/json-view.js";
import { Amount } from "../../components/money/amount.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
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

/** One item of the history with all that the node knows of it. */
export const TransactionPage = () => {
  const { eventId = "" } = useParams();
  const { party } = useWallet();
  const id = decodeURIComponent(eventId);
  const query = useTransaction(id);
  return (
    <Page
      title="Transaction"
      width="narrow"
      actions={<ButtonLink to="/wallet/history">All transactions</ButtonLink>}
    >
      <QueryView query={query} what="the transaction" lines={6}>
        {(row) => (
          <>
            <Card title={directionOf(row, party)}>
              {row.transaction_type === "notification" ? null : (
                <p className={styles["change-large"]}>
                  <Amount value={changeFor(row, party)} isChange size="large" decimals="full" />
                </p>
              )}
              <TransactionFacts row={row} />
            </Card>
            <Card title="As the node has it">
              <JsonView label="item of the history" value={row} />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
};
