import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useId, useState } from "react";
import { signPrepared } from "../../custody/prepared-review.js";
import { useKeyLock } from "../../data/key-lock.js";
import type { SigningRequest } from "../../data/signing-requests.js";
import { visibleText } from "../../texts/visible-text.js";
import { Button } from "../base/button.js";
import { Skeleton } from "../base/skeleton.js";
import dialog from "../feedback/feedback.module.css";
import { Amount } from "../money/amount.js";
import { PartyChip } from "../people/party-chip.js";
import styles from "./custody.module.css";
import { type Reviewed, type ReviewState, useSigningReview } from "./use-signing-review.js";

/** What is signed, by what this browser computed from the bytes. */
const InWords = ({ reviewed }: { readonly reviewed: Reviewed }) => {
  const { description } = reviewed.review;
  return (
    <>
      <ul className={styles["sentences"]} aria-label="What you sign">
        {description.sentences.map((sentence) => (
          <li key={sentence}>{visibleText(sentence)}</li>
        ))}
      </ul>
      {description.movements.length === 0 ? null : (
        <ul className={styles["movements"]} aria-label="Coins that change owners">
          {description.movements.map(({ party, amount, asset }) => (
            <li key={`${party} ${asset}`}>
              <PartyChip party={party} canCopy={false} />
              <Amount value={amount.replace(/^\+/, "")} isChange decimals="full" />
            </li>
          ))}
        </ul>
      )}
      <details className={styles["all"]}>
        <summary>Everything that is signed</summary>
        <pre tabIndex={0} role="region" aria-label="Everything that is signed">
          {reviewed.lines.map(visibleText).join("\n")}
        </pre>
      </details>
    </>
  );
};

/** What no words say: read and accepted in a step of its own. */
const Doubts = ({
  doubts,
  isAccepted,
  onAccept,
}: {
  readonly doubts: ReadonlyArray<string>;
  readonly isAccepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
}) => {
  const id = useId();
  return (
    <div className={styles["doubts"]} role="group" aria-label="Doubts">
      <p>
        <strong>Words do not say all of it.</strong> Sign it only if you know what it is.
      </p>
      <ul>
        {doubts.map((doubt) => (
          <li key={doubt}>{visibleText(doubt)}</li>
        ))}
      </ul>
      <label htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isAccepted}
          onChange={({ target }) => onAccept(target.checked)}
        />
        I have read this and want to sign it all the same
      </label>
    </div>
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
      <Button onClick={() => request.decline("You did not sign it. Nothing was sent.")}>
        Do not sign
      </Button>
      {isUnlocked ? null : (
        <Button icon="lock" onClick={unlock}>
          Unlock the keys
        </Button>
      )}
      <Button
        variant="primary"
        isBusy={isBusy}
        reason={isUnlocked ? reason : "Unlock the keys first."}
        onClick={onSign}
      >
        Sign
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
          It was prepared again, and is not what you read before. Read it again.
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
          {visibleText(error)} Nothing was signed.
        </p>
      )}
      <Decision
        request={request}
        isBusy={isBusy}
        reason={
          doubts.length > 0 && !isAccepted ? "Read the doubts and accept them first." : undefined
        }
        onSign={() => void sign(reviewed)}
      />
    </>
  );
};

const Refused = ({ request, why }: { readonly request: SigningRequest; readonly why: string }) => (
  <>
    <p className={styles["why"]}>{visibleText(why)}</p>
    <div className={dialog["dialogActions"]}>
      <Button variant="primary" onClick={() => request.decline(why)}>
        Close
      </Button>
    </div>
  </>
);

const titleOf = ({ kind }: ReviewState): string =>
  kind === "refused" ? "Nothing can be signed" : "Sign with your key";

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
            As <PartyChip party={request.party} isOwn canCopy={false} />
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
