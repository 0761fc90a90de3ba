import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { AmountField } from "../../components/money/amount-field.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { type Api, answerOf } from "../../data/client.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useSiteConfig } from "../../session/site-config.js";
import { type Gift, giftOf, noGift, terms } from "./gift.js";
import { messages } from "./messages.js";

const give = (api: Api, gift: Gift, id: string) => {
  const body = { ...gift, command_id: id };
  return answerOf(api.wallet.POST("/v0/wallet/development-fund-coupons/allocate", { body }));
};

const questionOf = (gift: Gift, days: number) => ({
  title: messages.give.question,
  isDangerous: true,
  body: (
    <Facts
      rows={[
        [
          messages.give.beneficiary,
          <PartyChip key="to" party={gift.beneficiary} canCopy={false} />,
        ],
        [messages.give.amount, <Amount key="amount" value={gift.amount} decimals="full" />],
        [messages.give.term, messages.span.days({ count: days })],
        [messages.coupon.reason, <StrangerText key="reason" text={gift.reason} />],
      ]}
    />
  ),
});

/** Gives part of the fund to a beneficiary. */
export const AllocateCard = ({ available }: { readonly available: string | undefined }) => {
  const { coin } = useSiteConfig().names;
  const now = useLedgerNow(() => 60_000);
  return (
    <Card title={messages.give.title}>
      <ActionForm
        label={messages.give.title}
        empty={noGift}
        fields={({ bind }) => (
          <>
            <PartyPicker
              label={messages.give.beneficiary}
              hook="development-fund-allocation-beneficiary"
              {...bind("beneficiary")}
            />
            <AmountField
              label={messages.give.amount}
              hook="development-fund-allocation-amount"
              unit={coin}
              available={available === undefined ? undefined : readAmount(available)}
              {...bind("amount")}
            />
            <ChoiceField
              hook="development-fund-allocation-expires-at"
              label={messages.give.term}
              choices={terms}
              {...bind("term")}
            />
            <TextField
              label={messages.coupon.reason}
              hook="development-fund-allocation-reason"
              {...bind("reason")}
            />
          </>
        )}
        check={(draft) => giftOf(draft, now)}
        question={(gift, { term }) => questionOf(gift, Number(term))}
        call={{ name: "fund.allocate", run: give, touches: ["fund"] }}
        submit={{ text: messages.give.submit, hook: "development-fund-allocation-submit-button" }}
        said={() => messages.give.done}
        failed={messages.give.failed}
      />
    </Card>
  );
};
