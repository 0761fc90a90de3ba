import { ActButton } from "../../components/flow/act-button.js";
import { Amount } from "../../components/money/amount.js";
import { answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { messages } from "./messages.js";

/** What merging would do. */
const Preview = () => {
  const { data } = usePartyQuery("coins", { merge: true }, (api) =>
    answerOf(api.wallet.GET("/v0/wallet/coins/merge")),
  );
  return (
    <p>
      {data === undefined
        ? messages.merge.reading
        : messages.merge.effect({
            inputs: data.inputs,
            amount: <Amount value={data.amount} decimals="full" />,
            after: data.coins_after,
            before: data.coins_before,
          })}
    </p>
  );
};

/** Merges the coins, after saying what that does. */
export const MergeButton = () => (
  <ActButton
    name="merge"
    label={messages.merge.submit}
    question={{
      title: messages.merge.question,
      confirm: messages.merge.confirm,
      body: <Preview />,
    }}
    run={(api, id) =>
      answerOf(api.wallet.POST("/v0/wallet/coins/merge", { body: { command_id: id } }))
    }
    touches={["coins", "balance", "transactions"]}
    said={messages.merge.done}
    failed={messages.merge.failed}
  />
);
