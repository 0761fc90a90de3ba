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
import { type Fate, type SentTransfer, type Transfer, useFate } from "../../data/transfers.js";
import styles from "./send.module.css";

const words: Readonly<Record<Fate, readonly [Tone, string, string]>> = {
  waiting: ["accent", "Waiting for the receiver", "The receiver has not decided yet."],
  accepted: ["accent", "Accepted", "The receiver has accepted; your wallet pays next."],
  completed: ["positive", "Completed", "The receiver has the coins."],
  rejected: ["negative", "Rejected", "The receiver did not want it; the coins are yours again."],
  withdrawn: ["neutral", "Withdrawn", "It was taken back; the coins are yours again."],
  expired: ["warning", "Expired", "It was not accepted in time; the coins are yours again."],
};

/** An offer locks nothing, so nothing comes back. */
const offerWords: typeof words = {
  ...words,
  rejected: ["negative", "Rejected", "The receiver did not want it; nothing was paid."],
  withdrawn: ["negative", "Withdrawn", "It was taken back; nothing was paid."],
  expired: ["warning", "Expired", "It was not accepted in time; nothing was paid."],
};

/** What the node gives for the reason when the sender's wallet could not pay. */
const outOfFunds = /^out of funds/;

const wordsOf = (
  { way }: Transfer,
  fate: Fate,
  reason: string | undefined,
): readonly [Tone, string, string] => {
  if (fate === "withdrawn" && outOfFunds.test(reason ?? ""))
    return ["negative", "Not paid", "You had too little when it was accepted; nothing was paid."];
  return (way === "transfer-offer" ? offerWords : words)[fate];
};

const stepsOf = ({ transfer, waiting }: SentTransfer): ReadonlyArray<string> => {
  if (transfer.way === "transfer-offer") return ["Offered", "Accepted", "Paid"];
  return waiting === undefined ? ["Sent", "Completed"] : ["Sent", "Accepted", "Completed"];
};

const currentOf = (fate: Fate, count: number): number => {
  if (fate === "completed") return count;
  return fate === "accepted" ? 2 : 1;
};

const factsOf = ({ amount, receiver, memo }: Transfer, updateId: string | undefined) => [
  { label: "Amount", value: <Amount value={amount} decimals="full" /> },
  { label: "To", value: <PartyChip party={receiver} /> },
  { label: "Description", value: memo === "" ? undefined : <StrangerText text={memo} /> },
  {
    label: "Update",
    value:
      updateId === undefined ? undefined : (
        <>
          <FullId id={updateId} /> <CopyButton text={updateId} what="update id" />
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
        label="Progress of the transfer"
        steps={steps}
        current={currentOf(fate, steps.length)}
      />
      <p role="status">
        <StatusPill tone={tone}>{title}</StatusPill> {text}{" "}
        {fate === "waiting" ? (
          <Countdown until={new Date(transfer.expiresAt / 1_000).toISOString()} />
        ) : null}
        {found?.reason === undefined ? null : (
          <>
            Why: <StrangerText text={found.reason} />
          </>
        )}
      </p>
      <Facts facts={factsOf(transfer, found?.updateId ?? sent.updateId)} />
      <div className={styles["actions"]}>
        {fate === "waiting" && waiting !== undefined ? (
          <ButtonLink to={`/wallet/inbox/${waiting}`}>Show in the inbox</ButtonLink>
        ) : null}
        <Button variant="primary" onClick={onAnother}>
          Send another
        </Button>
      </div>
    </div>
  );
};

const Sending = () => {
  const isWanted = useSigningRequest() !== undefined;
  return (
    <p role="status">
      <StatusPill tone="accent">{isWanted ? "Waiting" : "Sending"}</StatusPill>{" "}
      {isWanted ? "Your signature is needed." : "The node has the request."}
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
            <StatusPill tone="warning">Checking</StatusPill> The answer was lost. Finding out by the
            same id what became of the transfer; it is never made twice.
          </p>
          {state.error === undefined ? null : <p>{state.error.message}</p>}
        </div>
      );
    case "committed":
      return <Sent sent={state.result} onAnother={onAnother} />;
    case "failed":
      return (
        <>
          <ErrorNote title="The transfer failed." error={state.error} effect="none moved" />
          <div className={styles["actions"]}>
            <Button onClick={onBack}>Back to the form</Button>
          </div>
        </>
      );
  }
};
