import { type ReactNode, type UIEvent, useState } from "react";
import { messages } from "./messages.js";
import { ScrollRegion } from "./scroll-region.js";
import styles from "./lists.module.css";

interface Column<R> {
  readonly title: string;
  readonly render: (row: R) => ReactNode;
  /** A track of a CSS grid: "2fr", "8rem". Default: "1fr". */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** Its track where there is little room; default: `width`. */
  readonly narrowWidth?: string;
  /** Left out where there is little room. */
  readonly isMinor?: boolean;
  /** A class by which clients of the public wallet find the cells. */
  readonly hook?: string;
}

const rowHeight = 60;
/** Rows that are drawn above and below what is seen. */
const spare = 8;
/** A table with more rows scrolls in a frame of its own, and draws what is seen. */
const mostPlainRows = 40;
const frameRows = 12;

const track = (width: string): string => (width.endsWith("fr") ? `minmax(0, ${width})` : width);

const tracks = <R,>(columns: ReadonlyArray<Column<R>>): string =>
  columns.map(({ width = "1fr" }) => track(width)).join(" ");

const narrowTracks = <R,>(columns: ReadonlyArray<Column<R>>): string =>
  columns
    .filter(({ isMinor }) => isMinor !== true)
    .map(({ width = "1fr", narrowWidth = width }) => track(narrowWidth))
    .join(" ");

const Row = <R,>({
  row,
  index,
  columns,
  hook,
}: {
  readonly row: R;
  readonly index: number;
  readonly columns: ReadonlyArray<Column<R>>;
  readonly hook: string;
}) => (
  <div role="row" aria-rowindex={index + 2} className={`${styles["row"]} ${hook}`}>
    {columns.map(({ title, render, align = "start", isMinor = false, hook: cellHook = "" }) => (
      <div
        key={title}
        role="cell"
        className={`${styles[align]} ${cellHook}`}
        data-minor={isMinor ? "yes" : undefined}
      >
        {render(row)}
      </div>
    ))}
  </div>
);

const Titles = <R,>({ columns }: { readonly columns: ReadonlyArray<Column<R>> }) => (
  <div role="row" aria-rowindex={1} className={`${styles["row"]} ${styles["titles"]}`}>
    {columns.map(({ title, align = "start", isMinor = false }) => (
      <div
        key={title}
        role="columnheader"
        className={styles[align]}
        data-minor={isMinor ? "yes" : undefined}
      >
        {title}
      </div>
    ))}
  </div>
);

/** A table that stays fast with ten thousand rows: it draws those that are seen. */
export const DataTable = <R,>({
  label,
  columns,
  rows,
  rowKey,
  onEnd,
  rowHooks,
}: {
  readonly label: string;
  readonly columns: ReadonlyArray<Column<R>>;
  readonly rows: ReadonlyArray<R>;
  readonly rowKey: (row: R) => string;
  /** Called when the last rows are seen: time to read more. */
  readonly onEnd?: () => void;
  /** Classes by which clients of the public wallet find a row. */
  readonly rowHooks?: (row: R) => ReadonlyArray<string>;
}) => {
  const [topRow, setTopRow] = useState(0);
  const isFramed = rows.length > mostPlainRows;
  const first = isFramed ? Math.max(0, topRow - spare) : 0;
  const last = isFramed ? first + frameRows + 2 * spare : rows.length;
  const scrolled = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    setTopRow(Math.floor(currentTarget.scrollTop / rowHeight));
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < spare * rowHeight) onEnd?.();
  };
  return (
    <ScrollRegion label={label} className={styles["room"]}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={styles["table"]}
        style={{
          "--tracks": tracks(columns),
          "--narrow-tracks": narrowTracks(columns),
        }}
      >
        <Titles columns={columns} />
        <div
          role="rowgroup"
          className={isFramed ? styles["frame"] : undefined}
          onScroll={scrolled}
          tabIndex={isFramed ? 0 : undefined}
          aria-label={isFramed ? messages.table.rows({ label }) : undefined}
        >
          <div role="presentation" style={{ height: first * rowHeight }} />
          {rows.slice(first, last).map((row, index) => (
            <Row
              key={rowKey(row)}
              row={row}
              index={first + index}
              columns={columns}
              hook={(rowHooks?.(row) ?? []).join(" ")}
            />
          ))}
          <div
            role="presentation"
            style={{ height: Math.max(0, rows.length - last) * rowHeight }}
          />
        </div>
      </div>
    </ScrollRegion>
  );
};
