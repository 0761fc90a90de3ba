import type { Micros } from "@tallystick/core";

/** The traffic everybody has for free: so many bytes at once, replenished over a time. */
export interface BaseRate {
  readonly burstBytes: number;
  readonly windowMicros: number;
}

/** How much traffic a validator has used (wallet 13.1). */
export interface TrafficMeter {
  /** Free bytes left at `at`. */
  readonly baseLeft: number;
  readonly at: Micros;
  /** Bytes used beyond the free ones, since the beginning. */
  readonly extraUsed: number;
}

/** A meter that has counted nothing yet, with all of its free bytes. */
export const freshMeter = ({ burstBytes }: BaseRate): TrafficMeter => ({
  baseLeft: burstBytes,
  at: 0,
  extraUsed: 0,
});

/**
 * The meter after a message: free bytes first, which come back evenly with time, then extra ones.
 * Time that goes back counts as none.
 */
export const afterMessage = (
  { baseLeft, at, extraUsed }: TrafficMeter,
  bytes: number,
  now: Micros,
  { burstBytes, windowMicros }: BaseRate,
): TrafficMeter => {
  const passed = Math.max(0, now - at);
  const regained =
    passed >= windowMicros ? burstBytes : Math.floor((burstBytes * passed) / windowMicros);
  const free = Math.min(burstBytes, baseLeft + regained);
  const fromBase = Math.min(free, bytes);
  return {
    baseLeft: free - fromBase,
    at: Math.max(at, now),
    extraUsed: extraUsed + bytes - fromBase,
  };
};
