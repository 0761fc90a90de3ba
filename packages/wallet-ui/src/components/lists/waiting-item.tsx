import { useState } from "react";
import { actOn, type WaitingItem } from "../../data/wallet-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { useSiteConfig } from "../../session/site-config.js";
import { Button } from "../base/button.js";
import { ErrorNote } from "../feedback/error-note.js";
import { useToast } from "../feedback/toasts.js";
import { InboxItem } from "./inbox-item.js";

const kinds: Readonly<Partial<Record<WaitingItem["kind"], readonly [string, string]>>> = {
  "transfer-offer": ["Offer from", "Offer to"],
  "transfer-instruction": ["Transfer from", "Transfer to"],
  "payment-request": ["Payment requested by", "Payment to"],
  "subscription-request": ["Subscription to", "Subscription to"],
  "allocation-request": ["Allocation requested by", "Allocation for"],
  allocation: ["Allocation for", "Allocation for"],
  "minting-delegation-proposal": ["Delegation from", "Delegation to"],
};

type Reason = WaitingItem["reason"]["code"];

const reasons: Readonly<Record<Reason, string>> = {
  "waiting-for-you": "Waits for you",
  "waiting-for-receiver": "Waits for the receiver",
  "waiting-for-sender": "Waits for the sender's payment",
  "waiting-for-app": "Waits for the app",
  "waiting-for-operator": "Waits for the operator of this node",
  "waiting-for-automation": "The wallet takes care of it",
  "short-of-funds": "The payer has too little",
  "nonce-behind": "Earlier commands come first",
  "expired-not-cleared": "Expired; the wallet will clear it",
  "round-not-open": "Waits for the next round",
  "operator-lacks-funds": "The operator of this node has too little",
};

type Action = WaitingItem["actions"][number];

const verbs: Readonly<Record<Action["action"], readonly [string, string]>> = {
  accept: ["Accept", "Accepted"],
  reject: ["Reject", "Rejected"],
  withdraw: ["Withdraw", "Withdrawn"],
  cancel: ["Cancel", "Cancelled"],
  allocate: ["Allocate", "Allocated"],
};

/** What a change of the balance by this would be. */
const changeOf = ({ amount, direction, kind }: WaitingItem): string | undefined => {
  if (amount?.unit !== "AmuletUnit") return undefined;
  const comes = kind === "transfer-offer" || kind === "transfer-instruction" ? direction : "sent";
  return comes === "received" ? amount.amount : `-${amount.amount}`;
};

/** An item of the inbox with what can be done. Allocating has a page of its own. */
export const Waiting = ({ item }: { readonly item: WaitingItem }) => {
  const { coin } = useSiteConfig().names;
  const say = useToast();
  const block = useSendingBlock();
  const [chosen, choose] = useState<Action>();
  const { state, start } = useOperation<Action, Action>({
    name: `inbox.${item.contract_id}`,
    run: async (api, action) => {
      await actOn(api, action);
      return action;
    },
    touches: ["inbox", "balance", "coins", "transactions"],
    onCommitted: ({ action }) => say(`${verbs[action][1]}.`),
  });
  const [received, sent] = kinds[item.kind] ?? ["From", "To"];
  const amount = changeOf(item);
  const isBusy = state.kind === "sending" || state.kind === "unknown";
  const { missing } = item.reason;
  const reason = reasons[item.reason.code];
  const [party = ""] = item.counterparties;
  return (
    <>
      <InboxItem
        title={item.direction === "received" ? received : sent}
        party={party}
        {...(amount === undefined ? {} : { amount })}
        memo={item.description ?? ""}
        expiresAt={item.expires_at ?? undefined}
        reason={
          missing === undefined || missing === null
            ? reason
            : `${reason}: ${missing} ${coin} are missing`
        }
        actions={item.actions
          .filter(({ action }) => action !== "allocate")
          .map((each) => (
            <Button
              key={each.action}
              variant={each.action === "accept" ? "primary" : "secondary"}
              isBusy={isBusy && chosen?.action === each.action}
              reason={
                block ?? (isBusy && chosen?.action !== each.action ? "One moment" : undefined)
              }
              onClick={() => {
                choose(each);
                start(each);
              }}
            >
              {verbs[each.action][0]}
            </Button>
          ))}
      />
      {state.kind === "failed" ? (
        <ErrorNote title="That could not be done." error={state.error} effect="none moved" />
      ) : null}
    </>
  );
};
