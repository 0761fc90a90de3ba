import { type ReactNode, useEffect, useState } from "react";
import { useParams } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { EffectsDetails } from "../../components/flow/effects.js";
import { Facts, FullId } from "../../components/flow/facts.js";
import { itemAmount } from "../../components/lists/item-amount.js";
import { isIncoming, WaitingActions } from "../../components/lists/waiting-actions.js";
import { nextText, reasonText, waitingTitle } from "../../components/lists/waiting-words.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { useEnd } from "../../data/transfers.js";
import type { Fate } from "../../history/fate.js";
import { actOn, useInbox, type WaitingItem } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./inbox.module.css";

const amountOf = (item: WaitingItem): ReactNode => {
  const { traffic_bytes: bytes } = item;
  const traffic = bytes === undefined || bytes === null ? undefined : { bytes };
  return (
    itemAmount(item, true, "full") ??
    (traffic === undefined ? traffic : messages.item.traffic(traffic))
  );
};

const factsOf = (item: WaitingItem) => {
  const { description, expires_at: until, counterparties, contract_id: cid, token } = item;
  return [
    {
      label: waitingTitle(item),
      value:
        counterparties.length === 0
          ? undefined
          : counterparties.map((party) => (
              <div key={party}>
                <PartyChip party={party} />
                <FullId id={party} />
              </div>
            )),
    },
    { label: messages.item.amount, value: amountOf(item) },
    {
      label: messages.item.administrator,
      value:
        token === undefined || token === null ? undefined : (
          <>
            <PartyChip party={token.instrument_admin} />
            <FullId id={token.instrument_admin} />
          </>
        ),
    },
    {
      label: messages.item.memo,
      value:
        description === undefined || description === null || description === "" ? undefined : (
          <StrangerText text={description} />
        ),
    },
    { label: messages.item.since, value: <TimeStamp at={item.created_at} isExact /> },
    {
      label: messages.item.until,
      value:
        until === undefined || until === null ? undefined : (
          <>
            <TimeStamp at={until} isExact /> (<Countdown until={until} />)
          </>
        ),
    },
    {
      label: messages.item.contract,
      value: (
        <>
          <FullId id={cid} />
          <CopyButton text={cid} what={messages.item.contractId} />
        </>
      ),
    },
  ];
};

const Item = ({ item }: { readonly item: WaitingItem }) => {
  const { coin } = useSiteConfig().names;
  const isYours = item.next.actor === "you";
  const accept = item.actions.find(({ action }) => action === "accept");
  return (
    <Card title={waitingTitle(item)}>
      <div className={styles["item"]}>
        <div className={styles["why"]}>
          <StatusPill tone={isYours ? "warning" : "accent"}>
            {reasonText(item.reason, coin, useLocale())}
          </StatusPill>
          <p>{messages.item.next({ next: nextText(item.next) })}</p>
        </div>
        <Facts facts={factsOf(item)} />
        <WaitingActions item={item} />
        {/* what gives coins is accepted without a question */}
        {accept === undefined || !isIncoming(item) ? null : (
          <EffectsDetails
            name={`inbox.${item.contract_id}.accept`}
            run={(api) => actOn(api, accept)}
          />
        )}
      </div>
    </Card>
  );
};

const ends: Readonly<Record<Fate, readonly [Tone, string]>> = {
  waiting: ["neutral", messages.fate.over],
  accepted: ["positive", messages.fate.accepted],
  completed: ["positive", messages.fate.completed],
  rejected: ["negative", messages.fate.rejected],
  withdrawn: ["neutral", messages.fate.withdrawn],
  cancelled: ["neutral", messages.fate.cancelled],
  expired: ["warning", messages.fate.expired],
};

const Ended = ({ cid, last }: { readonly cid: string; readonly last: WaitingItem | undefined }) => {
  const isOffer = last?.kind === "transfer-offer" || last?.kind === "accepted-transfer-offer";
  const end = useEnd(cid, isOffer ? (last.tracking_id ?? undefined) : undefined);
  const [tone, title] = ends[end.data?.fate ?? "waiting"];
  return (
    <Card title={last === undefined ? messages.gone.title : waitingTitle(last)}>
      <div className={styles["item"]}>
        <p role="status">
          <StatusPill tone={tone}>{title}</StatusPill>{" "}
          {end.data?.fate === undefined ? messages.gone.hint : messages.gone.fate({ fate: title })}{" "}
          {end.data?.reason === undefined
            ? null
            : messages.gone.why({ text: <StrangerText text={end.data.reason} /> })}
        </p>
        <Facts
          facts={[
            ...(last === undefined ? [] : factsOf(last)),
            {
              label: messages.gone.update,
              value:
                end.data?.updateId === undefined ? undefined : <FullId id={end.data.updateId} />,
            },
          ]}
        />
        <p className={styles["why"]}>
          {messages.gone.happened}{" "}
          <ButtonLink to="/wallet/history">{messages.gone.history}</ButtonLink>
        </p>
      </div>
    </Card>
  );
};

/** One thing that waits: why, what comes next, and what can be done; or how it ended. */
export const ItemPage = () => {
  const { cid } = useParams<{ readonly cid: string }>();
  const inbox = useInbox();
  const item = inbox.data?.find(({ contract_id: id }) => id === cid);
  const [last, setLast] = useState<WaitingItem>();
  useEffect(() => {
    if (item !== undefined) setLast(item);
  }, [item]);
  return (
    <Page
      title={messages.list.title}
      width="narrow"
      actions={<ButtonLink to="/wallet/inbox">{messages.gone.inbox}</ButtonLink>}
    >
      <QueryView query={inbox} what={messages.list.what} lines={8}>
        {() => (item === undefined ? <Ended cid={cid} last={last} /> : <Item item={item} />)}
      </QueryView>
    </Page>
  );
};
