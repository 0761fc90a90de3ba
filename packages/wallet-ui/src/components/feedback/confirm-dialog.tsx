import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "../base/button.js";
import { messages } from "./messages.js";
import styles from "./feedback.module.css";

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({
  isOpen,
  title,
  children,
  confirm,
  isDangerous = false,
  onConfirm,
  onClose,
  hook,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The verb of the button: "Withdraw". */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** An id by which clients of the public wallet find the button that confirms. */
  readonly hook?: string | undefined;
}) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={styles["backdrop"] ?? ""} />
      <AlertDialog.Popup className={styles["dialog"] ?? ""}>
        <AlertDialog.Title className={styles["dialogTitle"] ?? ""}>{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
        <div className={styles["dialogActions"]}>
          <Button onClick={onClose}>{messages.dialog.cancel}</Button>
          <Button variant={isDangerous ? "danger" : "primary"} onClick={onConfirm} hook={hook}>
            {confirm}
          </Button>
        </div>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);
