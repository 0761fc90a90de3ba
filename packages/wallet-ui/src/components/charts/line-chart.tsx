import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type UPlot from "uplot";
import { useLocale, usePreferences } from "../../session/preferences.js";
import { loadPart } from "../../data/load-part.js";
import "uplot/dist/uPlot.min.css";
import { axisTimes, axisValues, axisWidth } from "./axis-words.js";
import { messages } from "./messages.js";
import styles from "./charts.module.css";

/** A point: seconds since 1970 and a value. What is drawn may be rounded, as it is only drawn. */
interface ChartPoint {
  readonly atSeconds: number;
  readonly value: number;
  /** What is said of it: its time and its exact value. */
  readonly words: string;
}

const height = 200;

const optionsOf = (
  {
    width,
    label,
    locale,
    onRead,
  }: {
    readonly width: number;
    readonly label: string;
    readonly locale: string;
    /** The pointer is at a point; undefined: at none. */
    readonly onRead: (at: number | undefined) => void;
  },
  element: Element,
): UPlot.Options => {
  const colours = getComputedStyle(element);
  const line = colours.getPropertyValue("--accent");
  const axis = {
    stroke: colours.getPropertyValue("--muted"),
    grid: { stroke: colours.getPropertyValue("--line"), width: 1 },
  };
  return {
    width,
    height,
    series: [
      {},
      { label, stroke: line, width: 2, fill: colours.getPropertyValue("--accent-soft") },
    ],
    axes: [
      { ...axis, values: (_plot, at, _axis, _space, step) => axisTimes(at, step, locale) },
      {
        ...axis,
        values: (_plot, values) => axisValues(values, locale),
        // undefined before the first labels are known
        size: (_plot, values) => axisWidth(values ?? []),
      },
    ],
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor: { idx } }) => onRead(idx ?? undefined)] },
    legend: { show: false },
  };
};

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Where a key leads from a point; undefined for other keys. */
const keyLeadsTo = (key: string, at: number, last: number): number | undefined => {
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), last);
};

interface Drawn {
  readonly label: string;
  readonly points: ReadonlyArray<ChartPoint>;
}

/** How wide an element is; pixels. */
const useWidth = (place: RefObject<HTMLDivElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
};

/** Draws the points into an element, again when it has another size or other colours. */
const useDrawing = (
  place: RefObject<HTMLDivElement | null>,
  { label, points }: Drawn,
  onRead: (at: number | undefined) => void,
): RefObject<UPlot | undefined> => {
  const { theme, contrast } = usePreferences();
  const locale = useLocale();
  const width = useWidth(place);
  const drawing = useRef<UPlot>(undefined);
  useEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return undefined;
    let isGone = false;
    void loadPart(() => import("uplot")).then(({ default: Chart }) => {
      if (isGone) return;
      const data: UPlot.AlignedData = [
        points.map(({ atSeconds }) => atSeconds),
        points.map(({ value }) => value),
      ];
      const options = optionsOf({ width, label, locale, onRead }, element);
      drawing.current = new Chart(options, data, element);
    });
    return () => {
      isGone = true;
      drawing.current?.destroy();
      drawing.current = undefined;
    };
  }, [place, label, locale, points, width, theme, contrast, onRead]);
  return drawing;
};

/**
 * A value over time, whose points are read with the pointer or the arrow keys. A drawing says
 * nothing to a screen reader, so the table has the same.
 */
export const LineChart = ({
  label,
  points,
  table,
}: Drawn & {
  /** The same values, exactly. */
  readonly table: ReactNode;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<number>();
  const drawing = useDrawing(place, { label, points }, setRead);
  const last = points.length - 1;
  const at = Math.min(read ?? last, last);
  const words = points[at]?.words ?? "";
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = keyLeadsTo(event.key, at, last);
    const chart = drawing.current;
    if (next === undefined) return;
    event.preventDefault();
    setRead(next);
    chart?.setCursor({ left: chart.valToPos(points[next]?.atSeconds ?? 0, "x"), top: 0 }, false);
  };
  return (
    <figure className={styles["figure"]}>
      <p className={styles["read"]} aria-hidden="true">
        {words}
      </p>
      <div
        ref={place}
        className={styles["place"]}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={Math.max(at, 0)}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
      />
      <details>
        <summary>{messages.chart.table}</summary>
        {table}
      </details>
    </figure>
  );
};
