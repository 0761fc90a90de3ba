import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Amount } from "../../components/money/amount.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { useAttempt } from "../../components/forms/use-attempt.js";
import { FullId } from "../../components/flow/facts.js";
import { ReviewSheet } from "../../components/flow/review-sheet.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EffectsPicture } from "../../components/picture/picture-details.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { readAmount } from "../../money/read-amount.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useSendingBlock } from "../../data/reachability.js";
import {
  previewOf,
  type Transfer,
  type TransferPreview,
  useNetworkParty,
} from "../../data/transfers.js";
import { useWallet } from "../../data/wallet-context.js";
import { formatAmount } from "../../money/format-amount.js";
import { useContacts } from "../../session/contacts.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { receiverWarning } from "./receiver-warning.js";
import { problemText, routeText } from "./transfer-draft.js";
import { messages } from "./messages.js";
import styles from "./send.module.css";

const FullParty = ({
  party,
  name,
}: {
  readonly party: string;
  readonly name: string | undefined;
}) => (
  <>
    {name === undefined ? null : <p className={styles["name"]}>{name}</p>}
    <PartyChip party={party} />
    <FullId id={party} />
  </>
);

const InputsUsed = ({ inputs, change }: TransferPreview) =>
  inputs.length === 0
    ? messages.review.noCoins
    : messages.review.coinsAndChange({ count: inputs.length, change: <Amount value={change} /> });

const isoOf = (micros: number): string => new Date(Math.floor(micros / 1_000)).toISOString();

interface RowParts {
  /** Who sends. */
  readonly party: string;
  readonly name: string | undefined;
  readonly warning: string | undefined;
  readonly locale: string;
}

const rowsOf = (
  transfer: Transfer,
  preview: TransferPreview,
  { party, name, warning, locale }: RowParts,
) => {
  const until = isoOf(transfer.expiresAt);
  const waits = preview.route === "two-step" || preview.route === "legacy-offer";
  return [
    { label: messages.review.from, value: <PartyChip party={party} isOwn canCopy={false} /> },
    {
      label: messages.progress.to,
      value: <FullParty party={transfer.receiver} name={name} />,
      warning,
    },
    { label: messages.amount.label, value: <Amount value={transfer.amount} decimals="full" /> },
    ...(transfer.memo === ""
      ? []
      : [{ label: messages.progress.memo, value: <StrangerText text={transfer.memo} /> }]),
    { label: messages.review.route, value: routeText(preview) },
    ...(preview.lock === undefined || preview.lock === null
      ? []
      : [{ label: messages.review.locked, value: <Amount value={preview.lock.amount} /> }]),
    ...(waits
      ? [
          {
            label: messages.review.expiry,
            value: messages.review.until({
              time: <TimeStamp at={until} isExact />,
              left: <Countdown until={until} />,
            }),
          },
        ]
      : []),
    { label: messages.review.coins, value: <InputsUsed {...preview} /> },
    { label: messages.review.fee, value: <Amount value={preview.fee} /> },
    ...(preview.traffic_bytes === undefined || preview.traffic_bytes === null
      ? []
      : [
          {
            label: messages.review.traffic,
            value: messages.review.trafficBytes({
              bytes: new Intl.NumberFormat(locale).format(preview.traffic_bytes),
            }),
          },
        ]),
    ...(preview.balance_after === undefined || preview.balance_after === null
      ? []
      : [
          {
            label: messages.review.afterwards,
            value: <Amount value={preview.balance_after.unlocked} />,
          },
        ]),
  ];
};

const Problems = ({ texts }: { readonly texts: ReadonlyArray<string> }) =>
  texts.map((text) => (
    <p key={text} className={styles["problem"]} role="alert">
      {text}
    </p>
  ));

/** Why a link is not paid any more; undefined while it is. */
const useLinkEnd = (until: number | undefined): string | undefined => {
  const now = useLedgerNow((at) => (until === undefined || until <= at ? undefined : until - at));
  return until !== undefined && until <= now ? messages.review.linkExpired : undefined;
};

/** Sends a transfer only if it is still what was seen; says otherwise what changed. */
const useConfirmed = (transfer: Transfer, onSend: () => void, again: () => Promise<unknown>) => {
  const { api } = useWallet();
  const [changed, setChanged] = useState<string>();
  const { isBusy, error, start } = useAttempt(async (seen: TransferPreview) => {
    const now = await previewOf(api, transfer);
    if (now.route === seen.route && now.can_send) {
      onSend();
      return;
    }
    setChanged(messages.review.changed);
    await again();
  });
  return { isBusy, changed, error, confirm: start };
};

const usePreview = (transfer: Transfer) =>
  usePartyQuery("balance", { preview: transfer }, (api) => previewOf(api, transfer));

/** Says what a transfer would do, and sends only what was seen: it asks again before it sends. */
export const TransferReview = ({
  transfer,
  name,
  until,
  onSend,
  onBack,
}: {
  readonly transfer: Transfer;
  /** The name of the name service by which the receiver was found. */
  readonly name: string | undefined;
  /** When the link ends that asks for it; milliseconds. */
  readonly until?: number | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}) => {
  const { party } = useWallet();
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const block = useSendingBlock();
  const linkEnd = useLinkEnd(until);
  const networkParty = useNetworkParty().data;
  const { book } = useContacts();
  const preview = usePreview(transfer);
  const { isBusy, changed, error, confirm } = useConfirmed(transfer, onSend, preview.refetch);
  const amount = readAmount(transfer.amount);
  return (
    <>
      <QueryView query={preview} what={messages.review.what} lines={8}>
        {(seen) => (
          <>
            <p className={styles["changed"]} role="status">
              {changed}
            </p>
            {error === undefined ? null : (
              <ErrorNote title={messages.link.nothingSent} error={error} effect="none-moved" />
            )}
            <Problems
              texts={[
                ...(linkEnd === undefined ? [] : [linkEnd]),
                ...seen.problems.map((problem) => problemText(problem, coin, locale)),
              ]}
            />
            <ReviewSheet
              rows={rowsOf(transfer, seen, {
                party,
                name,
                warning: receiverWarning(seen, name, book, networkParty),
                locale,
              })}
              confirm={messages.review.confirm({
                amount: amount === undefined ? transfer.amount : formatAmount(amount, locale),
                coin,
              })}
              onConfirm={() => confirm(seen)}
              onBack={onBack}
              isBusy={isBusy}
              reason={block ?? linkEnd ?? (seen.can_send ? undefined : messages.review.blocked)}
            />
            <EffectsPicture effects={seen.effects} />
          </>
        )}
      </QueryView>
      {preview.data !== undefined ? null : (
        <div className={styles["actions"]}>
          <Button onClick={onBack}>{messages.review.back}</Button>
        </div>
      )}
    </>
  );
};
