import { Button, ButtonLink } from "../../components/base/button.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Facts, FullId } from "../../components/flow/facts.js";
import { Steps } from "../../components/flow/steps.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import type { OperationState } from "../../data/operation.js";
import { useSigningRequest } from "../../data/signing-requests.js";
import { type SentTransfer, type Transfer, useFate } from "../../data/transfers.js";
import type { Fate } from "../../history/fate.js";
import { messages } from "./messages.js";
import styles from "./send.module.css";

const words: Readonly<Record<Fate, readonly [Tone, string, string]>> = {
  waiting: ["accent", messages.waitingForTheReceiver, messages.receiverHasNotDecidedYet],
  accepted: ["accent", messages.accepted, messages.receiverHasAcceptedYourWallet],
  completed: ["positive", messages.completed, messages.receiverHasTheCoins],
  rejected: ["negative", messages.rejected, messages.receiverDidNotWant],
  withdrawn: ["neutral", messages.withdrawn, messages.itWasTakenBack],
  cancelled: ["neutral", messages.withdrawn, messages.itWasTakenBack],
  expired: ["warning", messages.expired, messages.itWasNotAccepted],
};

/** An offer locks nothing, so nothing comes back. */
const offerWords: typeof words = {
  ...words,
  rejected: ["negative", messages.rejected, messages.receiverDidNotWantItNothing],
  withdrawn: ["negative", messages.withdrawn, messages.itWasTakenBackNothing],
  expired: ["warning", messages.expired, messages.itWasNotAcceptedInTime],
};

/** What the node gives for the reason when the sender's wallet could not pay. */
const outOfFunds = /^out of funds/;

const wordsOf = (
  { way }: Transfer,
  fate: Fate,
  reason: string | undefined,
): readonly [Tone, string, string] => {
  if (fate === "withdrawn" && outOfFunds.test(reason ?? ""))
    return ["negative", messages.notPaid, messages.youHadTooLittleWhen];
  return (way === "transfer-offer" ? offerWords : words)[fate];
};

const stepsOf = ({ transfer, waiting }: SentTransfer): ReadonlyArray<string> => {
  if (transfer.way === "transfer-offer")
    return [messages.offered, messages.accepted, messages.paid];
  return waiting === undefined
    ? [messages.sentStep, messages.completed]
    : [messages.sentStep, messages.accepted, messages.completed];
};

const currentOf = (fate: Fate, count: number): number => {
  if (fate === "completed") return count;
  return fate === "accepted" ? 2 : 1;
};

const factsOf = ({ amount, receiver, memo }: Transfer, updateId: string | undefined) => [
  { label: messages.amount, value: <Amount value={amount} decimals="full" /> },
  { label: messages.to, value: <PartyChip party={receiver} /> },
  { label: messages.description, value: memo === "" ? undefined : <StrangerText text={memo} /> },
  {
    label: messages.update,
    value:
      updateId === undefined ? undefined : (
        <>
          <FullId id={updateId} /> <CopyButton text={updateId} what={messages.updateId} />
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
        label={messages.progressOfTheTransfer}
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
          : messages.why({ text: <StrangerText text={found.reason} /> })}
      </p>
      <Facts facts={factsOf(transfer, found?.updateId ?? sent.updateId)} />
      <div className={styles["actions"]}>
        {fate === "waiting" && waiting !== undefined ? (
          <ButtonLink to={`/wallet/inbox/${waiting}`}>{messages.showInTheInbox}</ButtonLink>
        ) : null}
        <Button variant="primary" onClick={onAnother}>
          {messages.sendAnother}
        </Button>
      </div>
    </div>
  );
};

const Sending = () => {
  const isWanted = useSigningRequest() !== undefined;
  return (
    <p role="status">
      <StatusPill tone="accent">{isWanted ? messages.waiting : messages.sending}</StatusPill>{" "}
      {isWanted ? messages.yourSignatureIsNeeded : messages.nodeHasTheRequest}
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
            {messages.answerWasLostFindingOut({
              status: <StatusPill tone="warning">{messages.checking}</StatusPill>,
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
          <ErrorNote title={messages.transferFailed} error={state.error} effect="none-moved" />
          <div className={styles["actions"]}>
            <Button onClick={onBack}>{messages.backToTheForm}</Button>
          </div>
        </>
      );
  }
};
