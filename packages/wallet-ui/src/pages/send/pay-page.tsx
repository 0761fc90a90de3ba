import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Page } from "../../components/page/page.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { useNetworkParty } from "../../data/transfers.js";
import { linkErrorText, type PaymentRequest, readPaymentLink } from "../../links/payment-link.js";
import { formatAmount } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { SendFlow } from "./send-flow.js";
import { emptyFields, type SendFields } from "./send-fields.js";
import { withoutStep } from "./use-step.js";
import { messages } from "./messages.js";

const fieldsOf = ({ receiver, amount, memo }: PaymentRequest, locale: string): SendFields => ({
  ...emptyFields,
  receiver,
  memo: memo ?? "",
  amount:
    amount === undefined
      ? emptyFields.amount
      : { text: formatAmount(amount, locale), value: amount },
});

const Requested = ({ network }: { readonly network: string }) => {
  const locale = useLocale();
  const { basePath } = useSiteConfig();
  // what was opened, without the path below which the node is mounted
  const [opened] = useState(() => `${withoutStep(location.search)}${location.hash}`);
  const [read] = useState(() => {
    const { origin, pathname } = location;
    const link = `${origin}${pathname.slice(basePath.length)}${opened}`;
    return readPaymentLink(link, ledgerNowMs(), network);
  });
  if (isLeft(read)) {
    return (
      <Card title={messages.link.invalid}>
        <EmptyState
          icon="warning"
          title={linkErrorText(read.left)}
          action={<ButtonLink to="/wallet/send">{messages.link.sendElse}</ButtonLink>}
        >
          {messages.link.nothingSent}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Banner tone="accent">{messages.link.warning}</Banner>
      <SendFlow
        first={fieldsOf(read.right, locale)}
        isReviewed={read.right.amount !== undefined}
        until={read.right.expiresAt}
        form={`/wallet/pay${opened}`}
      />
    </>
  );
};

/** Says what the page is for, where no link led to it. */
const NoLink = () => (
  <Card title={messages.noLink.title}>
    <EmptyState
      icon="send"
      title={messages.noLink.empty}
      action={<ButtonLink to="/wallet/send">{messages.noLink.send}</ButtonLink>}
    >
      {messages.noLink.hint}
    </EmptyState>
  </Card>
);

/** Pays what a link asks for: it only fills in what is reviewed. */
export const PayPage = () => {
  const network = useNetworkParty();
  const [hasLink] = useState(() => `${location.search}${location.hash}` !== "");
  if (!hasLink) {
    return (
      <Page title={messages.pay.title} width="narrow">
        <NoLink />
      </Page>
    );
  }
  return (
    <Page title={messages.pay.title} width="narrow">
      <QueryView query={network} what={messages.pay.what} lines={6}>
        {(party) => <Requested network={party} />}
      </QueryView>
    </Page>
  );
};
