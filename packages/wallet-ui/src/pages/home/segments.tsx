import { useId } from "react";
import styles from "./home.module.css";

/** One of a few values, all of which are seen: radio buttons that look like one control. */
export const Segments = <V extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: V;
  /** Values with their texts, and how they are read out. */
  readonly choices: ReadonlyArray<readonly [value: V, text: string, spoken: string]>;
  readonly onChange: (value: V) => void;
}) => {
  const name = useId();
  return (
    <fieldset className={styles["segments"]}>
      <legend className="spoken">{label}</legend>
      {choices.map(([each, text, spoken]) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === value}
            aria-label={spoken}
            onChange={() => onChange(each)}
          />
          <span aria-hidden="true">{text}</span>
        </label>
      ))}
    </fieldset>
  );
};
