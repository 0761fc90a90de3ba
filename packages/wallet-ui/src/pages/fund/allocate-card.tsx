import { numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Outcome } from "../../components/flow/act-button.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount, readAmount } from "../../components/money/amount.js";
import { AmountField, noAmount } from "../../components/money/amount-field.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useOperation } from "../../data/use-operation.js";
import { readParty } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";

const dayMicros = 86_400_000_000;
const days = [
  ["7", messages.days({ count: 7 })],
  ["30", messages.days({ count: 30 })],
  ["90", messages.days({ count: 90 })],
] as const;

type Days = (typeof days)[number][0];

const empty = { beneficiary: "", reason: "", amount: noAmount };

const useDraft = () => {
  const now = useLedgerNow(() => 60_000);
  const [draft, setDraft] = useState(empty);
  const [term, setTerm] = useState<Days>("30");
  const beneficiary = readParty(draft.beneficiary);
  const { value } = draft.amount;
  const body =
    isLeft(beneficiary) || value === undefined || draft.reason.trim() === ""
      ? undefined
      : {
          beneficiary: beneficiary.right,
          amount: numericToText(value),
          expiresAt: now * 1_000 + Number(term) * dayMicros,
          reason: draft.reason.trim(),
        };
  return { draft, setDraft, term, setTerm, body };
};

const useGive = (onCommitted: () => void) => {
  const say = useToast();
  return useOperation<WalletSchemas["AllocateDevelopmentFundCouponRequest"], unknown>({
    name: "fund.allocate",
    run: (api, draft, id) => {
      const body = { ...draft, command_id: id };
      return answerOf(api.wallet.POST("/v0/wallet/development-fund-coupons/allocate", { body }));
    },
    touches: ["fund"],
    onCommitted: () => {
      onCommitted();
      say(messages.couponIsGiven);
    },
  });
};

type Gift = NonNullable<ReturnType<typeof useDraft>["body"]>;

/** Asks before it is given, with what was typed. */
const GiveQuestion = ({
  gift,
  days: count,
  onConfirm,
  onClose,
}: {
  readonly gift: Gift | undefined;
  readonly days: number;
  readonly onConfirm: (gift: Gift) => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={gift !== undefined}
    title={messages.giveFromTheFundQuestion}
    confirm={messages.give}
    isDangerous
    onClose={onClose}
    onConfirm={() => {
      onClose();
      if (gift !== undefined) onConfirm(gift);
    }}
  >
    {gift === undefined ? null : (
      <Facts
        rows={[
          [messages.beneficiary, <PartyChip key="to" party={gift.beneficiary} canCopy={false} />],
          [messages.amount, <Amount key="amount" value={gift.amount} decimals="full" />],
          [messages.expiresIn, messages.days({ count })],
          [messages.reason, <StrangerText key="reason" text={gift.reason} />],
        ]}
      />
    )}
  </ConfirmDialog>
);

/** Gives part of the fund to a beneficiary. */
export const AllocateCard = ({ available }: { readonly available: string | undefined }) => {
  const block = useSendingBlock();
  const { coin } = useSiteConfig().names;
  const known = useContacts().book;
  const { draft, setDraft, term, setTerm, body } = useDraft();
  const change = (part: Partial<typeof empty>): void => setDraft((last) => ({ ...last, ...part }));
  const { state, start } = useGive(() => setDraft(empty));
  const [gift, ask] = useState<Gift>();
  return (
    <Card title={messages.giveFromTheFund}>
      <GiveQuestion
        gift={gift}
        days={Number(term)}
        onConfirm={start}
        onClose={() => ask(undefined)}
      />
      <Form
        label={messages.giveFromTheFund}
        onSubmit={() => ask(body)}
        actions={
          <Button
            type="submit"
            hook="development-fund-allocation-submit-button"
            variant="primary"
            isBusy={state.kind === "sending" || state.kind === "unknown"}
            reason={block ?? (body === undefined ? messages.fillInAllFieldsFirst : undefined)}
          >
            {messages.give}
          </Button>
        }
      >
        <PartyPicker
          label={messages.beneficiary}
          hook="development-fund-allocation-beneficiary"
          value={draft.beneficiary}
          known={known}
          onChange={(beneficiary) => change({ beneficiary })}
        />
        <AmountField
          label={messages.amount}
          hook="development-fund-allocation-amount"
          unit={coin}
          amount={draft.amount}
          onChange={(amount) => change({ amount })}
          available={available === undefined ? undefined : readAmount(available)}
        />
        <ChoiceField
          hook="development-fund-allocation-expires-at"
          label={messages.expiresIn}
          value={term}
          choices={days}
          onChange={setTerm}
        />
        <TextField
          label={messages.reason}
          hook="development-fund-allocation-reason"
          value={draft.reason}
          onChange={(reason) => change({ reason })}
        />
      </Form>
      <Outcome state={state} failed={messages.couponWasNotGiven} />
    </Card>
  );
};
