import { type Numeric, numericToText } from "@tallystick/core/numeric";
import { right } from "fp-ts/lib/Either.js";
import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { AmountField } from "../../components/money/amount-field.js";
import { answerOf } from "../../data/client.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { useSiteConfig } from "../../session/site-config.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

const tapped = ({ amount }: { readonly amount: TypedAmount }): Checked<Numeric> =>
  amount.value === undefined ? lacks(messages.tap.missing) : right(amount.value);

/** Makes coins on a development network. */
export const TapCard = () => {
  const { coin } = useSiteConfig().names;
  return (
    <Card title={messages.tap.title}>
      <ActionForm
        label={messages.tap.title}
        layout="line"
        empty={{ amount: noAmount }}
        fields={({ bind }) => (
          <AmountField
            label={messages.tap.amount({ coin })}
            unit="USD"
            hook="tap-amount-field"
            {...bind("amount")}
          />
        )}
        check={tapped}
        call={{
          name: "tap",
          run: (api, usd, id) => {
            const body = { amount: numericToText(usd), command_id: id };
            return answerOf(api.wallet.POST("/v0/wallet/tap", { body }));
          },
          touches: ["balance", "coins", "transactions"],
        }}
        submit={{ text: messages.tap.title, icon: "tap", hook: "tap-button" }}
        said={() => messages.tap.done({ coin })}
        failed={messages.tap.failed}
      />
    </Card>
  );
};
