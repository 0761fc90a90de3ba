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
import styles from "./receivers.module.css";

const path = "/v0/wallet/app-payment-requests/{contract_id}";

type Found = WalletSchemas["AppPaymentRequestContractWithState"];

const requestOf = ({ contract: { contract_id: cid, payload } }: Found): AppRequest => {
  const params = { path: { contract_id: cid } };
  return {
    cid,
    title: "An app asks for a payment",
    amounts: payload.receiverAmounts.map(({ amount }) => amount),
    rows: [
      ["For", <StrangerText key="for" text={payload.description} />],
      [
        payload.receiverAmounts.length === 1 ? "Receiver" : "Receivers",
        <ul key="receivers" className={styles["receivers"]}>
          {payload.receiverAmounts.map(({ receiver, amount }, at) => (
            <li key={at}>
              <PartyChip party={receiver} /> <UnitAmount amount={amount} />
            </li>
          ))}
        </ul>,
      ],
      ["Through", <PartyChip key="provider" party={payload.provider} />],
      ["Expires", <Countdown key="expires" until={payload.expiresAt} />],
    ],
    confirm: "Send payment",
    done: "The payment is made.",
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
    <Page title="Confirm payment" width="narrow">
      <QueryView query={query} what="the request" lines={6}>
        {(found) => <Payment key={cid} found={found} />}
      </QueryView>
    </Page>
  );
};
