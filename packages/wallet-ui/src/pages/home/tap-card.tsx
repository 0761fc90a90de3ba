import { type Numeric, numericFromText, numericToText } from "@tallystick/core/numeric";
import { isRight, right } from "fp-ts/lib/Either.js";
import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { Button } from "../../components/base/button.js";
import { AmountField } from "../../components/money/amount-field.js";
import { answerOf } from "../../data/client.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { formatDecimal } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

/** What one click gets; US dollars. */
const quickUsd = ["10", "100", "1000"] as const;

const tapped = ({ amount }: { readonly amount: TypedAmount }): Checked<Numeric> =>
  amount.value === undefined ? lacks(messages.tap.missing) : right(amount.value);

/** Makes coins on a development network. */
export const TapCard = () => {
  const { coin } = useSiteConfig().names;
  const locale = useLocale();
  return (
    <Card title={messages.tap.title}>
      <ActionForm
        label={messages.tap.title}
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
        actions={({ start, isBusy, block }) =>
          quickUsd.map((usd) => (
            <Button
              key={usd}
              isBusy={isBusy}
              reason={block}
              onClick={() => {
                const amount = numericFromText(usd);
                if (isRight(amount)) start(amount.right);
              }}
            >
              {messages.tap.quick({ usd: formatDecimal(usd, locale) })}
            </Button>
          ))
        }
      />
    </Card>
  );
};
