import type { ReactNode } from "react";
import { Button } from "../base/button.js";
import { Icon } from "../base/icon.js";
import { messages } from "./messages.js";
import styles from "./flow.module.css";

/** One line of a review. */
interface ReviewRow {
  readonly label: string;
  readonly value: ReactNode;
  /** Something to look at twice. */
  readonly warning?: string | undefined;
}

/** Everything that is about to be done, before it is done. */
export const ReviewSheet = ({
  rows,
  confirm,
  onConfirm,
  onBack,
  isBusy = false,
  reason,
}: {
  readonly rows: ReadonlyArray<ReviewRow>;
  /** The verb of the button, with the amount: "Send 5 CC". */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
  readonly isBusy?: boolean;
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
}) => (
  <div className={styles["review"]}>
    <dl>
      {rows.map(({ label, value, warning }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {warning === undefined ? null : (
              <p className={styles["warning"]}>
                <Icon name="warning" size={16} /> {warning}
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
    <div className={styles["actions"]}>
      <Button onClick={onBack}>{messages.review.back}</Button>
      <Button variant="primary" onClick={onConfirm} isBusy={isBusy} reason={reason}>
        {confirm}
      </Button>
    </div>
  </div>
);
