import { useMemo, useState } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { LineChart } from "../../components/charts/line-chart.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Amount } from "../../components/money/amount.js";
import { localTime, TimeStamp } from "../../components/time/time-stamp.js";
import { queryOfFilter } from "../../history/filter-query.js";
import { formatDecimal } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { Segments } from "./segments.js";
import type { Span } from "./series.js";
import { type Point, useSeries } from "./use-series.js";
import { messages } from "./messages-chart.js";
import styles from "./home.module.css";

const spans: ReadonlyArray<readonly [Span, text: string, spoken: string]> = [
  ["day", messages.short.day, messages.span.day],
  ["week", messages.short.week, messages.span.week],
  ["month", messages.short.month, messages.span.month],
  ["all", messages.short.all, messages.span.all],
];

/** What happened then: a transaction, or those of an hour or a day. */
const pathOf = ({ at, until, event_ids: events }: Point): string => {
  const [event] = events ?? [];
  return event === undefined
    ? `/wallet/history?${queryOfFilter({ from: at, until: until ?? at })}`
    : `/wallet/history/${encodeURIComponent(event)}`;
};

const Series = ({ points }: { readonly points: ReadonlyArray<Point> }) => (
  <ul className={styles["series"]}>
    {points.toReversed().map((point) => (
      <li key={`${point.at} ${point.offset}`}>
        <Link to={pathOf(point)}>
          <TimeStamp at={point.at} isExact />
        </Link>
        <Amount value={point.total} />
      </li>
    ))}
  </ul>
);

const Drawn = ({
  points,
  label,
}: {
  readonly points: ReadonlyArray<Point>;
  readonly label: string;
}) => {
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const drawn = useMemo(
    () =>
      points.map(({ at, total }) => {
        const time = localTime(at, locale);
        const amount = formatDecimal(total, locale);
        return {
          atSeconds: Date.parse(at) / 1_000,
          value: Number(total),
          words: messages.chart.point({ time, amount, coin }),
        };
      }),
    [points, locale, coin],
  );
  return drawn.length === 0 ? (
    <p className={styles["label"]}>{messages.chart.empty}</p>
  ) : (
    <LineChart label={label} points={drawn} table={<Series points={points} />} />
  );
};

/** The balance over time, locked coins included. */
export const ChartCard = () => {
  const [chosen, setChosen] = useState<Span>("month");
  const query = useSeries(chosen);
  const [, , span = ""] = spans.find(([each]) => each === chosen) ?? [];
  return (
    <Card
      title={messages.chart.title}
      actions={
        <Segments label={messages.chart.time} value={chosen} choices={spans} onChange={setChosen} />
      }
    >
      <QueryView query={query} what={messages.chart.what} lines={6}>
        {(points) => <Drawn points={points} label={messages.chart.label({ span })} />}
      </QueryView>
    </Card>
  );
};
