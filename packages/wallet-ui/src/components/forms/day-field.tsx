import { useId } from "react";
import { Field } from "./field.js";

/** A day, as the browser lets people choose one. */
export const DayField = ({
  label,
  value,
  onChange,
  hint,
}: {
  readonly label: string;
  /** `2026-03-29`, or nothing. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** In which zone the day begins. */
  readonly hint: string;
}) => {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        id={id}
        type="date"
        value={value}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
};
