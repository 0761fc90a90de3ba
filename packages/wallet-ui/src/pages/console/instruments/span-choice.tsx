import { messages } from "./messages.js";
import styles from "./instruments.module.css";

/** The times that can be shown. */
export type SpanName = "hour" | "day";

const spans = [
  ["hour", messages.page.hour],
  ["day", messages.page.day],
] as const;

/** One of the times, all of which can be seen. */
export const SpanChoice = ({
  value,
  onChange,
}: {
  readonly value: SpanName;
  readonly onChange: (value: SpanName) => void;
}) => (
  <fieldset className={styles["spans"]}>
    <legend className="spoken">{messages.page.span}</legend>
    {spans.map(([name, text]) => (
      <label key={name}>
        <input type="radio" name="span" checked={name === value} onChange={() => onChange(name)} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
);
