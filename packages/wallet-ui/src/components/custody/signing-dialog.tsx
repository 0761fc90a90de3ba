import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import { signPrepared } from "../../custody/prepared-review.js";
import { useKeyLock } from "../../data/key-lock.js";
import type {
  SignedCommand,
  SigningQuestion,
  SigningRequest,
} from "../../data/signing-requests.js";
import { Button } from "../base/button.js";
import { Skeleton } from "../base/skeleton.js";
import dialog from "../feedback/feedback.module.css";
import { PartyChip } from "../people/party-chip.js";
import { Doubts } from "./doubts.js";
import { InWords } from "./in-words.js";
import { messages } from "./messages.js";
import styles from "./custody.module.css";
import { type Reviewed, type ReviewState, useSigningReviews } from "./use-signing-review.js";

type Reviews = ReturnType<typeof useSigningReviews>;
type Ready = Extract<ReviewState, { readonly kind: "ready" }>;

const hasDoubts = ({ review }: Reviewed): boolean => review.description.doubts.length > 0;

/** The doubts that were read and accepted, for each transaction. */
const useAcceptedDoubts = () => {
  const [texts, setTexts] = useState<ReadonlyMap<SigningRequest, string | undefined>>(new Map());
  return {
    accepts: (request: SigningRequest, { doubtsText }: Reviewed): boolean =>
      texts.get(request) === doubtsText,
    accept: (request: SigningRequest, text: string | undefined): void =>
      setTexts((all) => new Map([...all, [request, text]])),
  };
};

type Accepted = ReturnType<typeof useAcceptedDoubts>;

interface Shown {
  readonly request: SigningRequest;
  readonly state: ReviewState;
}

type Signable = Shown & { readonly state: Ready };

const isSignable = (shown: Shown): shown is Signable => shown.state.kind === "ready";

/** What its page says when it was not signed. */
const whyNot = (shown: ReadonlyArray<Shown>, wanted: SigningRequest): string => {
  const state = shown.find(({ request }) => request === wanted)?.state;
  return state?.kind === "refused" ? state.why : messages.outcome.declined;
};

/** Signs all that is shown, or nothing when one of them is to be read again. */
const useSignatures = (
  question: SigningQuestion,
  { renew }: Reviews,
  { accepts }: Accepted,
  shown: ReadonlyArray<Shown>,
) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const signAll = async (): Promise<void> => {
    const ready = shown.filter(isSignable);
    const fresh = new Map<SigningRequest, Reviewed>();
    for (const { request, state } of ready) {
      // a transaction that is too old would not be executed any more
      const renewed = await renew(request, state.reviewed);
      if (renewed !== undefined) fresh.set(request, renewed);
    }
    if (fresh.size < ready.length) return;
    const signed = new Map<SigningRequest, SignedCommand>();
    for (const [request, reviewed] of fresh) {
      const { key, review, prepared } = reviewed;
      const isAccepted = accepts(request, reviewed);
      const signature = await signPrepared(crypto.subtle, key, review, isAccepted);
      if (signature === undefined) return;
      signed.set(request, { prepared, signature });
    }
    question.end((request) => signed.get(request) ?? whyNot(shown, request));
  };
  const sign = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await signAll();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, sign };
};

/** One transaction: its words, what no words say, or why it cannot be signed. */
const One = ({
  shown: { request, state },
  accepted: { accepts, accept },
  isFolded,
}: {
  readonly shown: Shown;
  readonly accepted: Accepted;
  /** Shows its sentences alone, until it is opened. */
  readonly isFolded: boolean;
}) => {
  if (state.kind === "reading") return <Skeleton lines={isFolded ? 1 : 4} />;
  if (state.kind === "refused") return <p className={styles["why"]}>{state.why}</p>;
  const { reviewed, isChanged } = state;
  const { doubts, sentences } = reviewed.review.description;
  return (
    <>
      {isChanged ? (
        <p role="status" className={styles["changed"]}>
          {messages.dialog.changed}
        </p>
      ) : null}
      {isFolded ? (
        <details className={styles["one"]}>
          <summary>
            {sentences.map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
          </summary>
          <InWords reviewed={reviewed} />
        </details>
      ) : (
        <InWords reviewed={reviewed} />
      )}
      {doubts.length === 0 ? null : (
        <Doubts
          doubts={doubts}
          isAccepted={accepts(request, reviewed)}
          onAccept={(isAccepted) => accept(request, isAccepted ? reviewed.doubtsText : undefined)}
        />
      )}
    </>
  );
};

const Each = ({
  shown,
  accepted,
}: {
  readonly shown: ReadonlyArray<Shown>;
  readonly accepted: Accepted;
}) => {
  const [first] = shown;
  if (first !== undefined && shown.length === 1)
    return <One shown={first} accepted={accepted} isFolded={false} />;
  return (
    <ol className={styles["each"]} aria-label={messages.dialog.each}>
      {shown.map((each) => (
        <li key={each.request.prepared.command_id}>
          <One shown={each} accepted={accepted} isFolded />
        </li>
      ))}
    </ol>
  );
};

/** Why they cannot be signed yet. */
const reasonOf = (shown: ReadonlyArray<Shown>, { accepts }: Accepted): string | undefined => {
  if (shown.some(({ state }) => state.kind === "reading")) return messages.dialog.reading;
  const isOpen = ({ request, state }: Signable): boolean =>
    hasDoubts(state.reviewed) && !accepts(request, state.reviewed);
  return shown.filter(isSignable).some(isOpen) ? messages.doubts.missing : undefined;
};

/** The buttons below what is signed. */
const Decision = ({
  count,
  isBusy,
  reason,
  onSign,
  onDecline,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  /** Why it cannot be signed yet. */
  readonly reason: string | undefined;
  readonly onSign: () => void;
  readonly onDecline: () => void;
}) => {
  const { isUnlocked, unlock } = useKeyLock();
  return (
    <div className={dialog["dialogActions"]}>
      <Button onClick={onDecline}>{messages.dialog.decline}</Button>
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
        {count === 1 ? messages.dialog.sign : messages.dialog.signAll({ count })}
      </Button>
    </div>
  );
};

const Refused = ({ onClose }: { readonly onClose: () => void }) => (
  <div className={dialog["dialogActions"]}>
    <Button variant="primary" onClick={onClose}>
      {messages.dialog.close}
    </Button>
  </div>
);

const Content = ({ question, shown, reviews }: ContentProps) => {
  const accepted = useAcceptedDoubts();
  const { isBusy, error, sign } = useSignatures(question, reviews, accepted, shown);
  const count = shown.filter(({ state }) => state.kind !== "refused").length;
  return (
    <>
      <Each shown={shown} accepted={accepted} />
      {error === undefined ? null : (
        <p className={styles["why"]} role="alert">
          {messages.outcome.failed({ error })}
        </p>
      )}
      {count === 0 ? (
        <Refused onClose={() => question.end((request) => whyNot(shown, request))} />
      ) : (
        <Decision
          count={count}
          isBusy={isBusy}
          reason={reasonOf(shown, accepted)}
          onSign={() => void sign()}
          onDecline={() => question.end(() => messages.outcome.declined)}
        />
      )}
    </>
  );
};

interface ContentProps {
  readonly question: SigningQuestion;
  readonly shown: ReadonlyArray<Shown>;
  readonly reviews: Reviews;
}

const titleOf = (shown: ReadonlyArray<Shown>): string => {
  if (shown.every(({ state }) => state.kind === "refused")) return messages.dialog.impossible;
  return shown.length === 1
    ? messages.dialog.title
    : messages.dialog.several({ count: shown.length });
};

/** Shows in words what a party is to sign, and signs it with the key in this browser. */
export const SigningDialog = ({ question }: { readonly question: SigningQuestion }) => {
  const reviews = useSigningReviews(question);
  const shown = question.requests.map((request) => ({ request, state: reviews.stateOf(request) }));
  const parties = [...new Set(question.requests.map(({ party }) => party))];
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog["backdrop"] ?? ""} />
        <AlertDialog.Popup className={`${dialog["dialog"] ?? ""} ${styles["wide"] ?? ""}`}>
          <AlertDialog.Title className={dialog["dialogTitle"] ?? ""}>
            {titleOf(shown)}
          </AlertDialog.Title>
          <AlertDialog.Description render={<div />}>
            {parties.map((party) => (
              <div key={party}>
                {messages.dialog.party({
                  party: <PartyChip party={party} isOwn canCopy={false} />,
                })}
              </div>
            ))}
          </AlertDialog.Description>
          <Content question={question} shown={shown} reviews={reviews} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
