import type { ReactNode } from "react";
import { StrangerText } from "../../components/base/stranger-text.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useShownName } from "../../data/party-directory.js";
import { readAmount } from "../../money/read-amount.js";
import { networkNames, useSiteConfig } from "../../session/site-config.js";
import { ProofPart } from "./proof-part.js";
import { type Payment, totalOf } from "./receipt-data.js";
import type { Receipt } from "./use-receipt.js";
import { messages } from "./messages.js";
import styles from "./receipt.module.css";

const Id = ({ text }: { readonly text: string }) => (
  <code className={styles["id"]} translate="no">
    {text}
  </code>
);

/** A party on paper: its name, and its whole id, which no one can hover over there. */
const WholeParty = ({ party }: { readonly party: string }) => {
  const { head, tail } = useShownName(party);
  return (
    <span className={styles["party"]}>
      <strong>
        <bdi translate="no">
          {head}
          {tail}
        </bdi>
      </strong>
      <Id text={party} />
    </span>
  );
};

const factsOf = ({ fee, memo, from, to }: Payment): ReadonlyArray<readonly [string, ReactNode]> => [
  [messages.payment.from, <WholeParty key="from" party={from} />],
  [
    messages.payment.to,
    <ul key="to" className={styles["receivers"]}>
      {to.map(({ party, amount }) => (
        <li key={party}>
          <WholeParty party={party} />
          {to.length === 1 ? null : <Amount value={amount} />}
        </li>
      ))}
    </ul>,
  ],
  [
    messages.payment.fee,
    (readAmount(fee) ?? 0n) === 0n ? messages.payment.noFee : <Amount key="fee" value={fee} />,
  ],
  ...(memo === ""
    ? []
    : [[messages.payment.memo, <StrangerText key="memo" text={memo} />] as const]),
];

const kindWords = { paid: messages.payment.paid, offered: messages.payment.offered };

const PaymentPart = ({ payment }: { readonly payment: Payment }) => (
  <section className={styles["part"]} aria-label={kindWords[payment.kind]}>
    <p className={styles["state"]} data-kind={payment.kind}>
      {kindWords[payment.kind]}
    </p>
    <p className={styles["amount"]}>
      <Amount value={totalOf(payment)} size="large" />
    </p>
    {payment.kind === "offered" ? <p>{messages.payment.offerNote}</p> : null}
    <Facts rows={factsOf(payment)} />
  </section>
);

const UpdatePart = ({ receipt: { update, participant } }: { readonly receipt: Receipt }) => {
  const { network, basePath } = useSiteConfig();
  return (
    <section className={styles["part"]}>
      <Facts
        rows={[
          [
            messages.update.at,
            <span key="at" className={styles["party"]}>
              <TimeStamp at={update.recordTime} isExact />
              <span className={styles["utc"]}>
                {messages.update.utc({ time: <Id text={update.recordTime} /> })}
              </span>
            </span>,
          ],
          [messages.update.id, <Id key="id" text={update.updateId} />],
          [messages.update.offset, <Id key="offset" text={String(update.offset)} />],
          [messages.update.node, <Id key="node" text={`${location.origin}${basePath}`} />],
          [messages.update.participant, <Id key="participant" text={participant} />],
          [messages.update.network, networkNames[network]],
        ]}
      />
    </section>
  );
};

/** The sheet that is printed. */
export const ReceiptSheet = ({ receipt }: { readonly receipt: Receipt }) => (
  <article className={styles["sheet"]}>
    {receipt.payments.map((payment) => (
      <PaymentPart key={payment.eventId} payment={payment} />
    ))}
    <UpdatePart receipt={receipt} />
    <ProofPart updateId={receipt.update.updateId} offset={receipt.update.offset} />
    <p className={styles["note"]}>{messages.names.note}</p>
  </article>
);
