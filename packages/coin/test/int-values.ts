import { type Int64, int64From } from "@tallystick/core";
import { right } from "./coin-values.js";

/** An Int64 of a test; tests write only valid ones. */
export const int = (value: bigint): Int64 => right(int64From(value));
