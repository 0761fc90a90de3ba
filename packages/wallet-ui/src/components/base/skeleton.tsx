import { messages } from "./messages.js";
import styles from "./base.module.css";

/** Holds the place of what is being read; visible after 150 ms only. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div className={styles["skeleton"]} role="status" aria-label={messages.skeleton.label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
);
