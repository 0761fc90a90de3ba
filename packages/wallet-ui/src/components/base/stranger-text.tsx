import { textParts } from "../../texts/visible-text.js";
import styles from "./base.module.css";

/** A text that someone else wrote: text only, and signs that are not visible are named. */
export const StrangerText = ({ text }: { readonly text: string }) => (
  <bdi className={styles["stranger"]} translate="no">
    {textParts(text).map((part, at) =>
      part.kind === "text" ? part.text : <code key={at}>{part.text}</code>,
    )}
  </bdi>
);
