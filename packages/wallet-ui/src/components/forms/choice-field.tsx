import { useId } from "react";
import { Field } from "./field.js";

/** One of a few values. */
export const ChoiceField = <V extends string>({
  label,
  value,
  choices,
  onChange,
  hint,
  hook,
}: {
  readonly label: string;
  readonly value: V;
  /** Values with their texts. */
  readonly choices: ReadonlyArray<readonly [V, string]>;
  readonly onChange: (value: V) => void;
  readonly hint?: string;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string | undefined;
}) => {
  const own = useId();
  const id = hook ?? own;
  return (
    <Field id={id} label={label} hint={hint}>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          const chosen = choices.find(([each]) => each === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
};
