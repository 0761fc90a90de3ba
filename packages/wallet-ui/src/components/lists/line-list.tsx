import { memo, type ReactNode, useId, useMemo, useRef } from "react";
import { useLedgerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";
import { byDay, dayNumber, dayWords } from "../../states/day-words.js";
import { amountRoom } from "./amount-room.js";
import { AboveButton, useArrivals, useArrivedAbove } from "./arrivals.js";
import { type Line, LineCells } from "./line.js";
import { useLineKeys } from "./use-line-keys.js";
import { useNearLines } from "./use-near-lines.js";
import { useSteadyLine } from "./use-steady-line.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

/** Far lines whose texts are one element. */
const farAtOnce = 20;
const hourMs = 3_600_000;

/** Choosing several lines. */
export interface Picking<A> {
  readonly picked: ReadonlySet<string>;
  readonly canPick: (item: A) => boolean;
  /** What a screen reader says of the box. */
  readonly labelOf: (item: A) => string;
  readonly onPick: (key: string) => void;
  /** Does what a key means for all that are chosen; false: it means nothing. */
  readonly onKey: (key: string) => boolean;
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
  /** What is found and read of one that is far from what is seen, on one line. */
  readonly textOf: (item: A) => string;
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
  /** Its place among those of its day, and how many these are. */
  readonly place: number;
  readonly count: number;
}

const Row = <A,>(props: RowProps<A>) => {
  const { item, id, lineOf, picking, isPicked, isCurrent, hasArrived, place, count } = props;
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
      aria-posinset={place}
      aria-setsize={count}
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
    a.place === b.place &&
    a.count === b.count &&
    a.picking?.canPick === b.picking?.canPick,
) as typeof Row;

/** An item with its place among all of the list. */
interface Placed<A> {
  readonly item: A;
  readonly at: number;
}

/** What is found and read of lines that are far. */
const farNode = (first: number, texts: ReadonlyArray<string>): ReactNode => (
  <li
    key={first}
    className={styles["far"]}
    data-far={first}
    data-count={texts.length}
    style={{ "--count": texts.length }}
  >
    {texts.join("\n")}
  </li>
);

/** Lines, and between them the texts of those that are far, some of them in one. */
const withFar = <A,>(
  placed: ReadonlyArray<Placed<A>>,
  isDrawn: (at: number) => boolean,
  textOf: (item: A) => string,
  rowOf: (each: Placed<A>, place: number) => ReactNode,
): ReadonlyArray<ReactNode> => {
  const nodes: Array<ReactNode> = [];
  let far: Array<Placed<A>> = [];
  const endFar = (): void => {
    const [first] = far;
    const texts = far.map(({ item }) => textOf(item));
    if (first !== undefined) nodes.push(farNode(first.at, texts));
    far = [];
  };
  for (const [place, each] of placed.entries()) {
    if (isDrawn(each.at)) {
      endFar();
      nodes.push(rowOf(each, place + 1));
      continue;
    }
    far.push(each);
    if ((each.at + 1) % farAtOnce === 0) endFar();
  }
  endFar();
  return nodes;
};

/** Lines below one another, by day where that is wanted; the keys of `useLineKeys` work in it. */
export const LineList = <A,>(props: ListProps<A>) => {
  const { label, items, keyOf, atOf, amountOf, lineOf, textOf, picking, isByDay = false } = props;
  const id = useId();
  const locale = useLocale();
  const now = useLedgerNow(() => hourMs);
  const root = useRef<HTMLDivElement>(null);
  const { current, listeners } = useLineKeys(picking?.onKey);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const { near, isDrawn } = useNearLines(root, keys);
  const room = useMemo(() => amountRoom(items.map(amountOf)), [items, amountOf]);
  const arrived = useArrivals(keys);
  const { top, ...above } = useArrivedAbove(arrived);
  useSteadyLine(root, keys, near);
  const at = current === undefined ? -1 : keys.indexOf(current);
  const first = at >= 0 && isDrawn(at) ? current : keys[isDrawn(0) ? 0 : near.first];
  const days = useMemo(
    () =>
      byDay(
        items.map((item, place) => ({ item, at: place })),
        ({ item }) => (isByDay ? dayNumber(Date.parse(atOf(item))) : 0),
      ),
    [items, atOf, isByDay],
  );
  return (
    <div
      ref={root}
      className={styles["lines"]}
      style={near.lineHeight === undefined ? room : { ...room, "--far": `${near.lineHeight}px` }}
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
            {withFar(group.items, isDrawn, textOf, ({ item }, place) => (
              <MemoRow
                key={keyOf(item)}
                id={keyOf(item)}
                item={item}
                lineOf={lineOf}
                picking={picking}
                isPicked={picking?.picked.has(keyOf(item)) === true}
                isCurrent={keyOf(item) === first}
                hasArrived={arrived.has(keyOf(item))}
                place={place}
                count={group.items.length}
              />
            ))}
          </ul>
        </section>
      ))}
      <p className="spoken">{messages.lines.keys}</p>
    </div>
  );
};
