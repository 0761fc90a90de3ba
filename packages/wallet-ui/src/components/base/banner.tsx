import type { ReactNode } from "react";
import styles from "./base.module.css";
import { Icon } from "./icon.js";
import type { Tone } from "./status-pill.js";

/** Something about the whole page, above it. */
export const Banner = ({
  tone,
  children,
  action,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) => (
  <div className={`${styles["banner"]} ${styles[tone]}`} role="status">
    <Icon name={tone === "positive" ? "check" : "warning"} size={18} />
    <p>{children}</p>
    {action}
  </div>
);
