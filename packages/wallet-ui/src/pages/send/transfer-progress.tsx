import { Button, ButtonLink } from "../../components/base/button.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Facts, FullId } from "../../components/flow/facts.js";
import { Steps } from "../../components/flow/steps.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import type { OperationState } from "../../data/operation.js";
import { useSigningQuestion } from "../../data/signing-requests.js";
import { type SentTransfer, type Transfer, useFate } from "../../data/transfers.js";
import { currentOf, stepsOf, wordsOf } from "./fate-words.js";
import { messages } from "./messages.js";
import styles from "./send.module.css";

const factsOf = ({ amount, receiver, memo }: Transfer, updateId: string | undefined) => [
  { label: messages.amount.label, value: <Amount value={amount} decimals="full" /> },
  { label: messages.progress.to, value: <PartyChip party={receiver} /> },
  { label: messages.progress.memo, value: memo === "" ? undefined : <StrangerText text={memo} /> },
  {
    label: messages.progress.update,
    value:
      updateId === undefined ? undefined : (
        <>
          <FullId id={updateId} /> <CopyButton text={updateId} what={messages.progress.updateId} />
        </>
      ),
  },
];

const Sent = ({
  sent,
  onAnother,
}: {
  readonly sent: SentTransfer;
  readonly onAnother: () => void;
}) => {
  const found = useFate(sent).data;
  const { transfer, waiting } = sent;
  const isOffer = transfer.way === "transfer-offer";
  const fate = found?.fate ?? (waiting === undefined && !isOffer ? "completed" : "waiting");
  const [tone, title, text] = wordsOf(transfer, fate, found?.reason);
  const steps = stepsOf(sent);
  return (
    <div className={styles["progress"]}>
      <Steps
        label={messages.progress.steps}
        steps={steps}
        current={currentOf(fate, steps.length)}
      />
      <p role="status">
        <StatusPill tone={tone}>{title}</StatusPill> {text}{" "}
        {fate === "waiting" ? (
          <Countdown until={new Date(transfer.expiresAt / 1_000).toISOString()} />
        ) : null}
        {found?.reason === undefined
          ? null
          : messages.progress.why({ text: <StrangerText text={found.reason} /> })}
      </p>
      <Facts facts={factsOf(transfer, found?.updateId ?? sent.updateId)} />
      <div className={styles["actions"]}>
        {fate === "waiting" && waiting !== undefined ? (
          <ButtonLink to={`/wallet/inbox/${waiting}`}>{messages.progress.toInbox}</ButtonLink>
        ) : null}
        <Button variant="primary" onClick={onAnother}>
          {messages.progress.another}
        </Button>
      </div>
    </div>
  );
};

const Sending = () => {
  const isWanted = useSigningQuestion() !== undefined;
  return (
    <p role="status">
      <StatusPill tone="accent">
        {isWanted ? messages.progress.waiting : messages.progress.sending}
      </StatusPill>{" "}
      {isWanted ? messages.progress.signatureNeeded : messages.progress.nodeHasIt}
    </p>
  );
};

/** Where a transfer has got to, from the request to the end. */
export const TransferProgress = ({
  state,
  onAnother,
  onBack,
}: {
  readonly state: OperationState<SentTransfer>;
  readonly onAnother: () => void;
  readonly onBack: () => void;
}) => {
  switch (state.kind) {
    case "draft":
    case "sending":
      return <Sending />;
    case "unknown":
      return (
        <div role="status">
          <p>
            {messages.progress.answerLost({
              status: <StatusPill tone="warning">{messages.progress.checking}</StatusPill>,
            })}
          </p>
          {state.error === undefined ? null : <p>{state.error.message}</p>}
        </div>
      );
    case "committed":
      return <Sent sent={state.result} onAnother={onAnother} />;
    case "failed":
      return (
        <>
          <ErrorNote title={messages.outcome.failed} error={state.error} effect="none-moved" />
          <div className={styles["actions"]}>
            <Button onClick={onBack}>{messages.outcome.backToForm}</Button>
          </div>
        </>
      );
  }
};
