import { useState } from "react";
import { answerOf } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { endOfInstruction } from "../../data/transfers.js";
import { useOperation } from "../../data/use-operation.js";
import { actOn, type WaitingItem } from "../../data/wallet-queries.js";
import { Button, ButtonLink } from "../base/button.js";
import { ConfirmDialog } from "../feedback/confirm-dialog.js";
import { ErrorNote } from "../feedback/error-note.js";
import { useToast } from "../feedback/toasts.js";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { waitingTitle } from "./waiting-words.js";
import { messages } from "./messages.js";
import styles from "./lists.module.css";

type Action = WaitingItem["actions"][number];

const verbs: Readonly<Record<Action["action"], readonly [string, string]>> = {
  accept: [messages.accept, messages.accepted],
  reject: [messages.reject, messages.rejected],
  withdraw: [messages.withdraw, messages.withdrawn],
  cancel: [messages.cancel, messages.cancelled],
  allocate: [messages.allocate, messages.allocated],
};

/** Accepting these gives coins; accepting anything else can spend them. */
const isIncoming = ({ kind, direction }: WaitingItem): boolean =>
  direction === "received" && (kind === "transfer-offer" || kind === "transfer-instruction");

/** The class by which clients of the public wallet find the button. */
const hookOf = (item: WaitingItem, { action }: Action): string | undefined => {
  if (isIncoming(item)) return `transfer-offer-${action}`;
  if (item.kind === "allocation") return `allocation-${action}`;
  return item.kind === "allocation-request" ? `allocation-request-${action}` : undefined;
};

const questions: Readonly<Record<Action["action"], string>> = {
  accept: messages.youAgreeToPay,
  reject: messages.otherPartySees,
  withdraw: messages.youTakeItBack,
  cancel: messages.itEndsAndNothingMore,
  allocate: "",
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
  return (
    <ConfirmDialog
      isOpen={action !== undefined}
      title={`${verb}?`}
      confirm={verb}
      isDangerous={action?.action !== "accept"}
      onClose={onClose}
      onConfirm={() => (action === undefined ? undefined : onConfirm(action))}
    >
      <p>
        {waitingTitle(item)} {party === "" ? null : <PartyChip party={party} canCopy={false} />}
        {item.amount?.unit === "AmuletUnit" ? (
          <>
            {": "}
            <Amount value={item.amount.amount} decimals="full" />
          </>
        ) : null}
      </p>
      <p>{questions[action?.action ?? "accept"]}</p>
    </ConfirmDialog>
  );
};

/** What became of an action whose answer was lost. */
interface Acted {
  readonly action: Action["action"];
  /** False: it is over, and it is not known whether by this action. */
  readonly isCertain: boolean;
}

const useAction = (item: WaitingItem) => {
  const say = useToast();
  return useOperation<Action, Acted>({
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
      const end = await endOfInstruction(api, item.contract_id);
      const expected = { accept: "completed", reject: "rejected", withdraw: "withdrawn" };
      return { action, isCertain: end?.fate === Reflect.get(expected, action) };
    },
    touches: ["inbox", "balance", "coins", "transactions"],
    onCommitted: ({ action, isCertain }) =>
      say(
        isCertain ? `${verbs[action][1]}.` : messages.itIsOverHow,
        isCertain ? "positive" : "negative",
      ),
  });
};

/** What the party can do with an item, and what became of it. */
export const WaitingActions = ({ item }: { readonly item: WaitingItem }) => {
  const block = useSendingBlock();
  const [chosen, choose] = useState<Action>();
  const [asked, ask] = useState<Action>();
  const { state, start } = useAction(item);
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
              {messages.allocate}
            </ButtonLink>
          ) : (
            <Button
              key={each.action}
              className={hookOf(item, each)}
              variant={each.action === "accept" ? "primary" : "secondary"}
              isBusy={isBusy && chosen?.action === each.action}
              reason={
                block ?? (isBusy && chosen?.action !== each.action ? messages.oneMoment : undefined)
              }
              onClick={() =>
                each.action === "accept" && isIncoming(item) ? begin(each) : ask(each)
              }
            >
              {verbs[each.action][0]}
            </Button>
          ),
        )}
      </div>
      <Question item={item} action={asked} onConfirm={begin} onClose={() => ask(undefined)} />
      {state.kind === "unknown" ? <p role="status">{messages.answerWasLostCheckingWhat}</p> : null}
      {state.kind === "failed" ? (
        <ErrorNote title={messages.thatCouldNotBeDone} error={state.error} effect="none-moved" />
      ) : null}
    </>
  );
};
