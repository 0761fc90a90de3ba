import { type ReactNode, useState } from "react";
import { ErrorNote } from "../feedback/error-note.js";
import { DraftForm, type FormRow } from "./draft-form.js";
import { useAttempt } from "./use-attempt.js";

/** A form whose work is done in this browser. */
interface LocalRow<D extends object, I> extends FormRow<D, I> {
  readonly empty: D;
  readonly run: (input: I) => Promise<void> | void;
  /** What is said when it fails. */
  readonly failed: string;
  /** Buttons beside the one that submits; they can do the same with an input of their own. */
  readonly actions?: (start: (input: I) => void) => ReactNode;
}

/** Something that the user fills in, and that needs nothing of the ledger. */
export const LocalForm = <D extends object, I>(row: LocalRow<D, I>) => {
  const { empty, run, failed, actions } = row;
  const [draft, setDraft] = useState(empty);
  const { isBusy, error, start } = useAttempt(async (input: I) => {
    await run(input);
    setDraft(empty);
  });
  return (
    <DraftForm
      {...row}
      draft={draft}
      onChange={setDraft}
      onSubmit={start}
      isBusy={isBusy}
      actions={actions?.(start)}
      outcome={error === undefined ? null : <ErrorNote title={failed} error={error} />}
    />
  );
};
