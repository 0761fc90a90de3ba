import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { type SentTransfer, sendTransfer, sentOffer, type Transfer } from "../../data/transfers.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import { readParty } from "../../parties/party-id.js";
import { SendForm, type SendFields, emptyFields, transferOf } from "./send-form.js";
import { storedTransfer } from "./transfer-draft.js";
import { TransferProgress } from "./transfer-progress.js";
import { TransferReview } from "./transfer-review.js";
import { messages } from "./messages.js";

/** What is reviewed, and the name of the name service by which the receiver was found. */
interface Reviewed {
  readonly transfer: Transfer;
  readonly name: string | undefined;
}

/** The review of fields that a link has filled in. */
const reviewOf = (fields: SendFields): Reviewed | undefined => {
  const receiver = readParty(fields.receiver);
  const transfer = isLeft(receiver) ? undefined : transferOf(fields, receiver.right);
  return transfer === undefined ? undefined : { transfer, name: undefined };
};

const Flow = ({
  first,
  isReviewed,
  until,
}: {
  readonly first: SendFields;
  readonly isReviewed: boolean;
  readonly until: number | undefined;
}) => {
  const say = useToast();
  const [fields, setFields] = useState(first);
  const [reviewed, setReviewed] = useState(() => (isReviewed ? reviewOf(first) : undefined));
  const { state, start, reset } = useOperation<Transfer, SentTransfer>({
    name: "send",
    run: sendTransfer,
    ask: (api, id, transfer) => sentOffer(api, transfer, id),
    restore: storedTransfer,
    touches: ["balance", "coins", "transactions", "inbox"],
    onCommitted: ({ updateId }) =>
      say(updateId === undefined ? messages.sent : messages.sentUpdate({ updateId })),
  });
  const again = (next: SendFields): void => {
    reset();
    setFields(next);
    setReviewed(undefined);
  };
  if (state.kind !== "draft") {
    return (
      <Card title={messages.progress}>
        <TransferProgress
          state={state}
          onAnother={() => again(emptyFields)}
          onBack={() => again(fields)}
        />
      </Card>
    );
  }
  return reviewed === undefined ? (
    <Card title={messages.whatToSend}>
      <SendForm
        fields={fields}
        onChange={setFields}
        onReview={({ party, name }) => {
          const transfer = transferOf(fields, party);
          if (transfer !== undefined) setReviewed({ transfer, name });
        }}
      />
    </Card>
  ) : (
    <Card title={messages.review}>
      <TransferReview
        {...reviewed}
        until={until}
        onSend={() => start(reviewed.transfer)}
        onBack={() => setReviewed(undefined)}
      />
    </Card>
  );
};

/** From the form to the end of a transfer. Another party is another form. */
export const SendFlow = ({
  first = emptyFields,
  isReviewed = false,
  until,
}: {
  readonly first?: SendFields;
  /** When the link ends that filled it in; milliseconds. */
  readonly until?: number | undefined;
  /** Begins with the review. */
  readonly isReviewed?: boolean;
}) => {
  const { party } = useWallet();
  return <Flow key={party} first={first} isReviewed={isReviewed} until={until} />;
};
