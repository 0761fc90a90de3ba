import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import { signPrepared } from "../../custody/prepared-review.js";
import { useKeyLock } from "../../data/key-lock.js";
import type { SigningRequest } from "../../data/signing-requests.js";
import { visibleText } from "../../texts/visible-text.js";
import { Button } from "../base/button.js";
import { Skeleton } from "../base/skeleton.js";
import dialog from "../feedback/feedback.module.css";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import { PictureDetails } from "../picture/picture-details.js";
import { Doubts } from "./doubts.js";
import { messages } from "./messages.js";
import styles from "./custody.module.css";
import { type Reviewed, type ReviewState, useSigningReview } from "./use-signing-review.js";

/** What is signed, by what this browser computed from the bytes. */
const InWords = ({ reviewed }: { readonly reviewed: Reviewed }) => {
  const { description } = reviewed.review;
  return (
    <>
      <ul className={styles["sentences"]} aria-label={messages.dialog.what}>
        {description.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {description.movements.length === 0 ? null : (
        <ul className={styles["movements"]} aria-label={messages.dialog.coins}>
          {description.movements.map(({ party, amount, asset }) => (
            <li key={`${party} ${asset}`}>
              <PartyChip party={party} canCopy={false} />
              <Amount value={amount.replace(/^\+/, "")} isChange decimals="full" />
            </li>
          ))}
        </ul>
      )}
      <PictureDetails drawn={description.drawn} />
      <details className={styles["all"]}>
        <summary>{messages.dialog.whole}</summary>
        <pre tabIndex={0} role="region" aria-label={messages.dialog.whole}>
          {/* what is signed begins no line by itself */}
          {reviewed.lines.map(visibleText).join("\n")}
        </pre>
      </details>
    </>
  );
};

type Renew = ReturnType<typeof useSigningReview>["renew"];

const useSignature = (request: SigningRequest, renew: Renew) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** The doubts that were read and accepted. */
  const [accepted, accept] = useState<string>();
  const sign = async (seen: Reviewed): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      // a transaction that is too old would not be executed any more
      const fresh = await renew(seen);
      if (fresh === undefined) return;
      const accepts = accepted === seen.doubtsText;
      const signature = await signPrepared(crypto.subtle, fresh.key, fresh.review, accepts);
      if (signature !== undefined) request.sign(fresh.prepared, signature);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, sign, accepted, accept };
};

/** The buttons below what is signed. */
const Decision = ({
  request,
  isBusy,
  reason,
  onSign,
}: {
  readonly request: SigningRequest;
  readonly isBusy: boolean;
  /** Why it cannot be signed yet. */
  readonly reason: string | undefined;
  readonly onSign: () => void;
}) => {
  const { isUnlocked, unlock } = useKeyLock();
  return (
    <div className={dialog["dialogActions"]}>
      <Button onClick={() => request.decline(messages.outcome.declined)}>
        {messages.dialog.decline}
      </Button>
      {isUnlocked ? null : (
        <Button icon="lock" onClick={unlock}>
          {messages.dialog.unlock}
        </Button>
      )}
      <Button
        variant="primary"
        isBusy={isBusy}
        reason={isUnlocked ? reason : messages.dialog.locked}
        onClick={onSign}
      >
        {messages.dialog.sign}
      </Button>
    </div>
  );
};

const Ready = ({
  request,
  reviewed,
  isChanged,
  renew,
}: {
  readonly request: SigningRequest;
  readonly reviewed: Reviewed;
  readonly isChanged: boolean;
  readonly renew: Renew;
}) => {
  const { isBusy, error, sign, accepted, accept } = useSignature(request, renew);
  const { doubts } = reviewed.review.description;
  const isAccepted = accepted === reviewed.doubtsText;
  return (
    <>
      {isChanged ? (
        <p role="status" className={styles["changed"]}>
          {messages.dialog.changed}
        </p>
      ) : null}
      <InWords reviewed={reviewed} />
      {doubts.length === 0 ? null : (
        <Doubts
          doubts={doubts}
          isAccepted={isAccepted}
          onAccept={(accepts) => accept(accepts ? reviewed.doubtsText : undefined)}
        />
      )}
      {error === undefined ? null : (
        <p className={styles["why"]} role="alert">
          {messages.outcome.failed({ error })}
        </p>
      )}
      <Decision
        request={request}
        isBusy={isBusy}
        reason={doubts.length > 0 && !isAccepted ? messages.doubts.missing : undefined}
        onSign={() => void sign(reviewed)}
      />
    </>
  );
};

const Refused = ({ request, why }: { readonly request: SigningRequest; readonly why: string }) => (
  <>
    <p className={styles["why"]}>{why}</p>
    <div className={dialog["dialogActions"]}>
      <Button variant="primary" onClick={() => request.decline(why)}>
        {messages.dialog.close}
      </Button>
    </div>
  </>
);

const titleOf = ({ kind }: ReviewState): string =>
  kind === "refused" ? messages.dialog.impossible : messages.dialog.title;

/** Shows in words what a party is to sign, and signs it with the key in this browser. */
export const SigningDialog = ({ request }: { readonly request: SigningRequest }) => {
  const { state, renew } = useSigningReview(request);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog["backdrop"] ?? ""} />
        <AlertDialog.Popup className={`${dialog["dialog"] ?? ""} ${styles["wide"] ?? ""}`}>
          <AlertDialog.Title className={dialog["dialogTitle"] ?? ""}>
            {titleOf(state)}
          </AlertDialog.Title>
          <AlertDialog.Description render={<div />}>
            {messages.dialog.party({
              party: <PartyChip party={request.party} isOwn canCopy={false} />,
            })}
          </AlertDialog.Description>
          {state.kind === "reading" ? <Skeleton lines={4} /> : null}
          {state.kind === "refused" ? <Refused request={request} why={state.why} /> : null}
          {state.kind === "ready" ? (
            <Ready
              request={request}
              reviewed={state.reviewed}
              isChanged={state.isChanged}
              renew={renew}
            />
          ) : null}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
