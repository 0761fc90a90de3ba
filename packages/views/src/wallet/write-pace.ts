import type { Timers } from "@tallystick/background";
import { type HeldLeaves, usualLeaves } from "./wallet-database.js";

/** Delay of writes: entries that change again are written once. */
export interface WritePace extends HeldLeaves {
  /** Milliseconds; a killed process folds this much again. */
  readonly afterMs: number;
}

/** Options of a wallet file. */
export interface RecoveryOptions {
  /** Default: the system's. */
  readonly timers?: Timers | undefined;
  readonly pace?: WritePace;
}

/** The pace of a running wallet. */
export const usualPace: WritePace = { afterMs: 100, ...usualLeaves };
