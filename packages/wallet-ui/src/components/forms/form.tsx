import type { ReactNode } from "react";
import styles from "./forms.module.css";

/** A form: fields below one another, then its buttons. */
export const Form = ({
  label,
  onSubmit,
  actions,
  children,
}: {
  readonly label: string;
  readonly onSubmit: () => void;
  /** A button of the type "submit", and others. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) => (
  <form
    className={styles["form"]}
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
