import { type RefObject, useEffect, useMemo, useState } from "react";
import { type FrameWindow, windowTowards } from "./frame-window.js";

/** Lines that are drawn at first, and with each frame: few enough for one. */
const atOnce = 10;
/** A window begins and ends at one of so many, so that a small step draws nothing. */
const grain = 5;
/** How far from what is seen lines are drawn; pixels. */
const marginPx = 600;

const isWithin = (at: number, { first, end }: FrameWindow): boolean => first <= at && at < end;

/** What has a place in the list: a line, or the texts of several that are far. */
const placed = "[data-line],[data-far]";

/** Which lines are where, as the page has them. */
const placesIn = (root: HTMLElement, places: ReadonlyMap<string, number>) =>
  [...root.querySelectorAll<HTMLElement>(placed)].map((element) => {
    const { line, far, count = "1" } = element.dataset;
    const { top, bottom } = element.getBoundingClientRect();
    const first = line === undefined ? Number(far) : (places.get(line) ?? 0);
    return { first, count: Number(count), top, bottom };
  });

/** The line that is at a height of the window. */
const lineAt = (lines: ReturnType<typeof placesIn>, y: number): number => {
  const found = lines.find(({ bottom }) => bottom > y) ?? lines.at(-1);
  if (found === undefined) return 0;
  const { first, count, top, bottom } = found;
  const part = bottom > top ? Math.max(0, (y - top) / (bottom - top)) : 0;
  return first + Math.min(count - 1, Math.floor(part * count));
};

/** Lines that stay though they are far: that with the focus, those beside it, and busy ones. */
const keptIn = (
  root: HTMLElement,
  keys: ReadonlyArray<string>,
  places: ReadonlyMap<string, number>,
) => {
  const kept = new Set<string>();
  for (const { dataset } of root.querySelectorAll<HTMLElement>(
    "[data-line]:has([aria-busy=true]),[data-line]:focus-within",
  )) {
    const at = places.get(dataset["line"] ?? "") ?? 0;
    for (const key of keys.slice(Math.max(0, at - 1), at + 2)) kept.add(key);
  }
  return kept;
};

interface Near extends FrameWindow {
  /** The key of the first, which is found again when others have come or gone. */
  readonly key: string | undefined;
  readonly kept: ReadonlySet<string>;
  /** How high a line is, as those that are drawn are; pixels. */
  readonly lineHeight: number | undefined;
}

const heightIn = (root: HTMLElement): number | undefined => {
  const heights = [...root.querySelectorAll<HTMLElement>("[data-line]")].map(
    ({ offsetHeight }) => offsetHeight,
  );
  const sum = heights.reduce((all, each) => all + each, 0);
  return heights.length === 0 ? undefined : Math.round(sum / heights.length);
};

const isSame = (a: Near, b: Near): boolean =>
  a.first === b.first &&
  a.end === b.end &&
  a.key === b.key &&
  a.lineHeight === b.lineHeight &&
  a.kept.size === b.kept.size &&
  [...a.kept].every((key) => b.kept.has(key));

/** The same lines after others have come or gone; at the beginning it stays there. */
const followed = (near: Near, keys: ReadonlyArray<string>): Near => {
  if (keys[near.first] === near.key || near.first === 0) return near;
  const at = keys.indexOf(near.key ?? "");
  if (at < 0) return near;
  return { ...near, first: at, end: at + near.end - near.first };
};

const nextNear = (
  root: HTMLElement,
  near: Near,
  keys: ReadonlyArray<string>,
  places: ReadonlyMap<string, number>,
): Near => {
  const lines = placesIn(root, places);
  const [first, seen, last] = [-marginPx, 0, window.innerHeight + marginPx].map((y) =>
    lineAt(lines, y),
  );
  const wanted = {
    first: Math.floor((first ?? 0) / grain) * grain,
    end: Math.min(keys.length, Math.ceil(((last ?? 0) + 1) / grain) * grain),
  };
  const next = windowTowards(near, wanted, seen ?? 0, atOnce);
  const kept = keptIn(root, keys, places);
  return { ...next, key: keys[next.first], kept, lineHeight: heightIn(root) };
};

/**
 * Which lines of a list in a page that scrolls are drawn: those that are near what is seen, some
 * more with each frame.
 */
export const useNearLines = (root: RefObject<HTMLElement | null>, keys: ReadonlyArray<string>) => {
  const places = useMemo(() => new Map(keys.map((key, at) => [key, at])), [keys]);
  const [state, setNear] = useState<Near>(() => ({
    first: 0,
    end: atOnce,
    key: keys[0],
    kept: new Set(),
    lineHeight: undefined,
  }));
  const near = useMemo(() => followed(state, keys), [state, keys]);
  const isAll = keys.length <= atOnce;
  useEffect(() => {
    if (isAll) return undefined;
    let frame = 0;
    const want = (): void => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (root.current === null) return;
        const next = nextNear(root.current, near, keys, places);
        setNear((now) => (isSame(next, now) ? now : next));
      });
    };
    want();
    const events = ["scroll", "resize", "focusin"] as const;
    for (const event of events) window.addEventListener(event, want, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) window.removeEventListener(event, want, { capture: true });
    };
  }, [isAll, root, near, keys, places]);
  return {
    near,
    isDrawn: (at: number): boolean => isAll || isWithin(at, near) || near.kept.has(keys[at] ?? ""),
  };
};
