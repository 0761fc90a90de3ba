import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./base.module.css";

/** A part of a page, with its heading. */
export const Card = ({
  title,
  actions,
  children,
  takesFocus = false,
}: {
  readonly title: ReactNode;
  /** Links or buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Whether its heading gets the focus when it appears: it takes the place of another one. */
  readonly takesFocus?: boolean;
}) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useRef(takesFocus);
  useEffect(() => {
    if (isNew.current) heading.current?.focus();
    isNew.current = false;
  }, []);
  return (
    <section className={styles["card"]} aria-labelledby={id}>
      <header className={styles["cardHead"]}>
        <h2 id={id} ref={heading} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
};
