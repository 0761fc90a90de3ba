import type { ReactNode } from "react";
import { useArrivals } from "./arrivals.js";
import { Facts } from "./facts.js";
import { messages } from "./messages.js";
import styles from "./rows.module.css";

/** One thing of a list, as a value: all lists are drawn from these. */
export interface Row {
  readonly key: string;
  /** Who or what it is. */
  readonly title: ReactNode;
  /** Pills beside the title. */
  readonly status?: ReactNode;
  /** What is before the title: an offset. */
  readonly start?: ReactNode;
  /** What is at the end of the line: an amount, a time. */
  readonly end?: ReactNode;
  /** Lines below the title; undefined ones are left out. */
  readonly lines?: ReadonlyArray<ReactNode>;
  readonly facts?: ReadonlyArray<readonly [name: string, value: ReactNode]>;
  /** What is below the facts. */
  readonly more?: ReactNode;
  /** What can be done with it. */
  readonly actions?: ReactNode;
  /** Classes by which clients of the public wallet find it. */
  readonly hook?: string;
}

const Main = ({ title, status, lines = [] }: Pick<Row, "title" | "status" | "lines">) => (
  <div className={styles["main"]}>
    <div className={styles["head"]}>
      <h3>{title}</h3>
      {status}
    </div>
    {lines.map((line, index) =>
      line === undefined ? null : (
        // a row has as many lines, in the same order, as long as it is there
        <p key={`${index}`}>{line}</p>
      ),
    )}
  </div>
);

const ListRow = ({ row, hasArrived }: { readonly row: Row; readonly hasArrived: boolean }) => {
  const { title, status, start, end, lines, facts, more, actions, hook = "" } = row;
  const isLine = end === undefined && facts === undefined;
  return (
    <li className={`${styles["row"]} ${hook}`} data-arrived={hasArrived ? "yes" : undefined}>
      {start === undefined ? null : <span className={styles["start"]}>{start}</span>}
      <Main title={title} status={status} lines={lines ?? []} />
      {end === undefined ? null : <div className={styles["end"]}>{end}</div>}
      {facts === undefined && more === undefined ? null : (
        <div className={styles["below"]}>
          {facts === undefined ? null : <Facts rows={facts} />}
          {more}
        </div>
      )}
      {actions === undefined ? null : (
        <div className={styles["actions"]} data-place={isLine ? "end" : "below"}>
          {actions}
        </div>
      )}
    </li>
  );
};

/** A list: its rows, or what is there instead. */
export const Rows = ({
  label,
  rows,
  empty,
  most = 200,
  isExcerpt = false,
}: {
  /** What a screen reader calls it. */
  readonly label?: string | undefined;
  readonly rows: ReadonlyArray<Row>;
  /** What is shown where there are none. */
  readonly empty?: ReactNode;
  /** Rows that are drawn at once. */
  readonly most?: number;
  /** Whether the others are elsewhere: nothing says that there are more. */
  readonly isExcerpt?: boolean;
}) => {
  const arrived = useArrivals(rows.map(({ key }) => key));
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className={styles["rows"]} aria-label={label}>
        {rows.slice(0, most).map((row) => (
          <ListRow key={row.key} row={row} hasArrived={arrived.has(row.key)} />
        ))}
      </ul>
      {rows.length <= most || isExcerpt ? null : (
        <p className={styles["rest"]}>{messages.rows.firstShown({ most, count: rows.length })}</p>
      )}
    </>
  );
};
