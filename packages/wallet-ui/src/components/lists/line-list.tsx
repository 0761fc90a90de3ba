import {
  memo,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLedgerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";
import { byDay, dayNumber, dayWords } from "../../states/day-words.js";
import { amountRoom } from "./amount-room.js";
import { AboveButton, useArrivals, useArrivedAbove } from "./arrivals.js";
import { type Line, LineCells } from "./line.js";
import { useLineKeys } from "./use-line-keys.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

/** Lines that are drawn at first, and each time the end comes near: few enough for one frame. */
const atOnce = 10;
const hourMs = 3_600_000;

/** Choosing several lines. */
export interface Picking<A> {
  readonly picked: ReadonlySet<string>;
  readonly canPick: (item: A) => boolean;
  /** What a screen reader says of the box. */
  readonly labelOf: (item: A) => string;
  readonly onPick: (key: string) => void;
}

interface ListProps<A> {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly items: ReadonlyArray<A>;
  readonly keyOf: (item: A) => string;
  /** When an item came: ISO 8601, UTC. */
  readonly atOf: (item: A) => string;
  /** Amounts of the API that have their decimal points below one another. */
  readonly amountOf: (item: A) => string | undefined;
  /** Draws one: the same function as long as it draws the same. */
  readonly lineOf: (item: A) => Line;
  readonly picking?: Picking<A>;
  /** Whether each day has a heading. */
  readonly isByDay?: boolean;
}

const Pick = <A,>({
  item,
  picking,
  isPicked,
}: {
  readonly item: A;
  readonly picking: Picking<A>;
  readonly isPicked: boolean;
}) => (
  <div className={styles["pick"]}>
    {picking.canPick(item) ? (
      <input
        type="checkbox"
        checked={isPicked}
        aria-label={picking.labelOf(item)}
        onChange={({ currentTarget }) =>
          picking.onPick(currentTarget.closest<HTMLElement>("[data-line]")?.dataset["line"] ?? "")
        }
      />
    ) : null}
  </div>
);

interface RowProps<A> {
  readonly item: A;
  readonly id: string;
  readonly lineOf: (item: A) => Line;
  readonly picking: Picking<A> | undefined;
  readonly isPicked: boolean;
  readonly isCurrent: boolean;
  readonly hasArrived: boolean;
}

const Row = <A,>(props: RowProps<A>) => {
  const { item, id, lineOf, picking, isPicked, isCurrent, hasArrived } = props;
  const line = useMemo(() => lineOf(item), [lineOf, item]);
  // choosing a thousand draws their boxes alone
  const cells = useMemo(() => <LineCells line={line} />, [line]);
  return (
    <li
      className={`${styles["line"]} ${line.hook ?? ""}`}
      data-line={id}
      data-picked={isPicked ? "yes" : undefined}
      data-arrived={hasArrived ? "yes" : undefined}
      tabIndex={isCurrent ? 0 : -1}
    >
      {picking === undefined ? null : <Pick item={item} picking={picking} isPicked={isPicked} />}
      {cells}
    </li>
  );
};

// drawn again for what it shows alone, however many others come and go
// border: `memo` loses the type parameter
const MemoRow = memo(
  Row,
  (a, b) =>
    a.item === b.item &&
    a.lineOf === b.lineOf &&
    a.isPicked === b.isPicked &&
    a.isCurrent === b.isCurrent &&
    a.hasArrived === b.hasArrived &&
    a.picking?.canPick === b.picking?.canPick,
) as typeof Row;

/** The first line that is seen of a list that begins above; lines are below one another. */
const firstSeen = (list: HTMLElement): HTMLElement | null => {
  if (list.getBoundingClientRect().top >= 0) return null;
  const lines = list.querySelectorAll<HTMLElement>("[data-line]");
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > 0) high = middle;
    else low = middle + 1;
  }
  return lines[low] ?? null;
};

/** The line that is read: that with the focus, below the pointer, or the first that is seen. */
const readLine = (list: HTMLElement): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>("[data-line]") ??
  list.querySelector<HTMLElement>("[data-line]:hover") ??
  firstSeen(list);

/** Whether lines were added at the end alone: nothing that is read moves. */
const isGrown = (keys: ReadonlyArray<string>, before: ReadonlyArray<string>): boolean =>
  before.every((key, at) => keys[at] === key);

/** Where the line that is read is now, before what is drawn next takes its place. */
const placeOfRead = (root: HTMLElement | null, keys: ReadonlyArray<string>) => {
  const line = root === null ? null : readLine(root);
  const key = line?.dataset["line"];
  if (root === null || line === null || key === undefined || !root.contains(line)) return undefined;
  return {
    key,
    at: keys.indexOf(key),
    top: line.getBoundingClientRect().top,
    hasFocus: root.contains(document.activeElement),
  };
};

/**
 * Keeps the line that is read where it is while others come above it, and passes the focus on when
 * its line is gone.
 */
const useSteadyLine = (list: RefObject<HTMLElement | null>, keys: ReadonlyArray<string>): void => {
  const last = useRef(keys);
  // while it is drawn the page still has the lines of before
  const before = useMemo(
    () => (isGrown(keys, last.current) ? undefined : placeOfRead(list.current, last.current)),
    [list, keys],
  );
  useLayoutEffect(() => {
    last.current = keys;
    const root = list.current;
    if (root === null || before === undefined) return;
    const lineOfKey = (key: string | undefined): HTMLElement | undefined =>
      [...root.querySelectorAll<HTMLElement>("[data-line]")].find(
        ({ dataset }) => dataset["line"] === key,
      );
    const line = lineOfKey(before.key);
    if (line !== undefined) {
      const moved = line.getBoundingClientRect().top - before.top;
      if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
    } else if (before.hasFocus && document.activeElement === document.body) {
      lineOfKey(keys[Math.min(before.at, keys.length - 1)])?.focus();
    }
  }, [list, before, keys]);
};

/** More lines are drawn as their end comes near. */
const useGrowing = (count: number) => {
  const [most, setMost] = useState(atOnce);
  const end = useRef<HTMLDivElement>(null);
  const isMore = count > most;
  useEffect(() => {
    if (!isMore || end.current === null) return undefined;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setMost((now) => now + atOnce);
      },
      { rootMargin: "900px" },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isMore, most]);
  return { most, end: isMore ? <div ref={end} /> : null };
};

/** Lines below one another, by day where that is wanted; the keys of `useLineKeys` work in it. */
export const LineList = <A,>(props: ListProps<A>) => {
  const { label, items, keyOf, atOf, amountOf, lineOf, picking, isByDay = false } = props;
  const id = useId();
  const locale = useLocale();
  const now = useLedgerNow(() => hourMs);
  const root = useRef<HTMLDivElement>(null);
  const { most, end } = useGrowing(items.length);
  const { current, listeners } = useLineKeys();
  const allKeys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const keys = useMemo(() => allKeys.slice(0, most), [allKeys, most]);
  const room = useMemo(() => amountRoom(items.map(amountOf)), [items, amountOf]);
  const arrived = useArrivals(allKeys);
  const { top, ...above } = useArrivedAbove(arrived);
  useSteadyLine(root, keys);
  const first = current !== undefined && keys.includes(current) ? current : keys[0];
  const days = useMemo(
    () => byDay(items.slice(0, most), (item) => (isByDay ? dayNumber(Date.parse(atOf(item))) : 0)),
    [items, most, atOf, isByDay],
  );
  return (
    <div
      ref={root}
      className={styles["lines"]}
      style={room}
      data-picks={picking === undefined ? undefined : "yes"}
      {...listeners}
    >
      <div ref={top} />
      <AboveButton {...above} />
      {days.map((group) => (
        <section key={group.day} className={styles["day"]}>
          {isByDay ? <h3 id={`${id}-${group.day}`}>{dayWords(group.day, now, locale)}</h3> : null}
          <ul
            aria-label={isByDay ? undefined : label}
            aria-labelledby={isByDay ? `${id}-${group.day}` : undefined}
          >
            {group.items.map((item) => (
              <MemoRow
                key={keyOf(item)}
                id={keyOf(item)}
                item={item}
                lineOf={lineOf}
                picking={picking}
                isPicked={picking?.picked.has(keyOf(item)) === true}
                isCurrent={keyOf(item) === first}
                hasArrived={arrived.has(keyOf(item))}
              />
            ))}
          </ul>
        </section>
      ))}
      {end}
      <p className="spoken">{messages.lines.keys}</p>
    </div>
  );
};
