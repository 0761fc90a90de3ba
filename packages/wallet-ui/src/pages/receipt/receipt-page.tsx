import { useParams } from "wouter";
import { Button, ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Page } from "../../components/page/page.js";
import { updateIdOf } from "../../history/update-id.js";
import { messages } from "./messages.js";
import { ReceiptSheet } from "./receipt-sheet.js";
import { useReceipt } from "./use-receipt.js";

const NoReceipt = ({ updateId }: { readonly updateId: string }) => (
  <Card title={messages.page.title}>
    <EmptyState
      icon="page"
      title={messages.none.title}
      action={<ButtonLink to={`/console/updates/${updateId}`}>{messages.none.update}</ButtonLink>}
    >
      {messages.none.hint}
    </EmptyState>
  </Card>
);

/** A receipt of an item of the history, or of an update: a page to print. */
export const ReceiptPage = () => {
  const { id: encoded = "" } = useParams();
  const id = decodeURIComponent(encoded);
  const query = useReceipt(id);
  const updateId = updateIdOf(id);
  const back = id === updateId ? `/console/updates/${id}` : `/wallet/history/${encoded}`;
  return (
    <Page
      title={messages.page.title}
      width="narrow"
      actions={
        <>
          <ButtonLink to={back}>{messages.page.back}</ButtonLink>
          <Button variant="primary" onClick={() => window.print()}>
            {messages.page.print}
          </Button>
        </>
      }
    >
      <QueryView query={query} what={messages.page.what} lines={12}>
        {(found) =>
          found === null || found.payments.length === 0 ? (
            <NoReceipt updateId={updateId} />
          ) : (
            <ReceiptSheet receipt={found} />
          )
        }
      </QueryView>
    </Page>
  );
};
