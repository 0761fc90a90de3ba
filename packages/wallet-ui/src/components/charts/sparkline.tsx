import styles from "./charts.module.css";

/** A stretch of a curve; undefined where there is no value. */
export type CurvePoint =
  | { readonly at: number; readonly last: number; readonly least: number; readonly most: number }
  | undefined;

const width = 100;
const height = 32;

type Place = (at: number, value: number) => string;

/** A path for each stretch of points without a gap. */
const pieces = (
  points: ReadonlyArray<CurvePoint>,
): ReadonlyArray<ReadonlyArray<NonNullable<CurvePoint>>> => {
  const found: Array<Array<NonNullable<CurvePoint>>> = [[]];
  for (const point of points) {
    if (point === undefined) found.push([]);
    else found.at(-1)?.push(point);
  }
  return found.filter((piece) => piece.length > 0);
};

const lineOf = (points: ReadonlyArray<NonNullable<CurvePoint>>, place: Place): string => {
  const all = points.map(({ at, last }) => place(at, last));
  // one point alone is a short line
  return `M${[...all, ...(all.length === 1 ? all : [])].join("L")}`;
};

const bandOf = (points: ReadonlyArray<NonNullable<CurvePoint>>, place: Place): string => {
  const above = points.map(({ at, most }) => place(at, most));
  const below = points.toReversed().map(({ at, least }) => place(at, least));
  return `M${[...above, ...below].join("L")}Z`;
};

/**
 * A small curve from 0 to its most: a line of the last values, and around it from the least to the
 * most. It fills its place; the numbers stand beside it.
 */
export const Sparkline = ({
  label,
  points,
  others = [],
  from,
  until,
}: {
  /** What it shows, with the numbers that matter, for screen readers. */
  readonly label: string;
  readonly points: ReadonlyArray<CurvePoint>;
  /** A second curve on the same scale, drawn weaker. */
  readonly others?: ReadonlyArray<CurvePoint>;
  /** Times at its ends. */
  readonly from: number;
  readonly until: number;
}) => {
  const values = [...points, ...others].flatMap((point) =>
    point === undefined ? [] : [point.most],
  );
  const most = Math.max(0, ...values);
  const place: Place = (at, value) => {
    const x = ((at - from) / Math.max(1, until - from)) * width;
    const y = most === 0 ? height - 1 : height - 1 - (Math.max(0, value) / most) * (height - 2);
    return `${Math.min(width, Math.max(0, x)).toFixed(2)} ${y.toFixed(2)}`;
  };
  return (
    <svg
      className={styles["spark"]}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {pieces(points).map((piece) => (
        <path key={piece[0]?.at} className={styles["band"]} d={bandOf(piece, place)} />
      ))}
      {pieces(others).map((piece) => (
        <path key={piece[0]?.at} className={styles["otherLine"]} d={lineOf(piece, place)} />
      ))}
      {pieces(points).map((piece) => (
        <path key={piece[0]?.at} className={styles["sparkLine"]} d={lineOf(piece, place)} />
      ))}
    </svg>
  );
};
