import { useParams } from "wouter";
import { StrangerText } from "../../components/base/stranger-text.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { useLocale } from "../../session/preferences.js";
import { durationWords } from "../../states/duration-words.js";
import { type AppRequest, ConfirmRequest, useShownRequest } from "./confirm-request.js";
import { Ended } from "./ended.js";
import { messages } from "./messages.js";

const path = "/v0/wallet/subscription-requests/{contract_id}";

type Found = WalletSchemas["SubscriptionRequestContract"];

const requestOf = (
  { contract_id: cid, payload: { subscriptionData, payData } }: Found,
  locale: string,
  isExternal: boolean,
): AppRequest => {
  const params = { path: { contract_id: cid } };
  const before = durationWords(payData.paymentDuration.microseconds, locale);
  return {
    cid,
    title: messages.subscription.card,
    amounts: [payData.paymentAmount],
    rows: [
      [
        messages.payment.description,
        <StrangerText key="for" text={subscriptionData.description} />,
      ],
      [
        messages.subscription.costs,
        <span key="costs">
          {messages.subscription.every({
            amount: <UnitAmount amount={payData.paymentAmount} />,
            interval: durationWords(payData.paymentInterval.microseconds, locale),
          })}
        </span>,
      ],
      [
        messages.subscription.later,
        isExternal
          ? messages.subscription.signed({ before })
          : messages.subscription.laterHint({ before }),
      ],
      [messages.request.receiver, <PartyChip key="receiver" party={subscriptionData.receiver} />],
      [messages.request.provider, <PartyChip key="provider" party={subscriptionData.provider} />],
    ],
    confirm: messages.subscription.title,
    hook: "sub-request-accept-button",
    done: messages.subscription.done,
    accept: (api) => answerOf(api.wallet.POST(`${path}/accept`, { params })),
    reject: (api) => api.wallet.POST(`${path}/reject`, { params }),
    touches: ["subscriptions", "names", "inbox", "balance", "coins", "transactions"],
  };
};

const Subscription = ({ found }: { readonly found: Found | null }) => {
  const locale = useLocale();
  const { isExternal } = useWallet();
  const { request, end, onEnd } = useShownRequest(found);
  return request === null ? (
    <Ended />
  ) : (
    <ConfirmRequest request={requestOf(request, locale, isExternal)} end={end} onEnd={onEnd} />
  );
};

/** Confirms a subscription that an app asks for. */
export const ConfirmSubscriptionPage = () => {
  const { cid = "" } = useParams();
  const query = usePartyQuery("subscriptions", { cid }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/subscription-requests"));
    return found.subscription_requests.find((each) => each.contract_id === cid) ?? null;
  });
  return (
    <Page title={messages.subscription.title} width="narrow">
      <QueryView query={query} what={messages.request.what} lines={6}>
        {(found) => <Subscription key={cid} found={found} />}
      </QueryView>
    </Page>
  );
};
