import { type ReactNode, useMemo, useState } from "react";
import { Link, useSearch } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { keyOfItem, WaitingLines } from "../../components/lists/waiting-lines.js";
import { waitingTitle } from "../../components/lists/waiting-words.js";
import { Page } from "../../components/page/page.js";
import { usePartyText } from "../../data/party-directory.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useInbox, type WaitingItem } from "../../data/wallet-queries.js";
import { SeveralBar, SeveralOutcome, SeveralQuestion } from "./several.js";
import { canBeSeveral, endedOf, useDecideSeveral, type Verb } from "./use-several.js";
import { messages } from "./messages.js";
import styles from "./inbox.module.css";

const shows = [
  ["all", messages.show.all, () => true, messages.list.emptyHint],
  [
    "you",
    messages.show.you,
    ({ reason }: WaitingItem) => reason.code === "waiting-for-you",
    messages.list.noneForYou,
  ],
  [
    "received",
    messages.show.received,
    ({ direction }: WaitingItem) => direction === "received",
    messages.list.noneReceived,
  ],
  [
    "sent",
    messages.show.sent,
    ({ direction }: WaitingItem) => direction === "sent",
    messages.list.noneSent,
  ],
] as const;

const Choices = ({
  items,
  chosen,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly chosen: string;
}) => (
  <nav aria-label={messages.show.label} className={styles["choices"]}>
    {shows.map(([show, title, matches]) => (
      <Link
        key={show}
        to={show === "all" ? "/wallet/inbox" : `/wallet/inbox?show=${show}`}
        aria-current={show === chosen ? "true" : undefined}
      >
        {title} (
        <span className={show === "received" ? "transfer-offers-count" : undefined}>
          {items.filter(matches).length}
        </span>
        )
      </Link>
    ))}
  </nav>
);

const noneOfThem: ReadonlySet<string> = new Set();

/** Keys of the list that decide all that are chosen. */
const verbOfKey: Readonly<Partial<Record<string, Verb>>> = {
  A: "accept",
  R: "reject",
  W: "withdraw",
};

/** Those that are chosen; what is gone is chosen no longer. */
const usePicking = (items: ReadonlyArray<WaitingItem>, ask: (verb: Verb) => void) => {
  const nameOf = usePartyText();
  const block = useSendingBlock();
  const [keys, setKeys] = useState<ReadonlySet<string>>(noneOfThem);
  const all = items.filter(canBeSeveral);
  const picked = all.filter(({ contract_id: id }) => keys.has(id));
  const picking = {
    picked: new Set(picked.map(keyOfItem)),
    canPick: canBeSeveral,
    labelOf: (item: WaitingItem) =>
      messages.several.choose({
        title: waitingTitle(item),
        party: nameOf(item.counterparties[0] ?? ""),
      }),
    onPick: (key: string) =>
      setKeys((now) =>
        now.has(key) ? new Set([...now].filter((each) => each !== key)) : new Set([...now, key]),
      ),
    onKey: (key: string): boolean => {
      const verb = verbOfKey[key];
      if (verb === undefined || block !== undefined || picked.length === 0) return false;
      ask(verb);
      return true;
    },
  };
  return { all, picked, picking, setKeys };
};

const Items = ({
  show,
  items,
  empty,
}: {
  /** Which are shown: others did not arrive where these are shown instead. */
  readonly show: string;
  readonly items: ReadonlyArray<WaitingItem>;
  readonly empty: ReactNode;
}) => {
  const [asked, ask] = useState<Verb>();
  const { several, decide, close } = useDecideSeveral();
  const isBusy = several !== undefined && endedOf(several) < several.items.length;
  const askOnce = (verb: Verb): void => (isBusy ? undefined : ask(verb));
  const { all, picked, picking, setKeys } = usePicking(items, askOnce);
  const busy = useMemo(
    () => (isBusy ? new Set(several.items.map(keyOfItem)) : noneOfThem),
    [isBusy, several?.items],
  );
  return (
    <>
      {several === undefined ? null : <SeveralOutcome several={several} onClose={close} />}
      <SeveralBar
        all={all}
        picked={picked}
        isBusy={isBusy}
        onPick={(chosen) => setKeys(new Set(chosen.map(keyOfItem)))}
        onAsk={askOnce}
      />
      <SeveralQuestion
        items={picked}
        verb={asked}
        onClose={() => ask(undefined)}
        onConfirm={(chosen, verb) => {
          ask(undefined);
          setKeys(new Set(picked.filter((item) => !chosen.includes(item)).map(keyOfItem)));
          void decide(chosen, verb);
        }}
      />
      {items.length === 0 ? (
        empty
      ) : (
        <WaitingLines
          key={show}
          label={messages.list.title}
          items={items}
          busy={busy}
          isByDay
          {...(all.length < 2 ? {} : { picking })}
        />
      )}
    </>
  );
};

const NothingWaits = () => (
  <EmptyState
    icon="inbox"
    title={messages.list.empty}
    action={<ButtonLink to="/wallet/request">{messages.list.request}</ButtonLink>}
  >
    {messages.list.emptyHint}
  </EmptyState>
);

/** Everything that waits: received and sent, of each kind. */
export const InboxPage = () => {
  const inbox = useInbox();
  const wanted = new URLSearchParams(useSearch()).get("show") ?? "all";
  const [chosen, , matches, hint] = shows.find(([show]) => show === wanted) ?? shows[0];
  return (
    <Page title={messages.page.title}>
      <Card title={messages.list.title}>
        <QueryView query={inbox} what={messages.list.what} lines={8}>
          {(items) => (
            <>
              {items.length === 0 ? null : <Choices items={items} chosen={chosen} />}
              <Items
                show={chosen}
                items={items.filter(matches)}
                empty={
                  items.length === 0 ? (
                    <NothingWaits />
                  ) : (
                    <EmptyState icon="inbox" title={messages.list.noneOfKind}>
                      {hint}
                    </EmptyState>
                  )
                }
              />
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  );
};
