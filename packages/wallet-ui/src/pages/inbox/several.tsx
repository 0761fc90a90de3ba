import type { ReactNode } from "react";
import { Button } from "../../components/base/button.js";
import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { itemAmount } from "../../components/lists/item-amount.js";
import { isIncoming } from "../../components/lists/waiting-actions.js";
import { waitingKind } from "../../components/lists/waiting-words.js";
import { Amount } from "../../components/money/amount.js";
import { TokenAmount } from "../../components/money/token-amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useSendingBlock } from "../../data/reachability.js";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { sumOf } from "../../money/sums.js";
import { canBe, endedOf, type Outcome, type Several, type Verb, verbs } from "./use-several.js";
import { messages } from "./messages.js";
import styles from "./inbox.module.css";

const shownAs = (verb: Verb): Readonly<Record<Outcome, readonly [tone: Tone, text: string]>> => ({
  waits: ["neutral", messages.several.waits],
  sending: ["neutral", messages.several.sending],
  unknown: ["warning", messages.several.unknown],
  done: ["positive", messages[verb].ended],
  over: ["warning", messages.several.over],
  failed: ["negative", messages[verb].failed],
});

const What = ({ item }: { readonly item: WaitingItem }) => {
  const [party = ""] = item.counterparties;
  return (
    <>
      {party === "" ? waitingKind(item) : <PartyChip party={party} canCopy={false} />}
      <span className={styles["of"]}>{itemAmount(item, false) ?? waitingKind(item)}</span>
    </>
  );
};

const coinSum = (items: ReadonlyArray<WaitingItem>): ReadonlyArray<ReactNode> => {
  const amounts = items.flatMap(({ amount }) =>
    amount?.unit === "AmuletUnit" ? [amount.amount] : [],
  );
  return amounts.length === 0 ? [] : [<Amount key="coin" value={sumOf(amounts)} />];
};

/** Sums of other tokens, one for each instrument. */
const tokenSums = (items: ReadonlyArray<WaitingItem>): ReadonlyArray<ReactNode> => {
  const amounts = new Map<string, Array<NonNullable<WaitingItem["token"]>>>();
  for (const { token } of items) {
    if (token === undefined || token === null) continue;
    const key = JSON.stringify([token.instrument_admin, token.instrument_id]);
    amounts.set(key, [...(amounts.get(key) ?? []), token]);
  }
  return [...amounts].flatMap(([key, tokens]) => {
    const [first] = tokens;
    if (first === undefined) return [];
    const { instrument_admin: admin, instrument_id: id } = first;
    const sum = sumOf(tokens.map(({ amount }) => amount));
    return [<TokenAmount key={key} amount={sum} admin={admin} id={id} />];
  });
};

/** What deciding several means for the holdings of the party. */
const Meaning = ({
  items,
  verb,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly verb: Verb;
}) => {
  const incoming = items.filter(isIncoming);
  const moved = verb === "withdraw" ? items : incoming;
  const others = items.length - incoming.length;
  return (
    <>
      {[...coinSum(moved), ...tokenSums(moved)].map((amount, at) => (
        <p key={`${at}`}>{messages[verb].sum({ amount })}</p>
      ))}
      {verb === "withdraw" || others === 0 ? null : <p>{messages[verb].pay({ count: others })}</p>}
      {verb === "accept" ? null : <p>{messages[verb].forGood}</p>}
    </>
  );
};

/** Asks before several are decided. */
export const SeveralQuestion = ({
  items,
  verb,
  onConfirm,
  onClose,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  /** Undefined while nothing is asked. */
  readonly verb: Verb | undefined;
  readonly onConfirm: (items: ReadonlyArray<WaitingItem>, verb: Verb) => void;
  readonly onClose: () => void;
}) => {
  const said = verb ?? "accept";
  const decided = items.filter((item) => canBe(item, said));
  const count = decided.length;
  return (
    <ConfirmDialog
      isOpen={verb !== undefined && count > 0}
      title={messages[said].question({ count })}
      confirm={messages[said].button({ count })}
      isDangerous={said !== "accept"}
      onConfirm={() => onConfirm(decided, said)}
      onClose={onClose}
    >
      <ul className={styles["several"]}>
        {decided.map((item) => (
          <li key={item.contract_id}>
            <What item={item} />
          </li>
        ))}
      </ul>
      <Meaning items={decided} verb={said} />
    </ConfirmDialog>
  );
};

/** How many are chosen, and the buttons that decide them. */
export const SeveralBar = ({
  all,
  picked,
  isBusy,
  onPick,
  onAsk,
}: {
  /** Those that can be chosen. */
  readonly all: ReadonlyArray<WaitingItem>;
  readonly picked: ReadonlyArray<WaitingItem>;
  readonly isBusy: boolean;
  readonly onPick: (items: ReadonlyArray<WaitingItem>) => void;
  readonly onAsk: (verb: Verb) => void;
}) => {
  const block = useSendingBlock();
  const isAll = picked.length === all.length;
  if (all.length < 2) return null;
  return (
    <div className={styles["bar"]} data-picked={picked.length > 0 ? "yes" : undefined}>
      <label>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = picked.length > 0 && !isAll;
          }}
          onChange={() => onPick(isAll ? [] : all)}
        />
        {picked.length === 0
          ? messages.several.all({ count: all.length })
          : messages.several.picked({ count: picked.length })}
      </label>
      <div className={styles["verbs"]}>
        {verbs.map((verb) => {
          const count = picked.filter((item) => canBe(item, verb)).length;
          return count === 0 ? null : (
            <Button
              key={verb}
              variant={verb === "accept" ? "primary" : "secondary"}
              isBusy={isBusy}
              reason={block}
              onClick={() => onAsk(verb)}
            >
              {messages[verb].button({ count })}
            </Button>
          );
        })}
      </div>
    </div>
  );
};

/** What became of each of several. */
export const SeveralOutcome = ({
  several,
  onClose,
}: {
  readonly several: Several;
  readonly onClose: () => void;
}) => {
  const { verb, items, outcomes, reasons } = several;
  const shown = shownAs(verb);
  const ended = endedOf(several);
  return (
    <section className={styles["outcome"]} aria-label={messages.several.outcome}>
      <p role="status">{messages.several.progress({ ended, count: items.length })}</p>
      <ul className={styles["several"]}>
        {items.map((item) => {
          const [tone, text] = shown[outcomes.get(item.contract_id) ?? "waits"];
          return (
            <li key={item.contract_id}>
              <What item={item} />
              <StatusPill tone={tone}>{text}</StatusPill>
              {reasons.has(item.contract_id) ? (
                <p className={styles["reason"]}>{reasons.get(item.contract_id)}</p>
              ) : null}
            </li>
          );
        })}
      </ul>
      {ended < items.length ? null : <Button onClick={onClose}>{messages.several.close}</Button>}
    </section>
  );
};
