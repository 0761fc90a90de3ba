import type { Micros } from "@tallystick/core";

/** Free traffic: a number of bytes, replenished over a window. */
export interface BaseRate {
  readonly burstBytes: number;
  readonly windowMicros: number;
}

/** The used traffic of a validator (wallet 13.1). */
export interface TrafficMeter {
  /**
   * Free traffic left at `at`, in bytes times the window's microseconds: replenishment is a whole
   * number of these, so that no part of a byte is lost to rounding.
   */
  readonly baseLeft: number;
  readonly at: Micros;
  /** Bytes used beyond the free ones, since the beginning. */
  readonly extraUsed: number;
}

/** A meter before any message, with all of its free bytes. */
export const freshMeter = ({ burstBytes, windowMicros }: BaseRate): TrafficMeter => ({
  baseLeft: burstBytes * windowMicros,
  at: 0,
  extraUsed: 0,
});

/**
 * The meter after a message: free bytes first, which are replenished evenly, then extra ones. Time
 * that goes back counts as zero.
 */
export const afterMessage = (
  { baseLeft, at, extraUsed }: TrafficMeter,
  bytes: number,
  now: Micros,
  { burstBytes, windowMicros }: BaseRate,
): TrafficMeter => {
  const passed = Math.min(windowMicros, Math.max(0, now - at));
  const left = Math.min(burstBytes * windowMicros, baseLeft + burstBytes * passed);
  const fromBase = Math.min(Math.floor(left / windowMicros), bytes);
  return {
    baseLeft: left - fromBase * windowMicros,
    at: Math.max(at, now),
    extraUsed: extraUsed + bytes - fromBase,
  };
};
