import { isLeft } from "fp-ts/lib/Either.js";
import { type ReactNode, useState } from "react";
import type { Checked } from "../../states/checked.js";
import { Button } from "../base/button.js";
import type { IconName } from "../base/icon.js";
import { Form, type FormLayout } from "./form.js";

/** What a field takes of a draft. */
export interface Bound<V> {
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** What is typed into a form, for its fields. */
export interface Draft<D> {
  readonly draft: D;
  /** The value of a field, and what changes it. */
  readonly bind: <K extends keyof D>(name: K) => Bound<D[K]>;
  /** It was submitted with something missing: with `tells: "fields"`, fields say so. */
  readonly isTried: boolean;
}

/** A form as a value: its fields, and what they make together. */
export interface FormRow<D extends object, I> {
  readonly label: string;
  readonly fields: (form: Draft<D>) => ReactNode;
  /** What is submitted; Left: what is missing. */
  readonly check: (draft: D) => Checked<I>;
  /** Where it is said what is missing. Default: it is the reason of the button. */
  readonly tells?: "button" | "fields";
  readonly submit: {
    readonly text: string;
    /** Default: primary. */
    readonly variant?: "primary" | "secondary";
    readonly icon?: IconName;
    /** An id by which clients of the public wallet find it. */
    readonly hook?: string;
  };
  readonly layout?: FormLayout;
}

/** A form whose draft is kept elsewhere. */
export const DraftForm = <D extends object, I>({
  label,
  fields,
  check,
  tells = "button",
  submit: { text, ...look },
  layout,
  draft,
  onChange,
  onSubmit,
  isBusy = false,
  block,
  actions,
  outcome,
}: FormRow<D, I> & {
  readonly draft: D;
  readonly onChange: (draft: D) => void;
  readonly onSubmit: (input: I) => void;
  readonly isBusy?: boolean;
  /** Why it cannot be submitted now, whatever is typed. */
  readonly block?: string | undefined;
  /** Buttons beside the one that submits. */
  readonly actions?: ReactNode;
  /** What became of it, below its fields. */
  readonly outcome?: ReactNode;
}) => {
  const [isTried, setTried] = useState(false);
  const checked = check(draft);
  const missing = tells === "button" && isLeft(checked) ? checked.left.text : undefined;
  const reason = block ?? missing;
  return (
    <Form
      label={label}
      layout={layout}
      onSubmit={() => {
        setTried(isLeft(checked));
        // Enter submits also where the button cannot be used
        if (reason === undefined && !isBusy && !isLeft(checked)) onSubmit(checked.right);
      }}
      actions={
        <>
          <Button type="submit" variant="primary" {...look} isBusy={isBusy} reason={reason}>
            {text}
          </Button>
          {actions}
        </>
      }
    >
      {fields({
        draft,
        isTried,
        bind: (name) => ({
          value: draft[name],
          onChange: (value) => onChange({ ...draft, [name]: value }),
        }),
      })}
      {outcome}
    </Form>
  );
};
