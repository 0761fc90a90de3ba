import type { ReactNode } from "react";
import styles from "./lists.module.css";

/** One thing of a list: its heading, its facts, and what can be done with it. */
export const Entry = ({
  title,
  status,
  actions,
  children,
}: {
  readonly title: ReactNode;
  /** A pill. */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <li className={styles["entry"]}>
    <div className={styles["entryHead"]}>
      <h3>{title}</h3>
      {status}
    </div>
    {children}
    {actions === undefined ? null : <div className={styles["inboxActions"]}>{actions}</div>}
  </li>
);
