import { numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Outcome } from "../../components/flow/act-button.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Form, Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField, noAmount } from "../../components/money/amount-field.js";
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

const hourMicros = 3_600_000_000;

const terms = [
  ["1", messages.hours({ count: 1 })],
  ["24", messages.days({ count: 1 })],
  ["168", messages.days({ count: 7 })],
  ["720", messages.days({ count: 30 })],
] as const;

type Term = (typeof terms)[number][0];

const empty = { settlement: "", leg: "", executor: "", receiver: "", amount: noAmount };

const partyOf = (text: string): string | undefined => {
  const read = readParty(text);
  return isLeft(read) ? undefined : read.right;
};

const useAllocate = (onCommitted: () => void) => {
  const say = useToast();
  return useOperation<WalletSchemas["AllocateAmuletRequest"], unknown>({
    name: "allocation.create",
    run: (api, body) => answerOf(api.wallet.POST("/v0/allocations", { body })),
    touches: ["allocations", "balance", "coins", "transactions", "inbox"],
    onCommitted: () => {
      say(messages.coinsAreAllocated);
      onCommitted();
    },
  });
};

const useDraft = () => {
  const now = useLedgerNow(() => 60_000);
  const [draft, setDraft] = useState(empty);
  const [term, setTerm] = useState<Term>("24");
  const [executor, receiver] = [partyOf(draft.executor), partyOf(draft.receiver)];
  const { value } = draft.amount;
  const isNamed = draft.settlement.trim() !== "" && draft.leg.trim() !== "";
  const body =
    isNamed && executor !== undefined && receiver !== undefined && value !== undefined
      ? {
          settlement: {
            executor,
            settlement_ref: { id: draft.settlement.trim() },
            requested_at: now * 1_000,
            allocate_before: now * 1_000 + Number(term) * hourMicros,
            settle_before: now * 1_000 + 2 * Number(term) * hourMicros,
          },
          transfer_leg_id: draft.leg.trim(),
          transfer_leg: { receiver, amount: numericToText(value) },
        }
      : undefined;
  return { draft, setDraft, term, setTerm, body };
};

const Parties = ({
  draft,
  change,
}: {
  readonly draft: typeof empty;
  readonly change: (part: Partial<typeof empty>) => void;
}) => {
  const known = useContacts().book;
  return (
    <>
      <PartyPicker
        label={messages.executor}
        hook="create-allocation-settlement-executor-0"
        value={draft.executor}
        known={known}
        onChange={(executor) => change({ executor })}
        hint={messages.whoSettlesAllLegsTogether}
      />
      <PartyPicker
        label={messages.receiver}
        hook="create-allocation-transfer-leg-receiver-0"
        value={draft.receiver}
        known={known}
        onChange={(receiver) => change({ receiver })}
      />
    </>
  );
};

/** Allocates coins to a leg of a settlement that was agreed on elsewhere. */
export const AllocationForm = () => {
  const block = useSendingBlock();
  const { coin } = useSiteConfig().names;
  const { draft, setDraft, term, setTerm, body } = useDraft();
  const { state, start } = useAllocate(() => setDraft(empty));
  const change = (part: Partial<typeof empty>): void => setDraft((last) => ({ ...last, ...part }));
  return (
    <Card title={messages.allocate}>
      <Form
        label={messages.allocate}
        onSubmit={() => (body === undefined ? undefined : start(body))}
        actions={
          <Button
            type="submit"
            hook="create-allocation-submit-button"
            variant="primary"
            isBusy={state.kind === "sending" || state.kind === "unknown"}
            reason={block ?? (body === undefined ? messages.fillInAllFieldsFirst : undefined)}
          >
            {messages.allocate}
          </Button>
        }
      >
        <TextField
          label={messages.settlement}
          hook="create-allocation-settlement-ref-id"
          value={draft.settlement}
          onChange={(settlement) => change({ settlement })}
          hint={messages.itsReferenceAsTheExecutor}
        />
        <TextField
          hook="create-allocation-transfer-leg-id-0"
          label={messages.leg}
          value={draft.leg}
          onChange={(leg) => change({ leg })}
        />
        <Parties draft={draft} change={change} />
        <AmountField
          label={messages.amount}
          hook="create-allocation-0-amulet-amount"
          unit={coin}
          amount={draft.amount}
          onChange={(amount) => change({ amount })}
        />
        <ChoiceField
          label={messages.allocateWithin}
          value={term}
          choices={terms}
          onChange={setTerm}
          hint={messages.itMustBeSettledWithin}
        />
        <Note>{messages.coinsAreLockedUntil}</Note>
      </Form>
      <Outcome state={state} failed={messages.coinsWereNotAllocated} />
    </Card>
  );
};
