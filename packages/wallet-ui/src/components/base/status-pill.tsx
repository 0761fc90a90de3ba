import type { ReactNode } from "react";
import styles from "./base.module.css";
import { Icon, type IconName } from "./icon.js";

/** What a state means for the user. */
export type Tone = "neutral" | "positive" | "warning" | "negative" | "accent";

const icons: Readonly<Record<Tone, IconName>> = {
  neutral: "clock",
  positive: "check",
  warning: "warning",
  negative: "cross",
  accent: "info",
};

/** A state in one or two words; the icon says the same as the colour. */
export const StatusPill = ({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
}) => (
  <span className={`${styles["pill"]} ${styles[tone]}`}>
    <Icon name={icons[tone]} size={14} />
    {children}
  </span>
);
