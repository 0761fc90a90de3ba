import { useEffect, useId, useRef } from "react";
import { Field } from "./field.js";

/** One file of the user's machine. */
export const FileField = ({
  label,
  accept,
  value,
  onChange,
  hint,
  error,
}: {
  readonly label: string;
  /** Names and types of files that are offered. */
  readonly accept: string;
  readonly value: File | undefined;
  readonly onChange: (file: File | undefined) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
}) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // a browser lets a page take the choice back, and nothing else
    if (value === undefined && input.current !== null) input.current.value = "";
  }, [value]);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        ref={input}
        type="file"
        accept={accept}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.files?.[0])}
      />
    </Field>
  );
};
