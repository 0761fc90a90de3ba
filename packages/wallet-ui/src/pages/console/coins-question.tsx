import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { messages } from "./messages.js";

/** What a user would get: what spends the operator's coins, or the administration. */
export type Given = "coins" | "administration";

/** Asks before a user gets it. */
export const GivingQuestion = ({
  user,
  given,
  isOpen,
  confirm,
  onConfirm,
  onClose,
}: {
  readonly user: string;
  readonly given: Given;
  readonly isOpen: boolean;
  /** The verb of the button. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    isOpen={isOpen}
    title={given === "coins" ? messages.letSpendTheOperatorsCoins : messages.letAdministerTheNode}
    confirm={confirm}
    isDangerous
    onConfirm={() => {
      onClose();
      onConfirm();
    }}
    onClose={onClose}
  >
    <p>
      {given === "coins"
        ? messages.canSpendTheOperatorsCoins({ user: <StrangerText text={user} /> })
        : messages.canAdministerTheNode({ user: <StrangerText text={user} /> })}
    </p>
  </ConfirmDialog>
);
