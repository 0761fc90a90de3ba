import { numericToText } from "@tallystick/core/numeric";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { AmountField, noAmount } from "../../components/money/amount-field.js";
import { answerOf } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./home.module.css";

/** Makes coins on a development network. */
export const TapCard = () => {
  const { coin } = useSiteConfig().names;
  const say = useToast();
  const block = useSendingBlock();
  const [amount, setAmount] = useState(noAmount);
  const { state, start } = useOperation({
    name: "tap",
    run: async (api, usd: string, id) =>
      answerOf(api.wallet.POST("/v0/wallet/tap", { body: { amount: usd, command_id: id } })),
    touches: ["balance", "coins", "transactions"],
    onCommitted: () => {
      setAmount(noAmount);
      say(messages.tapGaveYou({ coin }));
    },
  });
  const isBusy = state.kind === "sending" || state.kind === "unknown";
  return (
    <Card title={messages.tap}>
      <form
        className={styles["tap"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (amount.value !== undefined) start(numericToText(amount.value));
        }}
      >
        <AmountField
          label={messages.worth({ coin })}
          unit="USD"
          amount={amount}
          onChange={setAmount}
          hook="tap-amount-field"
        />
        <Button
          type="submit"
          variant="primary"
          icon="tap"
          hook="tap-button"
          isBusy={isBusy}
          reason={block ?? (amount.value === undefined ? messages.enterAnAmountFirst : undefined)}
        >
          {messages.tap}
        </Button>
      </form>
      {state.kind === "failed" ? (
        <ErrorNote title={messages.tapFailed} error={state.error} effect="none-moved" />
      ) : null}
      {state.kind === "unknown" ? <p>{messages.checkingWhatBecame}</p> : null}
    </Card>
  );
};
