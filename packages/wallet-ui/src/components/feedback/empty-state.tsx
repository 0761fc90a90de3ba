import type { ReactNode } from "react";
import { Icon, type IconName } from "../base/icon.js";
import styles from "./feedback.module.css";

/** What would be here, what would fill it, and the first thing to do. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
  hook,
}: {
  readonly icon: IconName;
  readonly title: string;
  /** What would fill it, or what else to do. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string;
}) => (
  <div id={hook} className={styles["empty"]} data-empty="">
    <span className={styles["emptyIcon"]}>
      <Icon name={icon} size={24} />
    </span>
    <p className={styles["emptyTitle"]}>{title}</p>
    <p data-hint="">{children}</p>
    {action}
  </div>
);
