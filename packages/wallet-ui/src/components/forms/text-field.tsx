import { useId } from "react";
import { Field } from "./field.js";

/** One line of text, or several. */
export const TextField = ({
  label,
  value,
  onChange,
  hint,
  error,
  lines = 1,
  autoComplete = "off",
  isSearch = false,
  isSecret = false,
  hook,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly lines?: number;
  readonly autoComplete?: string;
  /** The key `/` leads there. */
  readonly isSearch?: boolean;
  /** What is typed is not shown. */
  readonly isSecret?: boolean;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string | undefined;
}) => {
  const own = useId();
  const id = hook ?? own;
  const shared = {
    id,
    value,
    autoComplete,
    // what is typed may be in any language
    dir: "auto",
    "aria-describedby": `${id}-note`,
    "aria-invalid": error !== undefined,
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {lines === 1 ? (
        <input
          {...shared}
          type={isSecret ? "password" : isSearch ? "search" : "text"}
          data-search={isSearch ? "" : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <textarea {...shared} rows={lines} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
};
