import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { FrameWindow } from "./frame-window.js";

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

const isSeen = (line: HTMLElement): boolean => {
  const { top, bottom } = line.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/** The line that is read: that with the focus, below the pointer, or the first that is seen. */
const readLine = (list: HTMLElement): HTMLElement | null => {
  const focused = document.activeElement?.closest<HTMLElement>("[data-line]") ?? null;
  if (focused !== null && isSeen(focused)) return focused;
  return list.querySelector<HTMLElement>("[data-line]:hover") ?? firstSeen(list) ?? focused;
};

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
 * Keeps the line that is read where it is while others come above it, or are drawn there at last,
 * and passes the focus on when its line is gone.
 *
 * @param near which of the lines are drawn
 */
export const useSteadyLine = (
  list: RefObject<HTMLElement | null>,
  keys: ReadonlyArray<string>,
  near: FrameWindow,
): void => {
  const last = useRef({ keys, near });
  // while it is drawn the page still has the lines of before
  const before = useMemo(() => {
    const { keys: keysBefore, near: nearBefore } = last.current;
    return isGrown(keys, keysBefore) && near === nearBefore
      ? undefined
      : placeOfRead(list.current, keysBefore);
  }, [list, keys, near]);
  useLayoutEffect(() => {
    last.current = { keys, near };
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
  }, [list, before, keys, near]);
};
