import { useEffect, useState } from "react";
import { messages } from "./messages.js";
import styles from "./base.module.css";
import { Icon } from "./icon.js";

const shownMs = 2_000;

/** Copies a text, and says so. */
export const CopyButton = ({
  text,
  what,
}: {
  readonly text: string;
  /** What is copied, for screen readers: "party id". */
  readonly what: string;
}) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className={styles["iconButton"]}
      aria-label={isCopied ? messages.copy.done({ what }) : messages.copy.label({ what })}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon name={isCopied ? "check" : "copy"} size={16} />
    </button>
  );
};
