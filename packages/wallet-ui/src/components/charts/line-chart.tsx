import { type ReactNode, useEffect, useRef, useState } from "react";
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
}

const height = 200;

const optionsOf = (
  {
    width,
    label,
    locale,
  }: { readonly width: number; readonly label: string; readonly locale: string },
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
    cursor: { y: false },
    legend: { show: false },
  };
};

/** A value over time. A drawing says nothing to a screen reader, so the table has the same. */
export const LineChart = ({
  label,
  points,
  table,
}: {
  readonly label: string;
  readonly points: ReadonlyArray<ChartPoint>;
  /** The same values, exactly. */
  readonly table: ReactNode;
}) => {
  const place = useRef<HTMLDivElement>(null);
  const { theme, contrast } = usePreferences();
  const locale = useLocale();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = place.current;
    if (element === null || width === 0) return undefined;
    let chart: UPlot | undefined;
    let isGone = false;
    void loadPart(() => import("uplot")).then(({ default: Chart }) => {
      if (isGone) return;
      const data: UPlot.AlignedData = [
        points.map(({ atSeconds }) => atSeconds),
        points.map(({ value }) => value),
      ];
      chart = new Chart(optionsOf({ width, label, locale }, element), data, element);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [label, locale, points, width, theme, contrast]);
  return (
    <figure className={styles["figure"]}>
      <div ref={place} className={styles["place"]} role="img" aria-label={label} />
      <details>
        <summary>{messages.chart.table}</summary>
        {table}
      </details>
    </figure>
  );
};
