import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import type { Draft } from "../../components/forms/draft-form.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField } from "../../components/money/amount-field.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { useSiteConfig } from "../../session/site-config.js";
import { type AllocationDraft, allocationOf, noAllocation, terms } from "./allocation-draft.js";
import { messages } from "./messages.js";

const fieldsOf = ({ bind }: Draft<AllocationDraft>, coin: string) => (
  <>
    <TextField
      label={messages.form.settlement}
      hook="create-allocation-settlement-ref-id"
      hint={messages.form.settlementHint}
      {...bind("settlement")}
    />
    <TextField
      label={messages.fact.leg}
      hook="create-allocation-transfer-leg-id-0"
      {...bind("leg")}
    />
    <PartyPicker
      label={messages.fact.executor}
      hook="create-allocation-settlement-executor-0"
      hint={messages.form.executorHint}
      {...bind("executor")}
    />
    <PartyPicker
      label={messages.form.receiver}
      hook="create-allocation-transfer-leg-receiver-0"
      {...bind("receiver")}
    />
    <AmountField
      label={messages.fact.amount}
      hook="create-allocation-0-amulet-amount"
      unit={coin}
      {...bind("amount")}
    />
    <ChoiceField
      label={messages.form.term}
      choices={terms}
      hint={messages.form.termHint}
      {...bind("term")}
    />
    <Note>{messages.form.note}</Note>
  </>
);

/** Allocates coins to a leg of a settlement that was agreed on elsewhere. */
export const AllocationForm = () => {
  const { coin } = useSiteConfig().names;
  const now = useLedgerNow(() => 60_000);
  return (
    <Card title={messages.allocate.submit}>
      <ActionForm
        label={messages.allocate.submit}
        empty={noAllocation}
        fields={(form) => fieldsOf(form, coin)}
        check={(draft) => allocationOf(draft, now)}
        call={{
          name: "allocation.create",
          run: (api, body) => answerOf(api.wallet.POST("/v0/allocations", { body })),
          touches: ["allocations", "balance", "coins", "transactions", "inbox"],
        }}
        submit={{ text: messages.allocate.submit, hook: "create-allocation-submit-button" }}
        said={() => messages.allocate.done}
        failed={messages.allocate.failed}
      />
    </Card>
  );
};
