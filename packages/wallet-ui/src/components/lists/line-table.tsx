import { type UIEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLedgerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";
import { byDay, dayNumber, dayWords } from "../../states/day-words.js";
import { amountRoom } from "./amount-room.js";
import { AboveButton, useArrivals, useArrivedAbove } from "./arrivals.js";
import { offsetsOf, windowOf } from "./frame-window.js";
import { type Line, LineCells } from "./line.js";
import { useLineKeys } from "./use-line-keys.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

/** Heights in letters of the page, as the style sheet has them. */
const letters = { day: 2.25, line: 3, narrowLine: 4 };
/** Where the lines have room for one row, as the style sheet has it; letters. */
const roomForOne = 48;
const spare = 8;
/** A table with more rows scrolls in a frame of its own, and draws what is seen. */
const mostPlainRows = 40;
/** Before it is measured; pixels. */
const frameHeight = 720;
const hourMs = 3_600_000;

type Titles = Readonly<Record<"who" | "what" | "state" | "amount" | "time", string>>;

interface TableProps<R> {
  readonly label: string;
  readonly titles: Titles;
  readonly rows: ReadonlyArray<R>;
  readonly keyOf: (row: R) => string;
  readonly atOf: (row: R) => string;
  readonly amountOf: (row: R) => string | undefined;
  readonly lineOf: (row: R) => Line;
  /** Called when the last rows are seen: time to read more. */
  readonly onEnd: () => void;
}

type Entry<R> = { readonly day: number } | { readonly row: R };

const entriesOf = <R,>(rows: ReadonlyArray<R>, atOf: (row: R) => string): ReadonlyArray<Entry<R>> =>
  byDay(rows, (row) => dayNumber(Date.parse(atOf(row)))).flatMap(({ day, items }) => [
    { day },
    ...items.map((row) => ({ row })),
  ]);

const letterPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Whether lines take two rows, as the table is narrow. */
const useNarrow = () => {
  const [isNarrow, setNarrow] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return undefined;
    const measure = (): void => setNarrow(element.clientWidth < roomForOne * letterPx());
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { table, isNarrow };
};

/** Rows that come above what is seen do not move it. */
const useSteadyFrame = <R,>(
  rows: ReadonlyArray<R>,
  keyOf: (row: R) => string,
  placeOf: (key: string) => number,
) => {
  const frame = useRef<HTMLDivElement>(null);
  const first = useRef<{ readonly key: string; readonly place: number }>(undefined);
  const key = rows[0] === undefined ? undefined : keyOf(rows[0]);
  useLayoutEffect(() => {
    const before = first.current;
    const element = frame.current;
    if (before !== undefined && element !== null && element.scrollTop > 0)
      element.scrollTop += Math.max(0, placeOf(before.key) - before.place);
    first.current = key === undefined ? undefined : { key, place: placeOf(key) };
  }, [key]);
  return frame;
};

const Head = ({ titles }: { readonly titles: Titles }) => (
  <div role="row" aria-rowindex={1} className={`${styles["line"]} ${styles["titles"]}`}>
    {(["who", "what", "state", "amount", "time"] as const).map((part) => (
      <div key={part} role="columnheader" className={styles[part]}>
        {titles[part]}
      </div>
    ))}
  </div>
);

/** What is drawn of the rows now, and where. */
const useFrame = <R,>({ rows, keyOf, atOf, onEnd }: TableProps<R>, isNarrow: boolean) => {
  const [top, setTop] = useState(0);
  const entries = useMemo(() => entriesOf(rows, atOf), [rows, atOf]);
  const offsets = useMemo(() => {
    const linePx = (isNarrow ? letters.narrowLine : letters.line) * letterPx();
    return offsetsOf(entries.map((each) => ("day" in each ? letters.day * letterPx() : linePx)));
  }, [entries, isNarrow]);
  const frame = useSteadyFrame(rows, keyOf, (key) => {
    const at = entries.findIndex((each) => "row" in each && keyOf(each.row) === key);
    return offsets[at] ?? 0;
  });
  const isFramed = rows.length > mostPlainRows;
  const { first, end } = isFramed
    ? windowOf(offsets, top, frame.current?.clientHeight ?? frameHeight, spare)
    : { first: 0, end: entries.length };
  const onScroll = ({ currentTarget: each }: UIEvent<HTMLDivElement>): void => {
    const step = letters.line * letterPx();
    setTop(Math.floor(each.scrollTop / step) * step);
    const left = each.scrollHeight - each.scrollTop - each.clientHeight;
    if (left < spare * step) onEnd();
  };
  return { frame, isFramed, entries, first, end, offsets, onScroll };
};

/** A table of lines by day that stays fast with ten thousand rows: it draws those that are seen. */
export const LineTable = <R,>(props: TableProps<R>) => {
  const { label, titles, rows, keyOf, amountOf, lineOf } = props;
  const locale = useLocale();
  const now = useLedgerNow(() => hourMs);
  const { table, isNarrow } = useNarrow();
  const { frame, isFramed, entries, first, end, offsets, onScroll } = useFrame(props, isNarrow);
  const { current, listeners } = useLineKeys();
  const room = useMemo(() => amountRoom(rows.map(amountOf)), [rows, amountOf]);
  const arrived = useArrivals(useMemo(() => rows.map(keyOf), [rows, keyOf]));
  const { top, ...above } = useArrivedAbove(arrived, frame);
  const firstKey = rows[0] === undefined ? undefined : keyOf(rows[0]);
  return (
    <>
      <AboveButton {...above} />
      <div
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={entries.length + 1}
        className={`${styles["lines"]} ${styles["table"]}`}
        style={room}
      >
        <Head titles={titles} />
        <div
          ref={frame}
          role="rowgroup"
          className={isFramed ? styles["frame"] : undefined}
          onScroll={onScroll}
          tabIndex={isFramed ? 0 : undefined}
          aria-label={isFramed ? messages.table.rows({ label }) : undefined}
          {...listeners}
        >
          <div ref={top} role="presentation" />
          <div role="presentation" style={{ height: offsets[first] }} />
          {entries
            .slice(first, end)
            .map((each, at) =>
              "day" in each ? (
                <DayRow
                  key={each.day}
                  title={dayWords(each.day, now, locale)}
                  index={first + at + 2}
                />
              ) : (
                <TableLine
                  key={keyOf(each.row)}
                  id={keyOf(each.row)}
                  line={lineOf(each.row)}
                  index={first + at + 2}
                  isCurrent={keyOf(each.row) === (current ?? firstKey)}
                  hasArrived={arrived.has(keyOf(each.row))}
                />
              ),
            )}
          <div
            role="presentation"
            style={{ height: (offsets[entries.length] ?? 0) - (offsets[end] ?? 0) }}
          />
        </div>
      </div>
    </>
  );
};

const DayRow = ({ title, index }: { readonly title: string; readonly index: number }) => (
  <div role="row" aria-rowindex={index} className={styles["dayRow"]}>
    <div role="rowheader">{title}</div>
  </div>
);

const TableLine = ({
  id,
  line,
  index,
  isCurrent,
  hasArrived,
}: {
  readonly id: string;
  readonly line: Line;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly hasArrived: boolean;
}) => (
  <div
    role="row"
    aria-rowindex={index}
    className={`${styles["line"]} ${line.hook ?? ""}`}
    data-line={id}
    data-arrived={hasArrived ? "yes" : undefined}
    tabIndex={isCurrent ? 0 : -1}
  >
    <LineCells line={line} role="cell" />
  </div>
);
