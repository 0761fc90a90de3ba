import { ApiError } from "../../data/api-error.js";
import { Button } from "../base/button.js";
import { Icon } from "../base/icon.js";
import { messages } from "./messages.js";
import styles from "./feedback.module.css";

/** What an error means for the money, where that is certain. */
export type MoneyEffect = "none-moved" | "unknown" | "no-matter";

const effects: Readonly<Record<MoneyEffect, string>> = {
  "none-moved": messages.effect.none,
  unknown: messages.effect.unknown,
  "no-matter": "",
};

const advice = (error: Error): string => {
  if (!(error instanceof ApiError)) return "";
  switch (error.status) {
    case 0:
      return messages.advice.unreachable;
    case 401:
      return messages.advice.unauthorized;
    case 403:
      return messages.advice.forbidden;
    case 429:
      return messages.advice.tooMany;
    default:
      return "";
  }
};

/** What failed, whether money moved, what to do, and how the operator finds it. */
export const ErrorNote = ({
  title,
  error,
  effect = "no-matter",
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
            {messages.error.trace({ code: <code>{traceId}</code> })}
          </p>
        )}
      </div>
      {retry === undefined ? null : <Button onClick={retry}>{messages.error.retry}</Button>}
    </div>
  );
};
