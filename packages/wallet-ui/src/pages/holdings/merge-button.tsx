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
    onCommitted: () => say("The coins are merged."),
  });
  return (
    <>
      <Button
        isBusy={state.kind === "sending" || state.kind === "unknown"}
        reason={block}
        onClick={() => setOpen(true)}
      >
        Merge coins
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Merge coins?"
        confirm="Merge"
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false);
          start(undefined);
        }}
      >
        {preview === undefined ? (
          <p>Reading what it would do.</p>
        ) : (
          <p>
            {preview.inputs} coins become one of <Amount value={preview.amount} decimals="full" />.
            Then there are {preview.coins_after} instead of {preview.coins_before}. The sum stays
            the same.
          </p>
        )}
      </ConfirmDialog>
      {state.kind === "failed" ? (
        <ErrorNote title="The coins were not merged." error={state.error} effect="none moved" />
      ) : null}
    </>
  );
};
