import type { Numeric } from "@tallystick/core/numeric";

/** A typed amount, and what was understood. */
export interface TypedAmount {
  readonly text: string;
  /** Undefined while the text is no amount that can be sent. */
  readonly value: Numeric | undefined;
}

/** An amount that has not been typed yet. */
export const noAmount: TypedAmount = { text: "", value: undefined };
