export {
  comparedValues,
  contest,
  type ContestLimits,
  type ContestRuns,
  leastRuns,
} from "./contest.js";
export type { Contender, ContenderSettings, Notes, Sample } from "./contender.js";
export { type BenchOptions, defaultRuns, parseOptions, usage } from "./options.js";
export {
  type MeasuredRow,
  type Row,
  type RowResult,
  type Side,
  type Unit,
  type Verdict,
  verdictOf,
} from "./row.js";
export { allRows } from "./rows.js";
export { median, percentile, type Spread, spread } from "./statistics.js";
export { renderTable } from "./table.js";
