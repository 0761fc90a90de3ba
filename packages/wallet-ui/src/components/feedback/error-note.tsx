import { ApiError } from "../../data/api-error.js";
import { Button } from "../base/button.js";
import { Icon } from "../base/icon.js";
import styles from "./feedback.module.css";

/** What an error means for the money, where that is certain. */
type MoneyEffect = "none moved" | "unknown" | "no matter";

const effects: Readonly<Record<MoneyEffect, string>> = {
  "none moved": "No money was moved.",
  unknown: "It is not known yet whether money was moved.",
  "no matter": "",
};

const advice = (error: Error): string => {
  if (!(error instanceof ApiError)) return "";
  switch (error.status) {
    case 0:
      return "Check that the node runs and that you are online.";
    case 401:
      return "Log out and in again. If it stays, the identity provider and this node are not set up for the same tokens: tell the operator.";
    case 403:
      return "Ask the operator for the right that is missing.";
    case 429:
      return "Wait a moment and try again.";
    default:
      return "";
  }
};

/** What failed, whether money moved, what to do, and how the operator finds it. */
export const ErrorNote = ({
  title,
  error,
  effect = "no matter",
  retry,
}: {
  /** What failed: "The balance could not be read." */
  readonly title: string;
  readonly error: Error;
  readonly effect?: MoneyEffect;
  readonly retry?: () => void;
}) => {
  const traceId = error instanceof ApiError ? error.traceId : "";
  const explanation = error instanceof ApiError ? error.explanation : undefined;
  return (
    <div className={styles["error"]} role="alert">
      <Icon name="warning" />
      <div>
        <p className={`${styles["errorTitle"]} error-display-message`}>{title}</p>
        <p className="error-display-details">
          {[error.message, effects[effect], advice(error)].filter(Boolean).join(" ")}
        </p>
        {explanation === undefined ? null : <p>{explanation}</p>}
        {traceId === "" ? null : (
          <p className={styles["trace"]}>
            Trace <code>{traceId}</code>
          </p>
        )}
      </div>
      {retry === undefined ? null : <Button onClick={retry}>Try again</Button>}
    </div>
  );
};
