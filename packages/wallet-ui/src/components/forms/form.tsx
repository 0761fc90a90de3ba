import type { ReactNode } from "react";
import styles from "./forms.module.css";

/**
 * How fields and buttons lie: below one another; beside one another where there is room; a field
 * with its button.
 */
export type FormLayout = "stack" | "columns" | "line";

/** A form: its fields, then its buttons. */
export const Form = ({
  label,
  layout = "stack",
  onSubmit,
  actions,
  children,
}: {
  readonly label: string;
  readonly layout?: FormLayout | undefined;
  readonly onSubmit: () => void;
  /** A button of the type "submit", and others. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) => (
  <form
    className={styles["form"]}
    data-layout={layout}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
    <div className={styles["formActions"]}>{actions}</div>
  </form>
);

/** A sentence that explains what is around it. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles["note"]}>{children}</p>
);
