import { numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { ActionForm } from "../../components/flow/action-form.js";
import type { Draft } from "../../components/forms/draft-form.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { formatDecimal } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { amountOfSum } from "../../sums/balance-split.js";
import { lives, type OrderDraft, orderOf, readBytes } from "./order.js";
import { TrafficOutcome } from "./traffic-outcome.js";
import { TrafficReview } from "./traffic-review.js";
import { trafficCost } from "./traffic-cost.js";
import { messages } from "./messages.js";
import styles from "./traffic.module.css";
import type { TrafficTerms } from "./use-traffic.js";

const microsPerHour = 3_600_000_000;
/** How exact the clock of the form is; milliseconds. */
const clockMs = 30_000;

/** In units of 10^-10; undefined without a price. */
const costOf = (bytes: number, { pricePerMegabyte, coinPrice }: TrafficTerms) => {
  const price = readAmount(pricePerMegabyte);
  return price === undefined
    ? undefined
    : trafficCost(BigInt(bytes), price, readAmount(coinPrice) ?? 0n);
};

const Cost = ({ units }: { readonly units: bigint | undefined }) => {
  const amount = units === undefined ? undefined : amountOfSum(units);
  return amount === undefined ? null : (
    <p className={styles["cost"]}>
      {messages.form.cost({ amount: <Amount value={numericToText(amount)} /> })}
    </p>
  );
};

const OrderFields = ({
  form: { bind, draft },
  terms,
}: {
  readonly form: Draft<OrderDraft>;
  readonly terms: TrafficTerms;
}) => {
  const { validator: party, pricePerMegabyte, leastBytes } = terms;
  const bytes = readBytes(draft.bytes, leastBytes);
  const price = formatDecimal(pricePerMegabyte, useLocale());
  return (
    <>
      <PartyPicker
        label={messages.validator.label}
        known={[{ party, label: messages.validator.own }]}
        hint={messages.validator.hint}
        {...bind("validator")}
      />
      <TextField
        label={messages.bytes.label}
        error={isLeft(bytes) ? bytes.left.text : undefined}
        hint={messages.bytes.price({ price })}
        {...bind("bytes")}
      />
      <ChoiceField
        label={messages.life.label}
        choices={lives}
        hint={messages.life.hint}
        {...bind("life")}
      />
      <Cost units={isLeft(bytes) ? undefined : costOf(bytes.right, terms)} />
    </>
  );
};

/** Asks the wallet to buy traffic for a validator. */
export const BuyTrafficForm = ({ terms }: { readonly terms: TrafficTerms }) => {
  const { synchronizerId, validator, leastBytes } = terms;
  const now = useLedgerNow(() => clockMs);
  const [asked, setAsked] = useState<string>();
  return (
    <>
      <ActionForm
        label={messages.form.title}
        empty={{ validator, bytes: String(leastBytes), life: "24" }}
        fields={(form) => <OrderFields form={form} terms={terms} />}
        check={(draft: OrderDraft) => orderOf(draft, leastBytes)}
        review={(order, { confirm, back }) => (
          <TrafficReview
            order={order}
            cost={costOf(order.bytes, terms)}
            onBuy={confirm}
            onBack={back}
          />
        )}
        call={{
          name: "buy-traffic",
          run: async (api, order, id) => {
            const body = {
              receiving_validator_party_id: order.validator,
              domain_id: synchronizerId,
              traffic_amount: order.bytes,
              tracking_id: id,
              expires_at: now * 1_000 + Number(order.life) * microsPerHour,
            };
            await answerOf(api.wallet.POST("/v0/wallet/buy-traffic-requests", { body }));
            return id;
          },
          touches: ["inbox", "traffic"],
        }}
        submit={{ text: messages.form.submit }}
        onDone={setAsked}
        failed={messages.form.failed}
      />
      {asked === undefined ? null : <TrafficOutcome trackingId={asked} />}
    </>
  );
};
