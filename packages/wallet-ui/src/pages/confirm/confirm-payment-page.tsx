import { useParams } from "wouter";
import { StrangerText } from "../../components/base/stranger-text.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { type AppRequest, ConfirmRequest, useShownRequest } from "./confirm-request.js";
import { Ended } from "./ended.js";
import { messages } from "./messages.js";
import styles from "./receivers.module.css";

const path = "/v0/wallet/app-payment-requests/{contract_id}";

type Found = WalletSchemas["AppPaymentRequestContractWithState"];

const requestOf = ({ contract: { contract_id: cid, payload } }: Found): AppRequest => {
  const params = { path: { contract_id: cid } };
  return {
    cid,
    title: messages.payment.card,
    amounts: payload.receiverAmounts.map(({ amount }) => amount),
    rows: [
      [messages.payment.description, <StrangerText key="for" text={payload.description} />],
      [
        messages.payment.receivers({ count: payload.receiverAmounts.length }),
        <ul key="receivers" className={styles["receivers"]}>
          {payload.receiverAmounts.map(({ receiver, amount }, at) => (
            <li key={at}>
              <PartyChip party={receiver} /> <UnitAmount amount={amount} />
            </li>
          ))}
        </ul>,
      ],
      [messages.request.provider, <PartyChip key="provider" party={payload.provider} />],
      [messages.request.expires, <Countdown key="expires" until={payload.expiresAt} />],
    ],
    confirm: messages.payment.confirm,
    hook: "payment-accept",
    done: messages.payment.done,
    accept: (api) => answerOf(api.wallet.POST(`${path}/accept`, { params })),
    reject: (api) => api.wallet.POST(`${path}/reject`, { params }),
    touches: ["payments", "inbox", "balance", "coins", "transactions"],
  };
};

const Payment = ({ found }: { readonly found: Found | null }) => {
  const { request, end, onEnd } = useShownRequest(found);
  return request === null ? (
    <Ended />
  ) : (
    <ConfirmRequest request={requestOf(request)} end={end} onEnd={onEnd} />
  );
};

/** Confirms a payment that an app asks for. */
export const ConfirmPaymentPage = () => {
  const { cid = "" } = useParams();
  const query = usePartyQuery("payments", { cid }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/wallet/app-payment-requests"));
    return found.payment_requests.find(({ contract }) => contract.contract_id === cid) ?? null;
  });
  return (
    <Page title={messages.payment.title} width="narrow">
      <QueryView query={query} what={messages.request.what} lines={6}>
        {(found) => <Payment key={cid} found={found} />}
      </QueryView>
    </Page>
  );
};
