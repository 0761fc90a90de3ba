import type { ReactNode } from "react";
import styles from "./forms.module.css";

/**
 * A labelled field with its hint or error, which is `<id>-note`: the input names it by
 * `aria-describedby`.
 */
export const Field = ({
  id,
  label,
  hint,
  error,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}) => (
  <div className={styles["field"]}>
    <label htmlFor={id}>{label}</label>
    {children}
    <p
      id={`${id}-note`}
      aria-live="polite"
      className={error === undefined ? styles["hint"] : styles["error"]}
    >
      {error ?? hint}
    </p>
  </div>
);
