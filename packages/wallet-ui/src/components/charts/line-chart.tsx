import { type ReactNode, useEffect, useRef, useState } from "react";
import type UPlot from "uplot";
import { usePreferences } from "../../session/preferences.js";
import { loadPart } from "../../data/load-part.js";
import "uplot/dist/uPlot.min.css";
import { messages } from "./messages.js";
import styles from "./charts.module.css";

/** A point: seconds since 1970 and a value. What is drawn may be rounded, as it is only drawn. */
interface ChartPoint {
  readonly atSeconds: number;
  readonly value: number;
}

const height = 200;

const optionsOf = (width: number, label: string, element: Element): UPlot.Options => {
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
    axes: [axis, { ...axis, size: 64 }],
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
      chart = new Chart(optionsOf(width, label, element), data, element);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [label, points, width, theme, contrast]);
  return (
    <figure className={styles["figure"]}>
      <div ref={place} className={styles["place"]} role="img" aria-label={label} />
      <details>
        <summary>{messages.showAsATable}</summary>
        {table}
      </details>
    </figure>
  );
};
