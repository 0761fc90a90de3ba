/** What an instrument counts in. */
export type InstrumentUnit =
  | "per-second"
  | "seconds"
  | "bytes"
  | "events"
  | "count"
  | "share"
  | "cores"
  | "coins";

/** Figures of a metric; `only` are those whose label has such a value. */
export interface FiguresOf {
  readonly metric: string;
  readonly only?: { readonly label: string; readonly matches: RegExp };
}

/** How an instrument is read from what `/metrics` prints. */
export type InstrumentReads =
  /** The sum of the figures, per the sum of another metric where that is named. */
  | ({ readonly kind: "value"; readonly per?: string } & FiguresOf)
  /** The least of the figures. */
  | ({ readonly kind: "least" } & FiguresOf)
  /** The most of the figures. */
  | ({ readonly kind: "most" } & FiguresOf)
  /**
   * How much a counter grows a second since the last sample; 0 where it has no figures yet, but
   * `besides` has.
   */
  | ({ readonly kind: "rate"; readonly besides?: string } & FiguresOf)
  /** A quantile of what a histogram took since the last sample. */
  | { readonly kind: "quantile"; readonly metric: string; readonly quantile: number }
  /** In how long another instrument is 0, if it falls on as in the last day. */
  | { readonly kind: "lasts"; readonly of: string };

/** When an instrument wants attention. */
export interface InstrumentLimits {
  /** Which side is bad. */
  readonly side: "above" | "below";
  /** Yellow beyond this. */
  readonly watch: number;
  /** Red beyond this, after `forSeconds`; yellow until then. */
  readonly act: number;
  readonly forSeconds: number;
  /** The name of the alert. */
  readonly alert: string;
  /** What to do, for docs/operations.md; also its heading there. */
  readonly title: string;
  readonly advice: string;
}

/** An instrument of the console. */
export interface Instrument {
  readonly name: string;
  readonly unit: InstrumentUnit;
  readonly reads: InstrumentReads;
  readonly limits?: InstrumentLimits;
}
