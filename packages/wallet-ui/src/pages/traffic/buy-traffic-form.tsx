import { useState } from "react";
import { isLeft } from "fp-ts/lib/Either.js";
import { numericToText } from "@tallystick/core/numeric";
import { Button } from "../../components/base/button.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { Amount, readAmount } from "../../components/money/amount.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useOperation } from "../../data/use-operation.js";
import { readParty } from "../../parties/party-id.js";
import { amountOfSum } from "../../sums/balance-split.js";
import { TrafficOutcome } from "./traffic-outcome.js";
import { type Order, TrafficReview } from "./traffic-review.js";
import { trafficCost } from "./traffic-cost.js";
import { formatDecimal } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { messages } from "./messages.js";
import styles from "./traffic.module.css";
import type { TrafficTerms } from "./use-traffic.js";

const hours = [
  ["1", messages.hours({ count: 1 })],
  ["24", messages.days({ count: 1 })],
  ["168", messages.days({ count: 7 })],
] as const;

const microsPerHour = 3_600_000_000;
/** How exact the clock of the form is; milliseconds. */
const clockMs = 30_000;
const mostBytes = 1_000_000_000_000;

/** Bytes as people type them; undefined when they are no such number. */
const readBytes = (text: string): number | undefined => {
  const plain = text.replaceAll(/[\s_]/g, "");
  if (!/^[0-9]{1,13}$/.test(plain)) return undefined;
  const bytes = Number(plain);
  return bytes > 0 && bytes <= mostBytes ? bytes : undefined;
};

const Cost = ({ units }: { readonly units: bigint | undefined }) => {
  const amount = units === undefined ? undefined : amountOfSum(units);
  return amount === undefined ? null : (
    <p className={styles["cost"]}>
      {messages.aboutAtThePrice({ amount: <Amount value={numericToText(amount)} /> })}
    </p>
  );
};

const useBuying = (synchronizerId: string, onAsked: (trackingId: string) => void) => {
  const now = useLedgerNow(() => clockMs);
  return useOperation({
    name: "buy-traffic",
    run: async (api, order: Order, id) => {
      const body = {
        receiving_validator_party_id: order.validator,
        domain_id: synchronizerId,
        traffic_amount: order.bytes,
        tracking_id: id,
        expires_at: now * 1_000 + order.lifeHours * microsPerHour,
      };
      await answerOf(api.wallet.POST("/v0/wallet/buy-traffic-requests", { body }));
      return id;
    },
    touches: ["inbox", "traffic"],
    onCommitted: onAsked,
  });
};

interface Typed {
  readonly validator: string;
  readonly amount: string;
  readonly life: string;
}

interface Fields {
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
  readonly own: string;
  readonly price: string;
  readonly wrong: string | undefined;
}

const OrderFields = ({ typed, set, own, price, wrong }: Fields) => (
  <>
    <PartyPicker
      label={messages.validator}
      value={typed.validator}
      onChange={(validator) => set({ validator })}
      known={[{ party: own, label: messages.validatorOfThisNode }]}
      hint={messages.whoseParticipantMayUse}
    />
    <TextField
      label={messages.bytes}
      value={typed.amount}
      onChange={(amount) => set({ amount })}
      error={wrong}
      hint={messages.usdForAMillionBytes({ price: formatDecimal(price, useLocale()) })}
    />
    <ChoiceField
      label={messages.giveUpAfter}
      value={typed.life}
      onChange={(life) => set({ life })}
      choices={hours}
      hint={messages.walletPaysAsSoon}
    />
  </>
);

const wrongWith = (bytes: number | undefined, leastBytes: number): string | undefined => {
  if (bytes === undefined) return messages.expectedAWholeNumber;
  return bytes < leastBytes ? messages.leastBought({ count: leastBytes }) : undefined;
};

const lifeText = (life: string): string => hours.find(([each]) => each === life)?.[1] ?? "";

const costOf = (
  bytes: number | undefined,
  { pricePerMegabyte, coinPrice }: TrafficTerms,
): bigint | undefined => {
  const price = readAmount(pricePerMegabyte);
  return bytes === undefined || price === undefined
    ? undefined
    : trafficCost(BigInt(bytes), price, readAmount(coinPrice) ?? 0n);
};

/** Asks the wallet to buy traffic for a validator. */
export const BuyTrafficForm = ({ terms }: { readonly terms: TrafficTerms }) => {
  const { synchronizerId, validator: own, pricePerMegabyte, leastBytes } = terms;
  const block = useSendingBlock();
  const [typed, setTyped] = useState({ validator: own, amount: String(leastBytes), life: "24" });
  const [asked, setAsked] = useState<string | undefined>();
  const [reviewed, review] = useState<Order>();
  const { state, start } = useBuying(synchronizerId, setAsked);
  const bytes = readBytes(typed.amount);
  const wrong = wrongWith(bytes, leastBytes);
  const isParty = !isLeft(readParty(typed.validator));
  const cost = costOf(bytes, terms);
  if (reviewed !== undefined) {
    return (
      <TrafficReview
        order={reviewed}
        cost={cost}
        life={lifeText(typed.life)}
        onBack={() => review(undefined)}
        onBuy={() => {
          review(undefined);
          start(reviewed);
        }}
      />
    );
  }
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        const { validator, life } = typed;
        if (bytes !== undefined) review({ validator, bytes, lifeHours: Number(life) });
      }}
    >
      <OrderFields
        typed={typed}
        set={(change) => setTyped((now) => ({ ...now, ...change }))}
        own={own}
        price={pricePerMegabyte}
        wrong={wrong}
      />
      <Cost units={cost} />
      <Button
        type="submit"
        variant="primary"
        isBusy={state.kind === "sending" || state.kind === "unknown"}
        reason={block ?? (isParty ? wrong : messages.enterTheParty)}
      >
        {messages.review}
      </Button>
      {state.kind === "unknown" ? <p>{messages.checkingWhatBecame}</p> : null}
      {state.kind === "failed" ? (
        <ErrorNote title={messages.requestWasRefused} error={state.error} effect="none-moved" />
      ) : null}
      {asked === undefined ? null : <TrafficOutcome trackingId={asked} />}
    </form>
  );
};
