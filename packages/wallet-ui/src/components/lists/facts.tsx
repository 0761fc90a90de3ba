import { Fragment, type ReactNode } from "react";
import styles from "./facts.module.css";

/** What is known of something, a name and a value each. */
export const Facts = ({
  rows,
}: {
  readonly rows: ReadonlyArray<readonly [name: string, value: ReactNode]>;
}) => (
  <dl className={styles["facts"]}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Parts of a value below one another; nothing says that there are none. */
export const FactList = ({
  items,
  none,
}: {
  readonly items: ReadonlyArray<{ readonly key: string; readonly shown: ReactNode }>;
  readonly none: string;
}) =>
  items.length === 0 ? (
    <span>{none}</span>
  ) : (
    <span className={styles["list"]}>
      {items.map(({ key, shown }) => (
        <Fragment key={key}>{shown}</Fragment>
      ))}
    </span>
  );
