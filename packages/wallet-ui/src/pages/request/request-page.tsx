import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { QrCode } from "../../components/codes/qr-code.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField, noAmount } from "../../components/money/amount-field.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { useNetworkParty } from "../../data/transfers.js";
import { useWallet } from "../../data/wallet-context.js";
import { linkErrorText, paymentLink } from "../../links/payment-link.js";
import { useSiteConfig } from "../../session/site-config.js";
import { maxMemoCharacters, memoErrorText, memoLength, readMemo } from "../../texts/memo.js";
import styles from "./request.module.css";

const validities = [
  ["", "No end"],
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["604800", "7 days"],
  ["2592000", "30 days"],
] as const;
type Validity = (typeof validities)[number][0];

const LinkCard = ({
  network,
  amount,
  memo,
  expiresAt,
}: {
  readonly network: string;
  readonly amount: typeof noAmount.value;
  readonly memo: string;
  readonly expiresAt: number | undefined;
}) => {
  const { party } = useWallet();
  const { basePath } = useSiteConfig();
  const link = paymentLink(`${location.origin}${basePath}`, {
    receiver: party,
    network,
    ...(amount === undefined ? {} : { amount }),
    ...(memo === "" ? {} : { memo }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  if (isLeft(link)) return <p role="alert">{linkErrorText(link.left)}</p>;
  return (
    <div className={styles["link"]}>
      <QrCode text={link.right} label="Code of the payment link" />
      <p className={styles["text"]}>
        <a href={link.right} id="payment-link">
          {link.right}
        </a>
        <CopyButton text={link.right} what="payment link" />
      </p>
    </div>
  );
};

/** What the link says. */
interface Asked {
  readonly amount: { readonly text: string; readonly value: typeof noAmount.value };
  readonly memo: string;
  readonly validity: Validity;
  readonly expiresAt: number | undefined;
}

const AskForm = ({
  asked,
  onChange,
}: {
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}) => {
  const { party } = useWallet();
  const { coin } = useSiteConfig().names;
  const read = readMemo(asked.memo);
  const choose = (validity: Validity): void => {
    const expiresAt = validity === "" ? undefined : ledgerNowMs() + Number(validity) * 1_000;
    onChange({ ...asked, validity, expiresAt });
  };
  return (
    <Stack>
      <div>
        To <PartyChip party={party} isOwn />
      </div>
      <AmountField
        label="Amount (empty: the payer chooses)"
        unit={coin}
        amount={asked.amount}
        onChange={(amount) => onChange({ ...asked, amount })}
      />
      <TextField
        label="Description (optional)"
        value={asked.memo}
        lines={2}
        onChange={(memo) => onChange({ ...asked, memo })}
        hint={`${memoLength(asked.memo)} of ${maxMemoCharacters} characters.`}
        error={isLeft(read) ? memoErrorText(read.left) : undefined}
      />
      <ChoiceField
        label="The link is valid for"
        value={asked.validity}
        choices={validities}
        onChange={choose}
      />
    </Stack>
  );
};

/** Asks someone for coins: a link, and its code. */
export const RequestPage = () => {
  const network = useNetworkParty();
  const [asked, setAsked] = useState<Asked>({
    amount: noAmount,
    memo: "",
    validity: "",
    expiresAt: undefined,
  });
  const { amount, expiresAt } = asked;
  const memo = readMemo(asked.memo);
  const isWrong = isLeft(memo) || (amount.text.trim() !== "" && amount.value === undefined);
  return (
    <Page title="Request">
      <Columns>
        <Card title="What to ask for">
          <AskForm asked={asked} onChange={setAsked} />
        </Card>
        <Card title="Link and code">
          <QueryView query={network} what="the network" lines={10}>
            {(id) =>
              isWrong ? (
                <p>Mend what is marked in the form first.</p>
              ) : (
                <LinkCard
                  network={id}
                  amount={amount.value}
                  memo={memo.right ?? ""}
                  expiresAt={expiresAt}
                />
              )
            }
          </QueryView>
          <p className={styles["note"]}>
            Whoever opens it in a wallet of this network sees it filled in, and decides. The link
            has your party id in it and nothing secret.
          </p>
        </Card>
      </Columns>
    </Page>
  );
};
