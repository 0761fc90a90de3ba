import { useState } from "react";
import { Button } from "../base/button.js";
import { type Question, QuestionDialog } from "./question.js";
import { useLostQuestion } from "./use-lost-question.js";

/** How a button looks, and what it asks. */
export interface Asking {
  /** The verb: "Cancel". */
  readonly label: string;
  /** The same for screen readers, where several buttons have one verb. */
  readonly spokenLabel?: string;
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  /** Asked first; undefined: it needs none. */
  readonly question?: Question | undefined;
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string;
  /** A class by which they find several. */
  readonly className?: string;
}

const nothing = (): void => undefined;

/** A button that asks before it does something. */
export const AskButton = ({
  label,
  spokenLabel,
  variant = "secondary",
  question,
  reason,
  hook,
  className,
  isBusy = false,
  onConfirm,
  onLost = nothing,
}: Asking & {
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  /** Called when the row of the button goes while the question is open: someone was faster. */
  readonly onLost?: () => void;
}) => {
  const [isAsking, ask] = useState(false);
  useLostQuestion(isAsking, onLost);
  return (
    <>
      <Button
        variant={variant}
        hook={hook}
        className={className}
        isBusy={isBusy}
        reason={reason}
        onClick={() => (question === undefined ? onConfirm() : ask(true))}
        {...(spokenLabel === undefined ? {} : { label: spokenLabel })}
      >
        {label}
      </Button>
      {question === undefined ? null : (
        <QuestionDialog
          question={isAsking ? question : undefined}
          confirm={question.confirm ?? label}
          onConfirm={onConfirm}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
};
