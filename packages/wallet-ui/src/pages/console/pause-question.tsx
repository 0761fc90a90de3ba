import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";

/** Asks before automations are paused: of one wallet, or all. */
export const PauseQuestion = ({
  title,
  verb,
  words,
  isOpen,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly verb: string;
  /** What is not done meanwhile. */
  readonly words: string;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={isOpen}
    title={title}
    confirm={verb}
    isDangerous
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
    onClose={onClose}
  >
    <p>{words}</p>
  </ConfirmDialog>
);
