import { CopyButton } from "../base/copy-button.js";
import styles from "./lists.module.css";

/** The most characters that are drawn; copying takes all. */
const mostShown = 100_000;

/** A JSON value as it is, with a button that copies it. */
export const JsonView = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = JSON.stringify(value, null, 2) ?? "";
  return (
    <div className={styles["json"]}>
      <CopyButton text={text} what={label} />
      {/* a part that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={label} role="region">
        {text.slice(0, mostShown)}
        {text.length > mostShown ? "\n…" : ""}
      </pre>
    </div>
  );
};
