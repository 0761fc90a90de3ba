import { isLeft } from "fp-ts/lib/Either.js";
import { numericFromText } from "@tallystick/core/numeric";
import { type ReactNode, useState } from "react";
import { useSearch } from "wouter";
import { Banner } from "../../components/base/banner.js";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { Api } from "../../data/client.js";
import { useBalance, usePrice } from "../../data/wallet-queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { useSiteConfig } from "../../session/site-config.js";
import type { Resource } from "../../states/resources.js";
import { redirectRule } from "../../texts/redirect.js";
import { messages } from "./messages.js";
import styles from "./confirm.module.css";
import { type AskedAmount, coinsOf, coinsText } from "./total.js";

const useReturn = () => {
  const redirect = new URLSearchParams(useSearch()).get("redirect");
  // no origin is known to belong to a provider: an address is followed by a click alone
  return redirectRule(redirect, []);
};

/** Where the page that asked waits; never followed without a click. */
const WayBack = () => {
  const rule = useReturn();
  if (rule.kind === "refuse" || rule.kind === "none") {
    return (
      <div className={styles["wayBack"]}>
        {rule.kind === "none" ? null : (
          <Note>{messages.return.refused({ reason: rule.reason })}</Note>
        )}
        <ButtonLink to="/wallet">{messages.return.toWallet}</ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles["wayBack"]}>
      <a className={styles["return"]} href={rule.href} rel="noreferrer">
        {messages.return.link({ host: new URL(rule.href).host })}
      </a>
      <ButtonLink to="/wallet">{messages.return.toWallet}</ButtonLink>
    </div>
  );
};

const RefusedReturn = () => {
  const rule = useReturn();
  return rule.kind === "refuse" ? (
    <Banner tone="warning">{messages.return.warning({ reason: rule.reason })}</Banner>
  ) : null;
};

const useMissing = (coins: bigint | undefined): boolean => {
  const { data } = useBalance();
  const has = data === undefined ? undefined : numericFromText(data.effective_unlocked_qty);
  return has !== undefined && !isLeft(has) && coins !== undefined && has.right < coins;
};

const Sum = ({ amounts }: { readonly amounts: ReadonlyArray<AskedAmount> }) => {
  const coins = coinsOf(amounts, usePrice()?.amulet_price);
  const isExact = amounts.every(({ unit }) => unit === "AmuletUnit");
  const { data } = useBalance();
  return (
    <>
      <p className={styles["sum"]}>
        <span className={styles["label"]}>{isExact ? messages.sum.exact : messages.sum.about}</span>
        <span className="payment-total-amulet">
          {coins === undefined ? "…" : <Amount value={coinsText(coins)} size="large" />}
        </span>
      </p>
      {data === undefined ? null : (
        <p className={styles["label"]}>
          {messages.sum.available({ amount: <Amount value={data.effective_unlocked_qty} /> })}
        </p>
      )}
    </>
  );
};

export interface AppRequest {
  readonly cid: string;
  /** Of the card. */
  readonly title: string;
  readonly amounts: ReadonlyArray<AskedAmount>;
  readonly rows: ReadonlyArray<readonly [label: string, value: ReactNode]>;
  /** The verb of the button. */
  readonly confirm: string;
  /** Its class, by which clients of the public wallet find it. */
  readonly hook: string;
  /** What is so after it. */
  readonly done: string;
  readonly accept: (api: Api) => Promise<unknown>;
  readonly reject: (api: Api) => Promise<unknown>;
  readonly touches: ReadonlyArray<Resource>;
}

type End = "accepted" | "rejected";

const Afterwards = ({ end, done }: { readonly end: End; readonly done: string }) => {
  const isAccepted = end === "accepted";
  return (
    <Card
      title={isAccepted ? done : messages.end.rejected}
      actions={
        <StatusPill tone={isAccepted ? "positive" : "neutral"}>
          {isAccepted ? messages.end.committed : messages.end.rejected}
        </StatusPill>
      }
    >
      <Stack>
        <Note>{isAccepted ? messages.end.acceptedHint : messages.end.rejectedHint}</Note>
        <WayBack />
      </Stack>
    </Card>
  );
};

const Actions = ({
  request: { cid, confirm, done, accept, reject, touches, amounts, hook },
  onEnd,
}: {
  readonly request: AppRequest;
  readonly onEnd: (end: End) => void;
}) => {
  const { coin } = useSiteConfig().names;
  const isShort = useMissing(coinsOf(amounts, usePrice()?.amulet_price));
  return (
    <>
      {isShort ? <Note>{messages.accept.shortOfFunds({ coin })}</Note> : null}
      <div className={styles["actions"]}>
        <ActButton
          name={`confirm.reject.${cid}`}
          about={cid}
          ends="rejected"
          label={messages.reject.submit}
          run={reject}
          touches={touches}
          said={messages.reject.done}
          failed={messages.reject.failed}
          onDone={() => onEnd("rejected")}
        />
        <ActButton
          name={`confirm.accept.${cid}`}
          about={cid}
          ends="accepted"
          label={confirm}
          className={hook}
          variant="primary"
          run={accept}
          touches={touches}
          said={done}
          failed={messages.accept.failed}
          reason={isShort ? messages.accept.shortOfFunds({ coin }) : undefined}
          onDone={() => onEnd("accepted")}
        />
      </div>
    </>
  );
};

/** A request of an app to pay: what it wants, confirm or reject, and the way back. */
export const ConfirmRequest = ({
  request,
  end,
  onEnd,
}: {
  readonly request: AppRequest;
  readonly end: End | undefined;
  readonly onEnd: (end: End) => void;
}) => {
  const { party } = useWallet();
  const { title, amounts, rows, done } = request;
  if (end !== undefined) return <Afterwards end={end} done={done} />;
  return (
    <>
      <RefusedReturn />
      <Card title={title}>
        <Stack>
          <div>
            <Sum amounts={amounts} />
          </div>
          <Facts
            rows={[...rows, [messages.request.payer, <PartyChip key="own" party={party} isOwn />]]}
          />
          <Actions request={request} onEnd={onEnd} />
        </Stack>
      </Card>
    </>
  );
};

/** The request that is shown: it stays after it has ended here. */
export const useShownRequest = <A,>(found: A | null) => {
  const [end, setEnd] = useState<End>();
  const [kept, keep] = useState<A | null>(null);
  if (found !== null && kept === null) keep(found);
  return { request: found ?? kept, end, onEnd: setEnd };
};
