import { useMemo, useState } from "react";
import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { LineChart } from "../../components/charts/line-chart.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Amount } from "../../components/money/amount.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLedgerNow } from "../../data/server-clock.js";
import { queryOfFilter } from "../../history/filter-query.js";
import { messages } from "./messages-chart.js";
import styles from "./home.module.css";

const hourMs = 3_600_000;

const spans = [
  ["day", messages.span.days30],
  ["hour", messages.span.hours24],
] as const;

type Step = (typeof spans)[number][0];
type Point = WalletSchemas["BalancePoint"];

const useSeries = (step: Step) => {
  // by the hour: the key of the query must not change with each second
  const hour = Math.floor(useLedgerNow(() => hourMs) / hourMs);
  const from = new Date((hour - 23) * hourMs).toISOString();
  return usePartyQuery(
    "balance",
    { step, hour },
    async (api) => {
      const query = step === "day" ? { step } : { step, from };
      const { points } = await answerOf(
        api.wallet.GET("/v0/wallet/balance/history", { params: { query } }),
      );
      return points;
    },
    { keepPrevious: true },
  );
};

const Series = ({ points }: { readonly points: ReadonlyArray<Point> }) => (
  <ul className={styles["series"]}>
    {points.toReversed().map(({ at, until, total }) => (
      <li key={at}>
        <Link to={`/wallet/history?${queryOfFilter({ from: at, until: until ?? at })}`}>
          <TimeStamp at={at} isExact />
        </Link>
        <Amount value={total} />
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
  const drawn = useMemo(
    () =>
      points.map(({ at, total }) => ({ atSeconds: Date.parse(at) / 1_000, value: Number(total) })),
    [points],
  );
  return <LineChart label={label} points={drawn} table={<Series points={points} />} />;
};

/** The balance over time, locked coins included. */
export const ChartCard = () => {
  const [step, setStep] = useState<Step>("day");
  const query = useSeries(step);
  const [, span = ""] = spans.find(([each]) => each === step) ?? [];
  return (
    <Card title={messages.chart.title}>
      <ChoiceField label={messages.chart.time} value={step} choices={spans} onChange={setStep} />
      <QueryView query={query} what={messages.chart.what} lines={6}>
        {(points) => <Drawn points={points} label={messages.chart.label({ span })} />}
      </QueryView>
    </Card>
  );
};
