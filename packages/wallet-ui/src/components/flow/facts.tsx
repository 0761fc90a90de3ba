import type { ReactNode } from "react";
import styles from "./flow.module.css";

/** A fact with its name; undefined values are left out. */
interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known of something, a line each. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl className={styles["facts"]}>
    {facts.map(({ label, value }) =>
      value === undefined ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

/** A long id that is shown as a whole. */
export const FullId = ({ id }: { readonly id: string }) => (
  <code className={styles["fullId"]}>{id}</code>
);
