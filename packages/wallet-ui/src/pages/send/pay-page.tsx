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
import { emptyFields, type SendFields } from "./send-form.js";

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
  const [read] = useState(() => {
    const { origin, pathname, search, hash } = location;
    const link = `${origin}${pathname.slice(basePath.length)}${search}${hash}`;
    return readPaymentLink(link, ledgerNowMs(), network);
  });
  if (isLeft(read)) {
    return (
      <Card title="This link cannot be paid">
        <EmptyState
          icon="warning"
          title={linkErrorText(read.left)}
          action={<ButtonLink to="/wallet/send">Send something else</ButtonLink>}
        >
          Nothing was sent.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Banner tone="accent">
        A link filled this in. Anyone can write a link: check who gets the coins.
      </Banner>
      <SendFlow
        first={fieldsOf(read.right, locale)}
        isReviewed={read.right.amount !== undefined}
        until={read.right.expiresAt}
      />
    </>
  );
};

/** Says what the page is for, where no link led to it. */
const NoLink = () => (
  <Card title="Pay by a link">
    <EmptyState
      icon="send"
      title="No link was opened"
      action={<ButtonLink to="/wallet/send">Send coins</ButtonLink>}
    >
      Open a payment link, or scan its code: this page then shows what it asks for. Links are made
      under Request.
    </EmptyState>
  </Card>
);

/** Pays what a link asks for: it only fills in what is reviewed. */
export const PayPage = () => {
  const network = useNetworkParty();
  const [hasLink] = useState(() => `${location.search}${location.hash}` !== "");
  if (!hasLink) {
    return (
      <Page title="Pay" width="narrow">
        <NoLink />
      </Page>
    );
  }
  return (
    <Page title="Pay" width="narrow">
      <QueryView query={network} what="the network" lines={6}>
        {(party) => <Requested network={party} />}
      </QueryView>
    </Page>
  );
};
