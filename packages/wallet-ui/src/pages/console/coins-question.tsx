import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { messages } from "./messages.js";

/** Asks before a user gets what spends the operator's coins. */
export const CoinsQuestion = ({
  user,
  isOpen,
  confirm,
  onConfirm,
  onClose,
}: {
  readonly user: string;
  readonly isOpen: boolean;
  /** The verb of the button. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={isOpen}
    title={messages.letSpendTheOperatorsCoins}
    confirm={confirm}
    isDangerous
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
    onClose={onClose}
  >
    <p>{messages.canSpendTheOperatorsCoins({ user: <StrangerText text={user} /> })}</p>
  </ConfirmDialog>
);
