import type { Int64 } from "@tallystick/core";

/** Microseconds in a day. */
export const microsPerDay = 86_400_000_000n;

/** The end of a span of time, microseconds since the Unix epoch. */
export const timeAfter = (
  time: number,
  { microseconds }: { readonly microseconds: Int64 },
): number => time + Number(microseconds);
