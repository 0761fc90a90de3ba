import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { useToast } from "../../components/feedback/toasts.js";
import {
  type Acted,
  endOfItem,
  isIncoming,
  useItemSettings,
} from "../../components/lists/waiting-actions.js";
import { keyOfItem } from "../../components/lists/waiting-lines.js";
import { waitingKind } from "../../components/lists/waiting-words.js";
import { Amount } from "../../components/money/amount.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { OperationState } from "../../data/operation.js";
import { useSendingBlock } from "../../data/reachability.js";
import { gatherSignatures } from "../../data/signing-requests.js";
import { useSeveral } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { sumOf } from "../../money/sums.js";
import { messages } from "./messages.js";
import styles from "./inbox.module.css";

const acceptOf = ({ actions }: WaitingItem) => actions.find(({ action }) => action === "accept");

/** Whether an item can be accepted together with others. */
export const canBeSeveral = (item: WaitingItem): boolean =>
  item.kind !== "minting-delegation-proposal" && acceptOf(item) !== undefined;

/**
 * Whether a party that signs outside of the node signs an item together with others: all of these
 * are prepared before one is signed, and two that pay would be prepared with the same coins.
 */
const isSignedTogether = isIncoming;

/** What has become of one of several. */
type Outcome = "waits" | "sending" | "unknown" | "accepted" | "over" | "failed";

const shownAs: Readonly<Record<Outcome, readonly [tone: Tone, text: string]>> = {
  waits: ["neutral", messages.several.waits],
  sending: ["neutral", messages.several.sending],
  unknown: ["warning", messages.several.unknown],
  accepted: ["positive", messages.several.accepted],
  over: ["warning", messages.several.over],
  failed: ["negative", messages.several.failed],
};

const outcomeOf = (state: OperationState<Acted>): Outcome => {
  switch (state.kind) {
    case "committed":
      return state.result.isCertain ? "accepted" : "over";
    case "failed":
    case "sending":
    case "unknown":
      return state.kind;
    default:
      return "waits";
  }
};

const isEnd = (outcome: Outcome): boolean =>
  outcome === "accepted" || outcome === "over" || outcome === "failed";

/** Items that are accepted together, and what has become of each so far. */
export interface Several {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Why those that failed did. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Whether each of several has come to its end. */
export const isDone = ({ outcomes }: Several): boolean => [...outcomes.values()].every(isEnd);

/** Keeps what becomes of each, and says at the end how many were accepted. */
const useOutcomes = () => {
  const say = useToast();
  const [several, setSeveral] = useState<Several>();
  const begin = (items: ReadonlyArray<WaitingItem>) => {
    const outcomes = new Map<string, Outcome>(items.map((item) => [keyOfItem(item), "waits"]));
    const reasons = new Map<string, string>();
    const show = (): void =>
      setSeveral({ items, outcomes: new Map(outcomes), reasons: new Map(reasons) });
    show();
    return {
      become: (item: WaitingItem, outcome: Outcome): void => {
        outcomes.set(keyOfItem(item), outcome);
        show();
        const ends = [...outcomes.values()];
        if (!isEnd(outcome) || !ends.every(isEnd)) return;
        const accepted = ends.filter((each) => each === "accepted").length;
        const isAll = accepted === items.length;
        say(
          isAll
            ? messages.several.done({ count: accepted })
            : messages.several.partly({ accepted, count: items.length }),
          isAll ? "positive" : "negative",
        );
      },
      explain: (item: WaitingItem, reason: string): void => {
        reasons.set(keyOfItem(item), reason);
        show();
      },
    };
  };
  return { several, begin, close: () => setSeveral(undefined) };
};

/**
 * Accepts several, one after the other, each once. One whose answer was lost holds up no other; all
 * go on when the page is left. Signatures of those that only receive are wanted once all of them
 * are prepared, in one question; of others one by one.
 */
export const useAcceptSeveral = () => {
  const { api, party, life, isExternal } = useWallet();
  const settingsOf = useItemSettings();
  const runOne = useSeveral();
  const { several, begin, close } = useOutcomes();
  const accept = async (items: ReadonlyArray<WaitingItem>): Promise<void> => {
    const { become, explain } = begin(items);
    const acceptOne = (
      item: WaitingItem,
      signatures?: ReturnType<typeof gatherSignatures>,
    ): Promise<void> =>
      new Promise((resolve) => {
        const action = acceptOf(item);
        if (action === undefined || life.isOver) {
          resolve();
          return;
        }
        // what is said of one alone would cover the page
        const { onCommitted: _, onFailed: __, ...settings } = settingsOf(item);
        signatures?.onNext(resolve);
        runOne(settings, action, (state) => {
          if (state.kind === "failed") {
            explain(item, state.error.message);
            void endOfItem(api, party, item).then((end) => (end === "" ? end : explain(item, end)));
          }
          become(item, outcomeOf(state));
          if (state.kind !== "sending") resolve();
        });
      });
    const together = isExternal ? items.filter(isSignedTogether) : [];
    const signatures = together.length === 0 ? undefined : gatherSignatures();
    for (const item of together) await acceptOne(item, signatures);
    signatures?.end();
    for (const item of items.filter((each) => !together.includes(each))) await acceptOne(item);
  };
  return { several, accept, close };
};

const What = ({ item }: { readonly item: WaitingItem }) => {
  const [party = ""] = item.counterparties;
  return (
    <>
      {party === "" ? waitingKind(item) : <PartyChip party={party} canCopy={false} />}
      <span className={styles["of"]}>
        {item.amount === undefined || item.amount === null ? (
          waitingKind(item)
        ) : item.amount.unit === "AmuletUnit" ? (
          <Amount value={item.amount.amount} />
        ) : (
          <UnitAmount amount={item.amount} />
        )}
      </span>
    </>
  );
};

const coinsOf = (items: ReadonlyArray<WaitingItem>): string =>
  sumOf(items.flatMap(({ amount }) => (amount?.unit === "AmuletUnit" ? [amount.amount] : [])));

const Question = ({
  items,
  isOpen,
  onConfirm,
  onClose,
}: {
  readonly items: ReadonlyArray<WaitingItem>;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => {
  const incoming = items.filter(isIncoming);
  const others = items.length - incoming.length;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={messages.several.question({ count: items.length })}
      confirm={messages.several.accept({ count: items.length })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ul className={styles["several"]}>
        {items.map((item) => (
          <li key={item.contract_id}>
            <What item={item} />
          </li>
        ))}
      </ul>
      {incoming.length === 0 ? null : (
        <p>{messages.several.receive({ amount: <Amount value={coinsOf(incoming)} /> })}</p>
      )}
      {others === 0 ? null : <p>{messages.several.pay({ count: others })}</p>}
    </ConfirmDialog>
  );
};

/** How many are chosen, and the button that accepts them. */
export const SeveralBar = ({
  all,
  picked,
  isBusy,
  onPick,
  onAccept,
}: {
  /** Those that can be chosen. */
  readonly all: ReadonlyArray<WaitingItem>;
  readonly picked: ReadonlyArray<WaitingItem>;
  readonly isBusy: boolean;
  readonly onPick: (items: ReadonlyArray<WaitingItem>) => void;
  readonly onAccept: (items: ReadonlyArray<WaitingItem>) => void;
}) => {
  const block = useSendingBlock();
  const [isAsking, ask] = useState(false);
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
      {picked.length === 0 ? null : (
        <Button variant="primary" isBusy={isBusy} reason={block} onClick={() => ask(true)}>
          {messages.several.accept({ count: picked.length })}
        </Button>
      )}
      <Question
        items={picked}
        isOpen={isAsking && picked.length > 0}
        onClose={() => ask(false)}
        onConfirm={() => {
          ask(false);
          onAccept(picked);
        }}
      />
    </div>
  );
};

/** What became of each of several. */
export const SeveralOutcome = ({
  several: { items, outcomes, reasons },
  onClose,
}: {
  readonly several: Several;
  readonly onClose: () => void;
}) => {
  const ended = [...outcomes.values()].filter(isEnd).length;
  return (
    <section className={styles["outcome"]} aria-label={messages.several.outcome}>
      <p role="status">{messages.several.progress({ ended, count: items.length })}</p>
      <ul className={styles["several"]}>
        {items.map((item) => {
          const outcome = outcomes.get(item.contract_id) ?? "waits";
          return (
            <li key={item.contract_id}>
              <What item={item} />
              <StatusPill tone={shownAs[outcome][0]}>{shownAs[outcome][1]}</StatusPill>
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
