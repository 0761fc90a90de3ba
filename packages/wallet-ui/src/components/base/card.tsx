import { type ReactNode, useId } from "react";
import styles from "./base.module.css";

/** A part of a page, with its heading. */
export const Card = ({
  title,
  actions,
  children,
}: {
  readonly title: ReactNode;
  /** Links or buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={styles["card"]} aria-labelledby={id}>
      <header className={styles["cardHead"]}>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
};
