import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../base/icon.js";
import { arrivedIn } from "./arrived-in.js";
import { messages } from "./messages.js";
import styles from "./lines.module.css";

/** What came to a list while it was there: those of its last change. */
export const useArrivals = (keys: ReadonlyArray<string>): ReadonlySet<string> => {
  const known = useRef<ReadonlySet<string>>(undefined);
  const all = useMemo(() => keys.join(" "), [keys]);
  const arrived = useMemo(() => arrivedIn(keys, known.current), [all]);
  useLayoutEffect(() => {
    known.current = new Set(keys);
  }, [all]);
  return arrived;
};

/** Whether a place is scrolled out above what is seen of the page, or of a frame. */
const isAbove = (place: Element, frame: Element | null): boolean => {
  const edge = frame === null ? 0 : Math.max(0, frame.getBoundingClientRect().top);
  return place.getBoundingClientRect().bottom < edge;
};

interface ArrivedAbove {
  /** Marks the top of the list: the first thing in it. */
  readonly top: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly show: () => void;
}

/**
 * How many have come above what is seen, until the top of the list is seen.
 *
 * @param frame that scrolls; absent: the page does
 */
export const useArrivedAbove = (
  arrived: ReadonlySet<string>,
  frame?: RefObject<HTMLElement | null>,
): ArrivedAbove => {
  const top = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (arrived.size === 0 || top.current === null) return;
    if (isAbove(top.current, frame?.current ?? null)) setCount((before) => before + arrived.size);
  }, [arrived, frame]);
  useEffect(() => {
    if (top.current === null) return undefined;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setCount(0);
    });
    watch.observe(top.current);
    return () => watch.disconnect();
  }, []);
  const show = (): void => {
    const first = top.current?.parentElement?.querySelector<HTMLElement>("[data-line]");
    top.current?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  };
  return { top, count, show };
};

/** Says how many have come above what is seen of a list, and leads to them. */
export const AboveButton = ({ count, show }: Omit<ArrivedAbove, "top">) => (
  <div role="status" className={styles["above"]}>
    {count === 0 ? null : (
      <button type="button" onClick={show}>
        <Icon name="up" size={16} />
        {messages.lines.above({ count })}
      </button>
    )}
  </div>
);
