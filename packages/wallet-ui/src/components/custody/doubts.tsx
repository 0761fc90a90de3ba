import { useId } from "react";
import { messages } from "./messages.js";
import styles from "./custody.module.css";

/** What no words say: read and accepted in a step of its own. */
export const Doubts = ({
  doubts,
  isAccepted,
  onAccept,
}: {
  readonly doubts: ReadonlyArray<string>;
  readonly isAccepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
}) => {
  const id = useId();
  return (
    <div className={styles["doubts"]} role="group" aria-label={messages.doubts.title}>
      <p>{messages.doubts.warning({ strong: <strong>{messages.doubts.summary}</strong> })}</p>
      <ul>
        {doubts.map((doubt) => (
          <li key={doubt}>{doubt}</li>
        ))}
      </ul>
      <label htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={isAccepted}
          onChange={({ target }) => onAccept(target.checked)}
        />
        {messages.doubts.accept}
      </label>
    </div>
  );
};
