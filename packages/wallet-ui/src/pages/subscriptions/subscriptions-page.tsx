import { Card } from "../../components/base/card.js";
import { ButtonLink } from "../../components/base/button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLocale } from "../../session/preferences.js";
import { durationWords } from "../../states/duration-words.js";

type Terms = Pick<WalletSchemas["SubscriptionRequestPayload"], "subscriptionData" | "payData">;

const useTerms = ({ subscriptionData, payData }: Terms) => {
  const locale = useLocale();
  return [
    [
      "Costs",
      <span key="costs">
        <UnitAmount amount={payData.paymentAmount} /> every{" "}
        {durationWords(payData.paymentInterval.microseconds, locale)}
      </span>,
    ],
    ["Paid to", <PartyChip key="receiver" party={subscriptionData.receiver} />],
    ...(subscriptionData.provider === subscriptionData.receiver
      ? []
      : [["Through", <PartyChip key="provider" party={subscriptionData.provider} />] as const]),
  ] as const;
};

const Running = ({ item }: { readonly item: WalletSchemas["SubscriptionWithState"] }) => {
  const { subscription, state } = item;
  const idle = state.idle ?? undefined;
  const paying = state.payment ?? undefined;
  const locale = useLocale();
  const terms = idle?.payload ?? paying?.payload;
  const { description } = subscription.payload.subscriptionData;
  return terms === undefined ? null : (
    <RunningEntry
      terms={terms}
      title={description}
      due={
        idle === undefined
          ? undefined
          : {
              cid: idle.contract_id,
              at: idle.payload.nextPaymentDueAt,
              before: durationWords(idle.payload.payData.paymentDuration.microseconds, locale),
            }
      }
    />
  );
};

/** The next payment. */
interface Due {
  /** The id of the idle state. */
  readonly cid: string;
  readonly at: string;
  readonly before: string;
}

const Cancel = ({ cid, title }: { readonly cid: string; readonly title: string }) => (
  <ActButton
    name={`subscription.cancel.${cid}`}
    label="Cancel subscription"
    spokenLabel={`Cancel subscription ${title}`}
    variant="danger"
    question={{
      title: "Cancel the subscription?",
      isDangerous: true,
      body: (
        <p>
          Nothing more is paid for <StrangerText text={title} />. What was paid already is not paid
          back.
        </p>
      ),
    }}
    run={(api) =>
      api.wallet.DELETE("/v0/wallet/subscription-requests/{contract_id}", {
        params: { path: { contract_id: cid } },
      })
    }
    touches={["subscriptions", "names", "transactions"]}
    said="The subscription is cancelled."
    failed="The subscription could not be cancelled."
  />
);

const RunningEntry = ({
  terms,
  title,
  due,
}: {
  readonly terms: Terms;
  readonly title: string;
  /** Undefined while a payment is under way. */
  readonly due: Due | undefined;
}) => {
  const rows = useTerms(terms);
  return (
    <Entry
      title={<StrangerText text={title} />}
      status={
        due === undefined ? (
          <StatusPill tone="accent">Payment under way</StatusPill>
        ) : (
          <StatusPill tone="positive">Active</StatusPill>
        )
      }
      actions={due === undefined ? undefined : <Cancel cid={due.cid} title={title} />}
    >
      <Facts
        rows={[
          ...rows,
          [
            "Next payment",
            due === undefined ? (
              "The app is collecting one now; you can cancel after that."
            ) : (
              <span key="due">
                <Countdown until={due.at} />, payable {due.before} before
              </span>
            ),
          ],
        ]}
      />
    </Entry>
  );
};

const RequestEntry = ({
  request,
}: {
  readonly request: WalletSchemas["SubscriptionRequestContract"];
}) => {
  const rows = useTerms(request.payload);
  return (
    <Entry
      title={<StrangerText text={request.payload.subscriptionData.description} />}
      actions={
        <ButtonLink to={`/wallet/confirm-subscription/${request.contract_id}`} variant="primary">
          Review
        </ButtonLink>
      }
    >
      <Facts rows={rows} />
    </Entry>
  );
};

const Requests = () => {
  const query = usePartyQuery("subscriptions", { list: "requests" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/subscription-requests"));
    return found.subscription_requests;
  });
  return (
    <Card title="Asked for">
      <QueryView
        query={query}
        what="the requested subscriptions"
        isEmpty={(requests) => requests.length === 0}
        empty={<EmptyState icon="inbox" title="No app asks for a subscription" />}
      >
        {(requests) => (
          <InboxList>
            {requests.map((request) => (
              <RequestEntry key={request.contract_id} request={request} />
            ))}
          </InboxList>
        )}
      </QueryView>
    </Card>
  );
};

/** What the party pays for again and again, and how to end it. */
export const SubscriptionsPage = () => {
  const query = usePartyQuery("subscriptions", { list: "running" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/subscriptions"));
    return found.subscriptions;
  });
  return (
    <Page title="Subscriptions">
      <Columns>
        <Card title="Running">
          <QueryView
            query={query}
            what="the subscriptions"
            isEmpty={(found) => found.length === 0}
            empty={
              <EmptyState
                icon="clock"
                title="No subscriptions"
                action={<ButtonLink to="/wallet/names">Get a name</ButtonLink>}
              >
                What apps collect from you regularly is listed here, and can be cancelled. A name,
                for example, is a subscription.
              </EmptyState>
            }
          >
            {(found) => (
              <InboxList>
                {found.map((item) => (
                  <Running key={item.subscription.contract_id} item={item} />
                ))}
              </InboxList>
            )}
          </QueryView>
        </Card>
        <Stack>
          <Requests />
        </Stack>
      </Columns>
    </Page>
  );
};
