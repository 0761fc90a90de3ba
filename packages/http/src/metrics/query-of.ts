import type { FiguresOf, InstrumentReads } from "./instrument.js";
import { instruments } from "./instruments.js";

const queried = ({ metric, only }: FiguresOf): string =>
  only === undefined ? metric : `${metric}{${only.label}=~"${only.matches.source}.*"}`;

/** The same as a query of Prometheus; of what only the console works out, the nearest. */
export const queryOf = (reads: InstrumentReads): string => {
  switch (reads.kind) {
    case "value":
      return reads.per === undefined
        ? `sum(${queried(reads)})`
        : `sum(${queried(reads)}) / sum(${reads.per})`;
    case "least":
      return `min(${queried(reads)})`;
    case "most":
      return `max(${queried(reads)})`;
    case "rate":
      return `sum(rate(${queried(reads)}[1m]))`;
    case "quantile":
      return `histogram_quantile(${reads.quantile}, sum by (le) (rate(${reads.metric}_bucket[1m])))`;
    case "lasts": {
      const of = instruments.find(({ name }) => name === reads.of);
      const query = of === undefined ? reads.of : queryOf(of.reads);
      return `${query} / clamp_min(-deriv(${query}[1d:1m]), 1e-9)`;
    }
  }
};
