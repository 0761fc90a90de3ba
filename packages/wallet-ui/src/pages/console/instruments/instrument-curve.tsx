import { Sparkline } from "../../../components/charts/sparkline.js";
import type { Shown } from "./instrument-rows.js";
import { messages } from "./messages.js";
import { curveOf, useInstruments, useValues } from "./use-instruments.js";

/** The least time that a curve shows. */
const leastShownMs = 120_000;

/** What the texts of instruments are called by. */
export const titleOf = (name: string): string => {
  const titles: Readonly<Record<string, string>> = messages.instrument.titles;
  return titles[name] ?? name;
};

/** The curve of an instrument, from the beginning of the time shown until now. */
export const InstrumentCurve = ({
  name,
  unit,
  title = titleOf(name),
  other,
}: Pick<Shown, "name" | "unit"> & {
  readonly title?: string;
  readonly other?: string | undefined;
}) => {
  const instruments = useInstruments();
  const { text } = useValues();
  const curve = curveOf(instruments, name);
  if (curve === undefined) return null;
  const { series, spanMs } = instruments;
  const until = Math.max(...series.map(({ at }) => at));
  // of a node that has just started, what there is
  const begun = Math.min(series[0]?.at ?? until, until - leastShownMs);
  const range = messages.series.range({
    least: text(curve.least, unit),
    most: text(curve.most, unit),
  });
  return (
    <Sparkline
      label={messages.series.label({ title, range })}
      points={curve.points}
      others={other === undefined ? [] : (curveOf(instruments, other)?.points ?? [])}
      from={Math.max(until - spanMs, begun)}
      until={until}
    />
  );
};
