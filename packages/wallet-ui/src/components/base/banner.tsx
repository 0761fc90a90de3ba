import type { ReactNode } from "react";
import { visibleNode } from "../../texts/visible-text.js";
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
    <p>{visibleNode(children)}</p>
    {action}
  </div>
);
