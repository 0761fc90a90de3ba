import type { Int64 } from "@tallystick/core";

/** Microseconds in a day. */
export const microsPerDay = 86_400_000_000n;

/** The end of a span of time, microseconds since the Unix epoch. */
export const timeAfter = (
  time: bigint,
  { microseconds }: { readonly microseconds: Int64 },
): bigint => time + microseconds;

export const laterOf = (a: bigint, b: bigint): bigint => (a < b ? b : a);
