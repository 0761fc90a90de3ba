import { Card } from "../../components/base/card.js";
import { ButtonLink } from "../../components/base/button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { nextText, reasonText } from "../../components/lists/waiting-words.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLedgerNow } from "../../data/server-clock.js";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { useLocale } from "../../session/preferences.js";
import { durationWords } from "../../states/duration-words.js";
import { messages } from "./messages.js";

/** How exact the clock of the page is; milliseconds. */
const clockMs = 10_000;

type Terms = Pick<WalletSchemas["SubscriptionRequestPayload"], "subscriptionData" | "payData">;

const factsOf = ({ subscriptionData, payData }: Terms, locale: string) =>
  [
    [
      messages.fact.costs,
      <span key="costs">
        {messages.fact.every({
          amount: <UnitAmount amount={payData.paymentAmount} />,
          interval: durationWords(payData.paymentInterval.microseconds, locale),
        })}
      </span>,
    ],
    [messages.fact.receiver, <PartyChip key="receiver" party={subscriptionData.receiver} />],
    ...(subscriptionData.provider === subscriptionData.receiver
      ? []
      : [
          [
            messages.fact.provider,
            <PartyChip key="provider" party={subscriptionData.provider} />,
          ] as const,
        ]),
  ] as const;

/** What is due and was not paid yet, with the reason, by the id of its idle state. */
const useDue = (): ReadonlyMap<string, WaitingItem> => {
  const query = usePartyQuery("inbox", { kind: "subscription-due" }, async ({ wallet }) => {
    const params = { query: { kind: "subscription-due" } } as const;
    return (await answerOf(wallet.GET("/v0/wallet/inbox", { params }))).items;
  });
  return new Map((query.data ?? []).map((each) => [each.contract_id, each]));
};

/** The next payment. */
interface Due {
  /** The id of the idle state. */
  readonly cid: string;
  readonly at: string;
  readonly before: string;
  /** Present when the wallet would pay now: why it has not. */
  readonly waiting: WaitingItem | undefined;
}

const NextPayment = ({ due: { at, before, waiting } }: { readonly due: Due }) => {
  const { coin } = useSiteConfig().names;
  const locale = useLocale();
  const isOverdue = useLedgerNow(() => clockMs) > Date.parse(at);
  const time = <TimeStamp at={at} />;
  const left = <Countdown until={at} />;
  if (waiting === undefined) {
    return (
      <span>
        {isOverdue ? messages.due.overdue({ time }) : messages.due.next({ left, before })}
      </span>
    );
  }
  const [reason, next] = [reasonText(waiting.reason, coin, locale), nextText(waiting.next)];
  return (
    <span>
      {isOverdue
        ? messages.due.overdueWaiting({ time, reason, next })
        : messages.due.nextWaiting({ left, before, reason, next })}
    </span>
  );
};

const State = ({ due }: { readonly due: Due | undefined }) => {
  if (due === undefined) return <StatusPill tone="accent">{messages.state.paying}</StatusPill>;
  switch (due.waiting?.reason.code) {
    case "short-of-funds":
      return <StatusPill tone="negative">{messages.state.failed}</StatusPill>;
    case "waiting-for-you":
      return <StatusPill tone="warning">{messages.state.yours}</StatusPill>;
    default:
      return <StatusPill tone="positive">{messages.state.active}</StatusPill>;
  }
};

/** What is due, of a party for which the node pays nothing by itself. */
const Pay = ({ cid, title }: { readonly cid: string; readonly title: string }) => (
  <ActButton
    name={`subscription.pay.${cid}`}
    about={cid}
    ends="completed"
    label={messages.pay.submit}
    spokenLabel={messages.pay.submitNamed({ title })}
    variant="primary"
    run={(api) =>
      api.wallet.POST("/v0/wallet/subscriptions/{contract_id}/pay", {
        params: { path: { contract_id: cid } },
      })
    }
    touches={["subscriptions", "inbox", "balance", "coins", "transactions"]}
    said={messages.pay.done}
    failed={messages.pay.failed}
  />
);

const Cancel = ({ cid, title }: { readonly cid: string; readonly title: string }) => (
  <ActButton
    name={`subscription.cancel.${cid}`}
    about={cid}
    ends="cancelled"
    label={messages.cancel.submit}
    className="sub-cancel-button"
    spokenLabel={messages.cancel.submitNamed({ title })}
    variant="danger"
    question={{
      title: messages.cancel.question,
      isDangerous: true,
      body: <p>{messages.cancel.effect({ text: <StrangerText text={title} /> })}</p>,
    }}
    run={(api) =>
      api.wallet.DELETE("/v0/wallet/subscription-requests/{contract_id}", {
        params: { path: { contract_id: cid } },
      })
    }
    touches={["subscriptions", "names", "transactions"]}
    said={messages.cancel.done}
    failed={messages.cancel.failed}
  />
);

const canPay = ({ waiting }: Due): boolean =>
  waiting?.actions.some(({ action }) => action === "pay") === true;

/** A subscription; undefined where it has no state. */
const runningRow = (
  { subscription, state }: WalletSchemas["SubscriptionWithState"],
  waiting: ReadonlyMap<string, WaitingItem>,
  locale: string,
): Row | undefined => {
  const idle = state.idle ?? undefined;
  const terms = idle?.payload ?? state.payment?.payload;
  if (terms === undefined) return undefined;
  const { description: title } = subscription.payload.subscriptionData;
  const due = idle && {
    cid: idle.contract_id,
    at: idle.payload.nextPaymentDueAt,
    waiting: waiting.get(idle.contract_id),
    before: durationWords(idle.payload.payData.paymentDuration.microseconds, locale),
  };
  return {
    key: subscription.contract_id,
    title: <StrangerText text={title} />,
    status: <State due={due} />,
    facts: [
      ...factsOf(terms, locale),
      [
        messages.fact.next,
        due === undefined ? messages.due.collecting : <NextPayment key="due" due={due} />,
      ],
    ],
    actions:
      due === undefined ? undefined : (
        <>
          {canPay(due) ? <Pay cid={due.cid} title={title} /> : null}
          <Cancel cid={due.cid} title={title} />
        </>
      ),
  };
};

const requestRow = (
  { contract_id: cid, payload }: WalletSchemas["SubscriptionRequestContract"],
  locale: string,
): Row => ({
  key: cid,
  title: <StrangerText text={payload.subscriptionData.description} />,
  facts: factsOf(payload, locale),
  actions: (
    <ButtonLink to={`/wallet/confirm-subscription/${cid}`} variant="primary">
      {messages.requests.review}
    </ButtonLink>
  ),
});

const Requests = () => {
  const locale = useLocale();
  const query = usePartyQuery("subscriptions", { list: "requests" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/subscription-requests"));
    return found.subscription_requests;
  });
  return (
    <Card title={messages.requests.title}>
      <QueryView query={query} what={messages.requests.what}>
        {(requests) => (
          <Rows
            rows={requests.map((each) => requestRow(each, locale))}
            empty={
              <EmptyState icon="inbox" title={messages.requests.empty}>
                {messages.requests.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

const RunningCard = () => {
  const locale = useLocale();
  const waiting = useDue();
  const query = usePartyQuery("subscriptions", { list: "running" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/subscriptions"));
    return found.subscriptions;
  });
  return (
    <Card title={messages.running.title}>
      <QueryView query={query} what={messages.running.what}>
        {(found) => (
          <Rows
            rows={found.flatMap((each) => runningRow(each, waiting, locale) ?? [])}
            empty={
              <EmptyState
                icon="repeat"
                title={messages.running.empty}
                action={<ButtonLink to="/wallet/names">{messages.running.getName}</ButtonLink>}
              >
                {messages.running.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

/** What the party pays for again and again, and how to end it. */
export const SubscriptionsPage = () => (
  <Page title={messages.page.title}>
    <Columns>
      <RunningCard />
      <Requests />
    </Columns>
  </Page>
);
