import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Amount } from "../../components/money/amount.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { messages } from "./messages.js";

const usePreview = (isOpen: boolean) =>
  usePartyQuery(
    "coins",
    { merge: true },
    (api) => answerOf(api.wallet.GET("/v0/wallet/coins/merge")),
    { enabled: isOpen },
  );

/** Merges the coins, after saying what that does. */
export const MergeButton = () => {
  const [isOpen, setOpen] = useState(false);
  const preview = usePreview(isOpen).data;
  const block = useSendingBlock();
  const say = useToast();
  const { state, start } = useOperation({
    name: "merge",
    run: async (api, _input: undefined, id) =>
      answerOf(api.wallet.POST("/v0/wallet/coins/merge", { body: { command_id: id } })),
    touches: ["coins", "balance", "transactions"],
    onCommitted: () => say(messages.coinsAreMerged),
  });
  return (
    <>
      <Button
        isBusy={state.kind === "sending" || state.kind === "unknown"}
        reason={block}
        onClick={() => setOpen(true)}
      >
        {messages.mergeCoins}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={messages.mergeCoinsQuestion}
        confirm={messages.merge}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false);
          start(undefined);
        }}
      >
        {preview === undefined ? (
          <p>{messages.readingWhatItWouldDo}</p>
        ) : (
          <p>
            {messages.coinsBecomeOneOfThen({
              inputs: preview.inputs,
              amount: <Amount value={preview.amount} decimals="full" />,
              after: preview.coins_after,
              before: preview.coins_before,
            })}
          </p>
        )}
      </ConfirmDialog>
      {state.kind === "failed" ? (
        <ErrorNote title={messages.coinsWereNotMerged} error={state.error} effect="none-moved" />
      ) : null}
    </>
  );
};
