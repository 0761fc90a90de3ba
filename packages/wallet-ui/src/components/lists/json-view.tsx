import { CopyButton } from "../base/copy-button.js";
import { visibleText } from "../../texts/visible-text.js";
import styles from "./lists.module.css";

/** The most characters that are drawn; copying takes all. */
const mostShown = 100_000;

/** A JSON value as it is, with a button that copies it. Signs that are not visible are named. */
export const JsonView = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = JSON.stringify(value, null, 2) ?? "";
  const lines = text.slice(0, mostShown).split("\n").map(visibleText).join("\n");
  return (
    <div className={styles["json"]}>
      <CopyButton text={text} what={label} />
      {/* a part that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-label={label} role="region">
        {lines}
        {text.length > mostShown ? "\n…" : ""}
      </pre>
    </div>
  );
};
