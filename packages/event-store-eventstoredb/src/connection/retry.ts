import { BackOff } from "@tallystick/background";

/** Delays between attempts on a server: 25 ms to half a second, with jitter. */
export const createBackOff = (random: () => number = Math.random): BackOff =>
  new BackOff({ firstMs: 25, mostMs: 500 }, random);
