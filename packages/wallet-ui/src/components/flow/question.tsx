import type { ReactNode } from "react";
import { ConfirmDialog } from "../feedback/confirm-dialog.js";

/** The question before something is done. */
export interface Question {
  /** "Cancel the subscription?" */
  readonly title: string;
  /** What will happen. */
  readonly body: ReactNode;
  /** The verb of the button that confirms. Default: that of the button that asks. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  /** An id by which clients of the public wallet find the button that confirms. */
  readonly hook?: string;
}

/** Asks a question: closed while there is none. */
export const QuestionDialog = ({
  question,
  confirm,
  onConfirm,
  onClose,
}: {
  readonly question: Question | undefined;
  /** The verb of the button. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={question !== undefined}
    title={question?.title ?? ""}
    confirm={confirm}
    isDangerous={question?.isDangerous === true}
    hook={question?.hook}
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
    onClose={onClose}
  >
    {question?.body}
  </ConfirmDialog>
);
