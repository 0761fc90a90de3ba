import { int64, type Int64, int64From, record, type Static } from "@tallystick/core";
import type { RelTime } from "../../token-standard/metadata-v1.js";

/** The number of a mining round. */
export const Round = record({ number: int64 });
/** The number of a mining round. */
export type Round = Static<typeof Round>;

/** Microseconds in a day. */
export const microsPerDay = 86_400_000_000n;

/** The end of a span of time, microseconds since the Unix epoch. */
export const timeAfter = (time: number, { microseconds }: RelTime): number =>
  time + Number(microseconds);

/** An Int64 from a whole number known when the program is written. */
export const constantInt = (value: bigint): Int64 => {
  const read = int64From(value);
  if (read._tag === "Right") return read.right;
  throw new RangeError(read.left);
};
