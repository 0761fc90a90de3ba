import type { ReactNode } from "react";
import styles from "./lists.module.css";

/** One thing of a list: its heading, its facts, and what can be done with it. */
export const Entry = ({
  title,
  status,
  actions,
  children,
  hook = "",
}: {
  readonly title: ReactNode;
  /** A pill. */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** A class by which clients of the public wallet find it. */
  readonly hook?: string;
}) => (
  <li className={`${styles["entry"]} ${hook}`}>
    <div className={styles["entryHead"]}>
      <h3>{title}</h3>
      {status}
    </div>
    {children}
    {actions === undefined ? null : <div className={styles["inboxActions"]}>{actions}</div>}
  </li>
);
