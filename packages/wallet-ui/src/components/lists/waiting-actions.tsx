import { useState } from "react";
import { type Api, answerOf } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { endOf } from "../../data/transfers.js";
import type { Fate } from "../../history/fate.js";
import { type OperationSettings, useOperation } from "../../data/use-operation.js";
import { actOn, type WaitingItem } from "../../data/wallet-queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { usePartyText } from "../../data/party-directory.js";
import { Button, ButtonLink } from "../base/button.js";
import { ConfirmDialog } from "../feedback/confirm-dialog.js";
import { ErrorNote } from "../feedback/error-note.js";
import { useFailure, useToast } from "../feedback/toasts.js";
import { EffectsDetails } from "../flow/effects.js";
import { endSentence } from "../flow/end-sentence.js";
import { useLostQuestion } from "../flow/use-lost-question.js";
import { PartyChip } from "../people/party-chip.js";
import { ProposalActions } from "./delegation-actions.js";
import { itemAmount } from "./item-amount.js";
import { waitingTitle } from "./waiting-words.js";
import { messages } from "./messages.js";
import styles from "./lists.module.css";

type Action = WaitingItem["actions"][number];

const verbs: Readonly<Record<Action["action"], readonly [string, string]>> = {
  accept: [messages.action.accept, messages.direction.accepted],
  reject: [messages.action.reject, messages.action.rejected],
  withdraw: [messages.action.withdraw, messages.action.withdrawn],
  cancel: [messages.action.cancel, messages.action.cancelled],
  allocate: [messages.action.allocate, messages.action.allocated],
  pay: [messages.action.pay, messages.alone.paid],
};

const agreeing: ReadonlySet<Action["action"]> = new Set(["accept", "pay"]);

/** Keys of a list that press the buttons of a line. */
const keys: Partial<Record<Action["action"], string>> = {
  accept: "a",
  reject: "r",
  withdraw: "w",
};

/** Whether accepting it gives the party coins. */
const isCoinsFor = ({ kind, direction }: WaitingItem): boolean =>
  direction === "received" && (kind === "transfer-offer" || kind === "transfer-instruction");

/** Accepting these gives coins or another token; accepting anything else can spend them. */
export const isIncoming = (item: WaitingItem): boolean =>
  isCoinsFor(item) || (item.kind === "token-transfer" && item.direction === "received");

/** The class by which clients of the public wallet find the button. */
const hookOf = (item: WaitingItem, { action }: Action): string | undefined => {
  if (isCoinsFor(item)) return `transfer-offer-${action}`;
  if (item.kind === "allocation" || item.kind === "allocation-v2") return `allocation-${action}`;
  return item.kind.startsWith("allocation-request") ? `allocation-request-${action}` : undefined;
};

const questions: Readonly<Record<Action["action"], string>> = {
  accept: messages.question.accept,
  reject: messages.question.reject,
  withdraw: messages.question.withdraw,
  cancel: messages.question.cancel,
  allocate: "",
  pay: messages.question.pay,
};

const Question = ({
  item,
  action,
  onConfirm,
  onClose,
}: {
  readonly item: WaitingItem;
  readonly action: Action | undefined;
  readonly onConfirm: (action: Action) => void;
  readonly onClose: () => void;
}) => {
  const [verb] = verbs[action?.action ?? "accept"];
  const [party = ""] = item.counterparties;
  const amount = itemAmount(item, false, "full");
  return (
    <ConfirmDialog
      isOpen={action !== undefined}
      title={`${verb}?`}
      confirm={verb}
      isDangerous={action !== undefined && !agreeing.has(action.action)}
      onClose={onClose}
      onConfirm={() => (action === undefined ? undefined : onConfirm(action))}
    >
      <p>
        {waitingTitle(item)} {party === "" ? null : <PartyChip party={party} canCopy={false} />}
        {amount === undefined ? null : (
          <>
            {": "}
            {amount}
          </>
        )}
      </p>
      <p>{questions[action?.action ?? "accept"]}</p>
      {action === undefined ? null : (
        <EffectsDetails
          name={`inbox.${item.contract_id}.${action.action}`}
          run={(api) => actOn(api, action)}
        />
      )}
    </ConfirmDialog>
  );
};

/** What became of an action whose answer was lost. */
export interface Acted {
  readonly action: Action["action"];
  /** False: it is over, and it is not known whether by this action. */
  readonly isCertain: boolean;
}

const offerIdOf = ({ kind, tracking_id: id }: WaitingItem): string | undefined =>
  kind === "transfer-offer" || kind === "accepted-transfer-offer" ? (id ?? undefined) : undefined;

const endsBy: Readonly<Record<Action["action"], ReadonlyArray<Fate>>> = {
  accept: ["accepted", "completed"],
  reject: ["rejected"],
  withdraw: ["withdrawn"],
  cancel: ["cancelled"],
  allocate: [],
  pay: ["completed"],
};

/** How an item ended, in a sentence; "" when that is not known. */
export const endOfItem = (api: Api, party: string, item: WaitingItem): Promise<string> =>
  endSentence(api, party, item.contract_id, offerIdOf(item));

/** Says what became of an item whose question was open when it went. */
const useLostItem = (item: WaitingItem, isAsking: boolean): void => {
  const { api, party } = useWallet();
  const say = useToast();
  const nameOf = usePartyText();
  useLostQuestion(isAsking, () => {
    const title = waitingTitle(item);
    const [other = ""] = item.counterparties;
    void endOfItem(api, party, item).then((sentence) =>
      say(messages.outcome.gone({ title, party: nameOf(other), sentence }).trim(), "negative"),
    );
  });
};

/** How an action of an item is carried out, once, and what is said of it. */
export const useItemSettings = (): ((item: WaitingItem) => OperationSettings<Action, Acted>) => {
  const say = useToast();
  const fail = useFailure();
  const { party } = useWallet();
  return (item) => ({
    name: `inbox.${item.contract_id}`,
    run: async (api, action) => {
      await actOn(api, action);
      return { action: action.action, isCertain: true };
    },
    // an action cannot be repeated once the item is over
    ask: async (api, _id, { action }) => {
      const { items } = await answerOf(
        api.wallet.GET("/v0/wallet/inbox", { params: { query: { kind: item.kind } } }),
      );
      if (items.some(({ contract_id: cid }) => cid === item.contract_id)) return undefined;
      const end = await endOf(api, party, item.contract_id, offerIdOf(item));
      return { action, isCertain: end !== undefined && endsBy[action].includes(end.fate) };
    },
    touches: ["inbox", "balance", "coins", "transactions"],
    onCommitted: ({ action, isCertain }) =>
      say(
        isCertain ? `${verbs[action][1]}.` : messages.outcome.over,
        isCertain ? "positive" : "negative",
      ),
    // beside the row, which is gone when someone else was faster
    onFailed: (error, api) =>
      void endOfItem(api, party, item).then((sentence) =>
        fail(
          <ErrorNote
            title={`${messages.outcome.failed} ${sentence}`.trim()}
            error={error}
            effect="none-moved"
          />,
        ),
      ),
  });
};

const useAction = (item: WaitingItem) => useOperation(useItemSettings()(item));

/** What the party can do with an item, and what became of it. */
export const WaitingActions = ({ item }: { readonly item: WaitingItem }) =>
  item.kind === "minting-delegation-proposal" && item.actions.length > 0 ? (
    <div className={styles["inboxActions"]}>
      <ProposalActions cid={item.contract_id} />
    </div>
  ) : (
    <ItemActions item={item} />
  );

const ItemActions = ({ item }: { readonly item: WaitingItem }) => {
  const block = useSendingBlock();
  const [chosen, choose] = useState<Action>();
  const [asked, setAsked] = useState<Action>();
  // a list of hundreds has no dialog for each
  const [hasAsked, setHasAsked] = useState(false);
  const ask = (action: Action | undefined): void => {
    setAsked(action);
    if (action !== undefined) setHasAsked(true);
  };
  const { state, start } = useAction(item);
  useLostItem(item, asked !== undefined);
  const isBusy = state.kind === "sending" || state.kind === "unknown";
  const begin = (action: Action): void => {
    ask(undefined);
    choose(action);
    start(action);
  };
  return (
    <>
      <div className={styles["inboxActions"]}>
        {item.actions.map((each) =>
          each.action === "allocate" ? (
            <ButtonLink key={each.action} to="/wallet/allocations" variant="primary">
              {messages.action.allocate}
            </ButtonLink>
          ) : (
            <span key={each.action} data-key={keys[each.action]} className={styles["keyed"]}>
              <Button
                className={hookOf(item, each)}
                variant={agreeing.has(each.action) ? "primary" : "secondary"}
                isBusy={isBusy && chosen?.action === each.action}
                reason={
                  block ??
                  (isBusy && chosen?.action !== each.action ? messages.action.busy : undefined)
                }
                onClick={() =>
                  each.action === "accept" && isIncoming(item) ? begin(each) : ask(each)
                }
              >
                {verbs[each.action][0]}
              </Button>
            </span>
          ),
        )}
      </div>
      {hasAsked ? (
        <Question item={item} action={asked} onConfirm={begin} onClose={() => ask(undefined)} />
      ) : null}
      {state.kind === "unknown" ? <p role="status">{messages.outcome.checking}</p> : null}
    </>
  );
};
