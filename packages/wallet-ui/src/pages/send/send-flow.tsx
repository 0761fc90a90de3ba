import { isLeft } from "fp-ts/lib/Either.js";
import { useEffect, useMemo, useRef } from "react";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { type SentTransfer, sendTransfer, sentOffer, type Transfer } from "../../data/transfers.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import { readParty } from "../../parties/party-id.js";
import { emptyFields, type SendFields, transferOf } from "./send-fields.js";
import { SendForm } from "./send-form.js";
import { storedTransfer } from "./transfer-draft.js";
import { TransferProgress } from "./transfer-progress.js";
import { TransferReview } from "./transfer-review.js";
import type { FormDraft } from "./kept-draft.js";
import { useFormDraft } from "./use-form-draft.js";
import { useStep } from "./use-step.js";
import { messages } from "./messages.js";

/** The draft of a form; what a link filled in has its receiver already. */
const draftOf = (fields: SendFields): FormDraft => {
  const receiver = readParty(fields.receiver);
  return isLeft(receiver)
    ? { fields }
    : { fields, receiver: { party: receiver.right, name: undefined } };
};

/** What is shown first, and how it was come by. */
interface FlowProps {
  readonly first: SendFields;
  readonly isReviewed: boolean;
  /** When the link ends that filled it in; milliseconds. */
  readonly until: number | undefined;
  /** Tells drafts apart. */
  readonly form: string;
}

const useSending = (onSent: () => void) => {
  const say = useToast();
  return useOperation<Transfer, SentTransfer>({
    name: "send",
    run: sendTransfer,
    ask: (api, id, transfer) => sentOffer(api, transfer, id),
    restore: storedTransfer,
    touches: ["balance", "coins", "transactions", "inbox"],
    onCommitted: ({ updateId }) => {
      onSent();
      say(
        updateId === undefined ? messages.outcome.sent : messages.outcome.sentUpdate({ updateId }),
      );
    },
  });
};

/** Whether something was shown before: the heading of what takes its place gets the focus. */
const useWasShown = (): boolean => {
  const wasShown = useRef(false);
  useEffect(() => {
    wasShown.current = true;
  }, []);
  return wasShown.current;
};

const Flow = ({ first, isReviewed, until, form }: FlowProps) => {
  const { draft, change, forget } = useFormDraft(form, draftOf(first));
  const { step, review, back, restart } = useStep(isReviewed ? "review" : "form");
  const { state, start, reset } = useSending(forget);
  const wasShown = useWasShown();
  const { fields, receiver } = draft;
  const transfer = useMemo(
    () => (step === "review" ? transferOf(fields, receiver?.party, ledgerNowMs()) : undefined),
    [step, fields, receiver],
  );
  const again = (next: FormDraft): void => {
    reset();
    change(next);
    restart();
  };
  if (state.kind !== "draft") {
    return (
      <Card key="progress" title={messages.progress.title} takesFocus={wasShown}>
        <TransferProgress
          state={state}
          onAnother={() => again(draftOf(emptyFields))}
          onBack={() => again(draft)}
        />
      </Card>
    );
  }
  return transfer === undefined ? (
    <Card key="form" title={messages.form.title} takesFocus={wasShown}>
      <SendForm
        fields={fields}
        onChange={(next) => change({ fields: next })}
        onReview={(addressee) => {
          change({ fields, receiver: addressee });
          review();
        }}
      />
    </Card>
  ) : (
    <Card key="review" title={messages.review.title} takesFocus>
      <TransferReview
        transfer={transfer}
        name={receiver?.name}
        until={until}
        onSend={() => start(transfer)}
        onBack={back}
      />
    </Card>
  );
};

/** From the form to the end of a transfer. Another party is another form. */
export const SendFlow = ({
  first = emptyFields,
  isReviewed = false,
  until,
  form = "/wallet/send",
}: Partial<FlowProps>) => {
  const { party } = useWallet();
  return <Flow key={party} first={first} isReviewed={isReviewed} until={until} form={form} />;
};
