import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { QrCode } from "../../components/codes/qr-code.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField } from "../../components/money/amount-field.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { useNetworkParty } from "../../data/transfers.js";
import { useWallet } from "../../data/wallet-context.js";
import { linkErrorText, paymentLink } from "../../links/payment-link.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { useSiteConfig } from "../../session/site-config.js";
import { maxMemoCharacters, memoErrorText, memoLength, readMemo } from "../../texts/memo.js";
import { messages } from "./messages.js";
import styles from "./request.module.css";

const validities = [
  ["", messages.validity.none],
  ["3600", messages.validity.hour],
  ["86400", messages.validity.day],
  ["604800", messages.validity.days7],
  ["2592000", messages.validity.days30],
] as const;
type Validity = (typeof validities)[number][0];

const LinkCard = ({
  network,
  amount,
  memo,
  expiresAt,
}: {
  readonly network: string;
  readonly amount: TypedAmount["value"];
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
      <QrCode text={link.right} label={messages.link.code} />
      <p className={styles["text"]}>
        <a href={link.right} id="payment-link">
          {link.right}
        </a>
        <CopyButton text={link.right} what={messages.link.toCopy} />
      </p>
    </div>
  );
};

/** What the link says. */
interface Asked {
  readonly amount: TypedAmount;
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
      <div>{messages.form.to({ party: <PartyChip party={party} isOwn /> })}</div>
      <AmountField
        label={messages.form.amount}
        unit={coin}
        value={asked.amount}
        onChange={(amount) => onChange({ ...asked, amount })}
      />
      <TextField
        label={messages.form.memo}
        value={asked.memo}
        lines={2}
        onChange={(memo) => onChange({ ...asked, memo })}
        hint={messages.form.memoHint({ memo: memoLength(asked.memo), maxMemoCharacters })}
        error={isLeft(read) ? memoErrorText(read.left) : undefined}
      />
      <ChoiceField
        label={messages.validity.label}
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
    <Page title={messages.page.title}>
      <Columns>
        <Card title={messages.form.title}>
          <AskForm asked={asked} onChange={setAsked} />
        </Card>
        <Card title={messages.link.title}>
          <QueryView query={network} what={messages.link.what} lines={10}>
            {(id) =>
              isWrong ? (
                <p>{messages.link.formWrong}</p>
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
          <p className={styles["note"]}>{messages.link.note}</p>
        </Card>
      </Columns>
    </Page>
  );
};
