import { useState } from "react";
import { useToast } from "../../components/feedback/toasts.js";
import {
  type Acted,
  endOfItem,
  isIncoming,
  useItemSettings,
} from "../../components/lists/waiting-actions.js";
import { keyOfItem } from "../../components/lists/waiting-lines.js";
import type { OperationState } from "../../data/operation.js";
import { gatherSignatures } from "../../data/signing-requests.js";
import { useSeveral } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import type { WaitingItem } from "../../data/wallet-queries.js";
import { messages } from "./messages.js";

/** What is done with several items together. */
export const verbs = ["accept", "reject", "withdraw"] as const;
export type Verb = (typeof verbs)[number];

const actionOf = ({ actions }: WaitingItem, verb: Verb) =>
  actions.find(({ action }) => action === verb);

/** Whether an item can be decided in this way together with others. */
export const canBe = (item: WaitingItem, verb: Verb): boolean =>
  item.kind !== "minting-delegation-proposal" && actionOf(item, verb) !== undefined;

/** Whether an item can be decided together with others. */
export const canBeSeveral = (item: WaitingItem): boolean => verbs.some((verb) => canBe(item, verb));

/**
 * Whether a party that signs outside of the node signs an item together with others: all of these
 * are prepared before one is signed, and two that pay would be prepared with the same coins.
 */
const isSignedTogether = (item: WaitingItem, verb: Verb): boolean =>
  verb !== "accept" || isIncoming(item);

/** What has become of one of several. */
export type Outcome = "waits" | "sending" | "unknown" | "done" | "over" | "failed";

const outcomeOf = (state: OperationState<Acted>): Outcome => {
  switch (state.kind) {
    case "committed":
      return state.result.isCertain ? "done" : "over";
    case "failed":
    case "sending":
    case "unknown":
      return state.kind;
    default:
      return "waits";
  }
};

const isEnd = (outcome: Outcome): boolean =>
  outcome === "done" || outcome === "over" || outcome === "failed";

/** Items that are decided together, and what has become of each so far. */
export interface Several {
  readonly verb: Verb;
  readonly items: ReadonlyArray<WaitingItem>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Why those that failed did. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** How many of several have come to their end. */
export const endedOf = ({ outcomes }: Several): number =>
  [...outcomes.values()].filter(isEnd).length;

/** Keeps what becomes of each, and says at the end how many were decided as wanted. */
const useOutcomes = () => {
  const say = useToast();
  const [several, setSeveral] = useState<Several>();
  const begin = (items: ReadonlyArray<WaitingItem>, verb: Verb) => {
    const outcomes = new Map<string, Outcome>(items.map((item) => [keyOfItem(item), "waits"]));
    const reasons = new Map<string, string>();
    const show = (): void =>
      setSeveral({ verb, items, outcomes: new Map(outcomes), reasons: new Map(reasons) });
    show();
    return {
      become: (item: WaitingItem, outcome: Outcome): void => {
        outcomes.set(keyOfItem(item), outcome);
        show();
        const ends = [...outcomes.values()];
        if (!isEnd(outcome) || !ends.every(isEnd)) return;
        const done = ends.filter((each) => each === "done").length;
        const isAll = done === items.length;
        say(
          isAll
            ? messages[verb].done({ count: done })
            : messages[verb].partly({ done, count: items.length }),
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
 * Decides several, one after the other, each once. One whose answer was lost holds up no other; all
 * go on when the page is left. Signatures of those that pay nothing are wanted once all of them are
 * prepared, in one question; of others one by one.
 */
export const useDecideSeveral = () => {
  const { api, party, life, isExternal } = useWallet();
  const settingsOf = useItemSettings();
  const runOne = useSeveral();
  const { several, begin, close } = useOutcomes();
  const decide = async (items: ReadonlyArray<WaitingItem>, verb: Verb): Promise<void> => {
    const { become, explain } = begin(items, verb);
    const decideOne = (
      item: WaitingItem,
      signatures?: ReturnType<typeof gatherSignatures>,
    ): Promise<void> =>
      new Promise((resolve) => {
        const action = actionOf(item, verb);
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
    const together = isExternal ? items.filter((item) => isSignedTogether(item, verb)) : [];
    const signatures = together.length === 0 ? undefined : gatherSignatures();
    for (const item of together) await decideOne(item, signatures);
    signatures?.end();
    for (const item of items.filter((each) => !together.includes(each))) await decideOne(item);
  };
  return { several, decide, close };
};
